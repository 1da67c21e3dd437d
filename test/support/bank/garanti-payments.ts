import { expect } from 'vitest';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder } from '../../../shared/ports/bank-terminal-ledger.ts';
import { type Answer, authenticationOf } from '../dealer/dealers.ts';
import { type GarantiDealer, newGarantiDealer } from './garanti-merchants.ts';

const CODE = 'G-1';

/** The number that Garanti's list of test cards has for a card. */
export const garantiNumberOf = (cardId: string): string => testCard(cardId).garantiNumber ?? '';

const callOf =
  ({ post, account }: GarantiDealer, operation: string) =>
  (request: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    post(
      `/PaymentDealer/${operation}`,
      JSON.stringify({
        PaymentDealerAuthentication: authenticationOf(account),
        PaymentDealerRequest: { OtherTrxCode: CODE, ...request },
      }),
    );

/** The detail of a payment, as GetDealerPaymentTrxDetailList answers it. */
export interface GarantiDetail {
  readonly PaymentDetail: Readonly<Record<string, unknown>>;
  readonly PaymentTrxDetailList: readonly Readonly<Record<string, unknown>>[];
}

/** A dealer whose only virtual POS is at Garanti, with one direct payment under the code. */
export const paidAtGaranti = async (cardId: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const dealer = await newGarantiDealer();
  const paid = await dealer.payDirectly({ OtherTrxCode: CODE, CardNumber: garantiNumberOf(cardId), ...fields });
  return {
    dealer,
    paid,
    capture: callOf(dealer, 'DoCapture'),
    voided: callOf(dealer, 'DoVoid'),
    refund: callOf(dealer, 'DoCreateRefundRequest'),
    detail: async () => (await callOf(dealer, 'GetDealerPaymentTrxDetailList')()).Data as GarantiDetail,
  };
};

/** Kind, state and amount of each transaction of the one order that the bank has. */
export const garantiTransactions = async ({
  orders,
}: GarantiDealer): Promise<readonly (readonly [string, string, number])[]> => {
  const [order, ...others] = await orders();
  expect(others).toEqual([]);
  return (order as TerminalOrder).transactions.map(({ type, state, amount }) => [type, state, amount] as const);
};

/** The answer of a step that the bank carried out. */
export const DONE = { ResultCode: 'Success', Data: { IsSuccessful: true, ResultCode: '00', ResultMessage: '' } };
