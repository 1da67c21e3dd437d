import { contract as fillSubDealerLists } from '../../functions/payment-list/fill-sub-dealer-lists/contract.ts';
import { contract as getPaymentDetail } from '../../functions/payment-list/get-payment-detail/contract.ts';
import { contract as listPayments } from '../../functions/payment-list/list-payments/contract.ts';
import { contract as listTransactions } from '../../functions/payment-list/list-transactions/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambdas of the lists of payments, and of one payment in detail. */
export const paymentListFunctions: readonly FunctionDefinition[] = [
  {
    ...getPaymentDetail,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...listPayments,
    // A list with a filter reads up to 5,000 entries.
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
  },
  {
    ...listTransactions,
    stack: 'records',
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
  },
  {
    ...fillSubDealerLists,
    timeoutSeconds: 55,
    memoryMb: 256,
    table: ['Query', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    consumesPayments: true,
  },
];
