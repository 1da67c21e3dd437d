import { fanOutRuntime } from '../../../shared/adapters/runtime/fan-out.ts';
import { fanOutEvents } from './fan-out-events.ts';

export const handler = fanOutEvents(fanOutRuntime(process.env));
