import { expect } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { type BankDealer, newBankDealer } from '../bank/bank-merchants.ts';
import type { Answer, DirectPath } from '../dealer/dealers.ts';
import { ratesOf } from '../dealer/virtual-pos.ts';
import { putRows } from '../store/store.ts';

export const DIRECT: DirectPath = '/PaymentDealer/DoDirectPayment';
export const MARKET_PLACE: DirectPath = '/PaymentDealer/DoDirectPaymentMarketPlace';

export const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';
export const LIMITS = 'PaymentDealer.CheckDealerPaymentLimits.';
export const PAYMENT = 'PaymentDealer.DoDirectPayment.';

/** The service's rates for the top dealer in these tests, by installment count. */
export const TOP_DEALER_RATES = ratesOf({ 1: '1.5', 3: '2.25' });

/** Two sub-dealers whose amounts add up to the amount of `leastDirect`, in scenario 2. */
export const leastSplit = {
  CommissionScenario: 2,
  SubDealer: [
    { DealerId: 1774, Amount: 10.25, DealerCommissionRate: 3.85, DealerCommissionFixedAmount: 0 },
    { DealerId: 1803, Amount: 17.25, DealerCommissionRate: 2 },
  ],
};

export const putSubDealers = (
  { store, dealer }: Pick<BankDealer, 'store' | 'dealer'>,
  ids: readonly number[],
): Promise<void> => {
  const { dealerCode } = dealer;
  const rates = ratesOf({ 1: '4', 3: '5.5' });
  return putRows(
    store,
    ids.map((subDealerId) =>
      subDealerItem({ dealerCode, subDealerId, version: 1, name: `Sub-dealer ${subDealerId}`, enabled: true, rates }),
    ),
  );
};

/** A dealer at the embedded bank with the sub-dealers of `leastSplit`. */
export const newSplitDealer = async (
  options: Parameters<typeof newBankDealer>[0] = {},
  ids: readonly number[] = leastSplit.SubDealer.map(({ DealerId }) => DealerId),
): Promise<BankDealer> => {
  const dealer = await newBankDealer({ ...options, dealer: { topDealerRates: TOP_DEALER_RATES, ...options.dealer } });
  await putSubDealers(dealer, ids);
  return dealer;
};

/** The fields of a test card. American Express has a longer CVC. */
export const paidBy = (cardId: string) => {
  const { number } = testCard(cardId);
  return { CardNumber: number, CvcNumber: number.startsWith('3') ? '0000' : '000' };
};

export const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

/** A token that no stored card has. */
export const UNKNOWN_TOKEN = '00000000-0000-4000-8000-000000000000';

/** `Data` of a decline by the bank (decisions: answers). */
export const declinedWith = (code: string) => ({
  IsSuccessful: false,
  ResultCode: code,
  ResultMessage: expect.stringMatching(/\S/),
  VirtualPosOrderId: '',
});
