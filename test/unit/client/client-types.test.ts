import { expect, test } from 'vitest';
import type { Answer, CodeOf } from '../../../shared/client/answer.ts';
import { createClient } from '../../../shared/client/client.ts';
import { decimal } from '../../../shared/client/decimal.ts';

// Each marked line is refused by the compiler. If one were accepted, the mark itself would be the error, and the check
// of types would fail.

const answerless = createClient({
  baseUrl: 'https://pay.example',
  account: { dealerCode: '1', username: '1', password: '1' },
  transport: async () => ({ kind: 'no-answer', reason: 'network' }),
  pause: async () => undefined,
});

const link = { DealerCustomerTypeId: 26, ReturnHash: 1, Amount: '27.50' } as const;
const ended = { kind: 'no-answer', reason: 'network' };

test('an amount that is a number, or no number, does not compile', async () => {
  // @ts-expect-error -- money is a decimal text
  expect(await answerless.CreateUserPosPayment({ ...link, Amount: 27.5 })).toEqual(ended);
  // @ts-expect-error -- a comma is no decimal point
  expect(await answerless.CreateUserPosPayment({ ...link, Amount: '27,50' })).toEqual(ended);
  expect(await answerless.CreateUserPosPayment({ ...link, Amount: decimal('27.50') })).toEqual(ended);
});

test('a request without a field that is needed, or with one that is unknown, does not compile', async () => {
  const { Amount: _, ...without } = link;
  // @ts-expect-error -- Amount is needed
  expect(await answerless.CreateUserPosPayment(without)).toEqual(ended);
  // @ts-expect-error -- the operation has no such field
  expect(await answerless.CreateUserPosPayment({ ...link, Amont: '1' })).toEqual(ended);
  // @ts-expect-error -- one of OtherTrxCode and VirtualPosOrderId is needed
  expect(await answerless.DoVoid({ VoidRefundReason: 2 })).toEqual(ended);
  expect(await answerless.DoVoid({ OtherTrxCode: 'S-1' })).toEqual(ended);
});

test('a code of another operation does not compile', () => {
  // @ts-expect-error -- GetSale refuses with no code of customers
  const foreign: CodeOf<'GetSale'> = 'DealerCustomer.GetCustomer.InvalidRequest';
  const own: CodeOf<'GetSale'> = 'DealerSale.GetSale.DealerSaleNotFound';
  expect([foreign, own].length).toBe(2);
});

/** What an answer tells a program: every kind has to be looked at before its members. */
const told = (answer: Answer<'DoDirectPayment'>): string => {
  // @ts-expect-error -- only a success and a decline have data
  const unchecked: unknown = answer.data;
  switch (answer.kind) {
    case 'success':
      return `${answer.data.VirtualPosOrderId} ${answer.data.IsSuccessful satisfies true}`;
    case 'declined':
      return `${answer.data.ResultCode} ${answer.data.IsSuccessful satisfies false}`;
    case 'refused':
      return answer.code satisfies CodeOf<'DoDirectPayment'>;
    case 'refused-otherwise':
      return answer.code;
    case 'no-answer':
      return `${answer.reason} ${String(unchecked)}`;
  }
};

test('a program that looks at every kind of answer compiles', () => {
  expect(told({ kind: 'no-answer', reason: 'network' })).toBe('network undefined');
});

test('an operation without a bank behind it is never declined', () => {
  // @ts-expect-error -- GetSale has no decline
  const never: Extract<Answer<'GetSale'>, { readonly kind: 'declined' }> = { kind: 'declined' };
  expect(never).toEqual({ kind: 'declined' });
});
