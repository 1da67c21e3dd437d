import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  code,
  type Kind,
  amount as operatorAmount,
  ratesByCount,
  whole,
} from '../../../functions/operator/operate/kinds.ts';
import { JsonNumber } from '../../../shared/http/body.ts';
import { amount, integer, rate, text } from '../../../shared/http/fields.ts';

/** What the field of a dealer's request reads: a value, or a sentence. */
const asDealer = (schema: z.ZodMiniType, raw: unknown): unknown => {
  const read = schema.safeParse(typeof raw === 'number' ? new JsonNumber(String(raw)) : raw);
  return read.success ? read.data : read.error.issues[0]?.message;
};

/** The same of an operator's command. */
const asOperator = (kind: Kind<unknown>, raw: unknown): unknown => {
  const read = kind.read(raw);
  return 'value' in read ? read.value : read.problem;
};

const rateOfOne: Kind<unknown> = {
  type: '',
  read: (raw) => {
    const read = ratesByCount.read({ 1: raw });
    return 'value' in read ? { value: read.value['1'] } : read;
  },
};

describe('Dealers and operators write a value in the same way, and are told the same of a wrong one', () => {
  test.each([27.5, '27.50', ' 27.5 ', '27,50', '1.005', -1, '1e2', '1000000000', true])('amount %j', (raw) => {
    expect(asOperator(operatorAmount, raw)).toEqual(asDealer(amount(), raw));
  });

  test.each([0, 1.79, '3.85', '100.0001', -1, '1.79 %'])('percentage %j', (raw) => {
    expect(asOperator(rateOfOne, raw)).toEqual(asDealer(rate(), raw));
  });

  test.each([3, '3', ' 3 ', '3.0', -3])('whole number %j', (raw) => {
    expect(asOperator(whole(-9, 9), raw)).toBe(asDealer(integer(), raw));
  });

  test.each(['Elif', 7, 'longer', 'a\u0000b', '\ud800', [], true])('text %j', (raw) => {
    expect(asOperator(code(5), raw)).toEqual(asDealer(text({ max: 5 }), raw));
  });
});
