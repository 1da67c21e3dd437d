import type { JsonSchema } from './operation-document.ts';

// Members of `Data` that are told by one sentence each.

export const text = (description: string): JsonSchema => ({ type: 'string', description });

export const whole = (description: string): JsonSchema => ({ type: 'integer', description });
