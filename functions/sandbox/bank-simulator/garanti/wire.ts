import type { Wire } from '../wire.ts';
import { callbackOf } from './callback.ts';
import { enterGate } from './gate.ts';

export const garantiWire: Wire = {
  kind: 'garanti',
  gate: '/servlet/gt3dengine',
  challenges: '/servlet/challenge/',
  enterGate,
  callbackOf,
};
