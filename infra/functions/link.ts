import { contract as cancelPaymentRequest } from '../../functions/link/cancel-payment-request/contract.ts';
import { contract as createPaymentRequest } from '../../functions/link/create-payment-request/contract.ts';
import { contract as getPaymentRequest } from '../../functions/link/get-payment-request/contract.ts';
import { contract as resendPaymentRequest } from '../../functions/link/resend-payment-request/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambdas of payment requests. */
export const linkFunctions: readonly FunctionDefinition[] = [
  {
    ...createPaymentRequest,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['code-for-hash'],
  },
  {
    ...getPaymentRequest,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...cancelPaymentRequest,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    // What it puts is an event that somebody wants.
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...resendPaymentRequest,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    messaging: 'knows',
  },
];
