import type { JsonSchema } from './operation-document.ts';

// Members of `Data` that one sentence describes.

export const text = (description: string): JsonSchema => ({ type: 'string', description });

export const whole = (description: string): JsonSchema => ({ type: 'integer', description });
