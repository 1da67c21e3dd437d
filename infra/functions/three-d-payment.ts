import { contract as complete3D } from '../../functions/three-d-payment/complete-3d/contract.ts';
import { contract as open3DPayment } from '../../functions/three-d-payment/open-3d-payment/contract.ts';
import { contract as openStoredCardPayment } from '../../functions/three-d-payment/open-stored-card-payment/contract.ts';
import { contract as start3DPayment } from '../../functions/three-d-payment/start-3d-payment/contract.ts';
import { contract as startMobile3D } from '../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS, WAITS_FOR_BANK_MB } from './function-definition.ts';

/** The Lambdas of payments with 3D that a dealer's program starts, and of the way back from the bank. */
export const threeDPaymentFunctions: readonly FunctionDefinition[] = [
  {
    ...startMobile3D,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['code-for-hash'],
  },
  {
    ...start3DPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    // What it deletes is the card that waits in an attempt which a further call supersedes.
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    boxes: ['PutItem'],
    // A stored card is opened here to be checked; its box holds the token alone (rule 24). No bank is called.
    seals: ['card-challenge', 'code-for-hash'],
    opens: ['card', 'code-for-hash'],
    hashesCards: true,
  },
  {
    ...open3DPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    // It reads boxes that hold a card. It has no right on stored cards (rule 25).
    boxes: ['GetItem', 'DeleteItem'],
    seals: ['card-pending'],
    opens: ['card-challenge', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...openStoredCardPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    boxes: ['GetItem', 'DeleteItem'],
    seals: [],
    // The one function that opens both boxes and stored cards, at an address of its own (rule 25).
    opens: ['card-challenge', 'card', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...complete3D,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: WAITS_FOR_BANK_MB,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    seals: ['card'],
    opens: ['merchant-key', 'card-pending'],
    hashesCards: true,
    callsBanks: true,
  },
];
