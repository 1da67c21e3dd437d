import type { Wire } from '../wire.ts';
import { callbackOf } from './callback.ts';
import { enterGate } from './gate.ts';

export const nestPayWire: Wire = {
  kind: 'nestpay',
  gate: '/fim/est3Dgate',
  challenges: '/fim/challenge/',
  enterGate,
  callbackOf,
};
