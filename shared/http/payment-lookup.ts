import type { OperationName } from '../domain/dealer/dealer.ts';
import { integer, recordId } from './fields.ts';
import { paymentDealerCodes } from './payment-dealer-codes.ts';

/** Operations that read payments, each with a second name that clients with sub-dealers call. */
type Lookup = 'GetDealerPaymentTrxDetailList' | 'GetPaymentList' | 'GetPaymentTrxList';

/** What every lookup of payments has in its contract. Reading needs no permission. */
export const paymentLookup = <Operation extends Lookup>(operation: Operation) => {
  const withSubDealers: OperationName = `${operation}MarketPlace`;
  return {
    operation,
    routes: [
      { method: 'POST', path: `/PaymentDealer/${operation}` },
      { method: 'POST', path: `/PaymentDealer/${withSubDealers}`, operation: withSubDealers },
    ],
    authenticationBlocks: ['PaymentDealerAuthentication'],
    requestBlock: 'PaymentDealerRequest',
  } as const;
};

/** What both lists of payments may be filtered by. */
export const listFilters = { TrxStatus: integer(), SubDealerId: recordId() };

/** Codes of a list: of the pipeline, and of a list without an entry. */
export const paymentListCodes = (operation: Exclude<Lookup, 'GetDealerPaymentTrxDetailList'>) =>
  ({ ...paymentDealerCodes(operation), NoDataFound: `PaymentDealer.${operation}.NoDataFound` }) as const;
