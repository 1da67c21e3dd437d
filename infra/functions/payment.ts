import { contract as approvePoolPayment } from '../../functions/payment/approve-pool-payment/contract.ts';
import { contract as capturePayment } from '../../functions/payment/capture-payment/contract.ts';
import { contract as reconcilePayments } from '../../functions/payment/reconcile-payments/contract.ts';
import { contract as refundPayment } from '../../functions/payment/refund-payment/contract.ts';
import { contract as undoPoolApproval } from '../../functions/payment/undo-pool-approval/contract.ts';
import { contract as updatePayment } from '../../functions/payment/update-payment/contract.ts';
import { contract as updatePaymentShares } from '../../functions/payment/update-payment-shares/contract.ts';
import { contract as voidPayment } from '../../functions/payment/void-payment/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambdas of what follows a charge, and the sweeper. */
export const paymentFunctions: readonly FunctionDefinition[] = [
  {
    ...capturePayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: ['merchant-key'],
    callsBanks: true,
  },
  {
    ...voidPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: ['merchant-key'],
    callsBanks: true,
  },
  {
    ...refundPayment,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...approvePoolPayment,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...undoPoolApproval,
    stack: 'records',
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
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
  {
    ...reconcilePayments,
    inParts: true,
    // Less than the lease of an attempt, so that no run outlives its leases.
    timeoutSeconds: 55,
    // After an outage it settles 25 attempts of each bank a second, which a third of a processor does not do.
    memoryMb: 1024,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['due'],
    // It deletes boxes that nobody opened, and may not read one.
    boxes: ['DeleteItem'],
    seals: ['card'],
    opens: ['merchant-key', 'card-pending'],
    hashesCards: true,
    callsBanks: true,
    everyMinutes: 1,
    startsItself: true,
  },
];
