import { contract as updatePayment } from '../functions/payment/update-payment/contract.ts';
import { contract as updatePaymentShares } from '../functions/payment/update-payment-shares/contract.ts';
import { contract as listPayments } from '../functions/payment-list/list-payments/contract.ts';
import { contract as listTransactions } from '../functions/payment-list/list-transactions/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambdas of the lists of payments, and of what dealers change of payments that are there. */
export const listFunctions: readonly FunctionDefinition[] = [
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
    ...updatePayment,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...updatePaymentShares,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
    seals: [],
    opens: [],
    changesShares: true,
  },
];
