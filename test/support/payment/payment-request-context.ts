import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import type { PaymentRequestFields } from '../../../shared/domain/link/payment-request-fields.ts';
import {
  checkPaymentRequest,
  checkRequiredFields,
  type PaymentRequestContext,
} from '../../../shared/domain/link/payment-request-rules.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { dealerWith, definitionWith } from '../dealer/dealers.ts';

export interface ContextChanges {
  readonly fields?: Partial<PaymentRequestFields>;
  readonly definition?: Partial<Definition>;
  readonly dealer?: Partial<Dealer>;
}

/** A valid request, of a dealer and a definition that permit everything. */
export const contextWith = ({ fields, definition, dealer }: ContextChanges = {}): PaymentRequestContext => ({
  fields: {
    dealerCustomerTypeId: 7,
    amount: minor(2750),
    returnHash: 1,
    redirectUrl: 'https://shop.example/result',
    buyer: {},
    basket: [],
    subDealers: [],
    ...fields,
  },
  operation: 'CreateUserPosPayment',
  definition: definitionWith('D1', { dealerCustomerTypeId: 7, ...definition }),
  dealer: dealerWith({ dealerCode: 'D1', ...dealer }),
  today: '20260115',
  nowMs: Date.UTC(2026, 0, 15, 9),
  loopbackHttpAllowed: false,
});

/** Reason and sentence of the refusal by the rules; undefined if there is none. */
export const refusalOf = (context: PaymentRequestContext): { reason: string; sentence: string } | undefined => {
  try {
    checkRequiredFields(context);
    checkPaymentRequest(context);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { reason: error.reason, sentence: error.sentence };
  }
};
