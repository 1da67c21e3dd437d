import type { JsonSchema } from './operation-document.ts';

// Members of `Data` that one sentence describes, and objects of them.

export type Members = Readonly<Record<string, JsonSchema>>;

export const text = (description: string): JsonSchema => ({ type: 'string', description });

export const whole = (description: string): JsonSchema => ({ type: 'integer', description });

export const amount = (description: string): JsonSchema => ({ type: 'number', description });
export const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
export const choice = (values: readonly number[], description: string): JsonSchema => ({
  type: 'integer',
  enum: values,
  description,
});
export const moment = (description: string): JsonSchema => ({
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,3})?$',
  description: `${description}, on clocks in Istanbul, without a zone.`,
});

/** An object of which every member is always there. */
export const objectOf = (properties: Members): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** `Data` of an operation that succeeds or is refused, and has nothing to tell. */
export const alwaysTrue: JsonSchema = { type: 'boolean', const: true, description: 'Always true.' };

/** The result with which the answer of a list begins. `message` says what ResultMessage holds. */
export const listResult = (message: string): Members => ({
  IsSuccessful: { const: true, description: 'Always true.' },
  ResultCode: { const: '00', description: 'Always 00.' },
  ResultMessage: text(message),
});

/** ResultMessage of a list that is ordered by time. */
export const CUT_BY_TIME = 'From when to ask on where the list was cut; otherwise empty.';

/** The result of a list that was not cut, in examples. */
export const listDone = { IsSuccessful: true, ResultCode: '00', ResultMessage: '' };
