import type { Dealer, OperationName } from '../../../shared/domain/dealer/dealer.ts';
import type {
  DirectCardFields,
  DirectCustomerFields,
  DirectPaymentFields,
} from '../../../shared/domain/direct-payment/direct-payment-fields.ts';
import {
  checkDirectPayment,
  type DirectPaymentContext,
} from '../../../shared/domain/direct-payment/direct-payment-rules.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { entryOf } from './splits.ts';

export interface DirectChanges {
  readonly fields?: Partial<DirectPaymentFields>;
  readonly card?: DirectCardFields;
  readonly customer?: DirectCustomerFields;
  readonly dealer?: Partial<Dealer>;
  readonly operation?: OperationName;
}

export const goodCard: DirectCardFields = {
  holderName: 'Elif Yılmaz',
  number: '4111111111111111',
  expiryMonth: '12',
  expiryYear: '2030',
  cvc: '123',
};

/** A valid payment of 27.50 with one sub-dealer, of a dealer with every permission. */
export const directContext = (changes: DirectChanges = {}): DirectPaymentContext => ({
  fields: {
    amount: minor(2750),
    commissionScenario: 1,
    subDealers: [entryOf(1774, 2750)],
    buyer: {},
    basket: [],
    ...changes.fields,
    card: changes.card ?? goodCard,
    customer: changes.customer ?? {},
  },
  operation: changes.operation ?? 'DoDirectPaymentMarketPlace',
  dealer: dealerWith({ dealerCode: 'D1', ...changes.dealer }),
  today: '20260115',
});

/** Reason and sentence of a call's refusal; undefined if it is not refused. */
export const refusedBy = (call: () => unknown): string | undefined => {
  try {
    call();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.reason}: ${error.sentence}`;
  }
};

export const directRefusal = (changes: DirectChanges): string | undefined =>
  refusedBy(() => checkDirectPayment(directContext(changes)));
