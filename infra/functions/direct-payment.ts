import { contract as makeDirectPayment } from '../../functions/direct-payment/make-direct-payment/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS, WAITS_FOR_BANK_MB } from './function-definition.ts';

/** The Lambda of payments without 3D. */
export const directPaymentFunctions: readonly FunctionDefinition[] = [
  {
    ...makeDirectPayment,
    inParts: true,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: WAITS_FOR_BANK_MB,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    seals: ['card', 'card-pending'],
    opens: ['card', 'card-pending', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
];
