import { contract as payWithStoredCard } from '../functions/payer/pay-with-stored-card/contract.ts';
import { contract as quoteInstallments } from '../functions/payer/quote-installments/contract.ts';
import { contract as redirectPayer } from '../functions/payer/redirect-payer/contract.ts';
import { contract as sendReceipt } from '../functions/payer/send-receipt/contract.ts';
import { contract as showLinkQr } from '../functions/payer/show-link-qr/contract.ts';
import { contract as showPaymentPage } from '../functions/payer/show-payment-page/contract.ts';
import { contract as startPayment } from '../functions/payer/start-payment/contract.ts';
import { contract as bankSimulator } from '../functions/sandbox/bank-simulator/contract.ts';
import { contract as complete3D } from '../functions/three-d-payment/complete-3d/contract.ts';
import { contract as open3DPayment } from '../functions/three-d-payment/open-3d-payment/contract.ts';
import { contract as openStoredCardPayment } from '../functions/three-d-payment/open-stored-card-payment/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS, WAITS_FOR_BANK_MB } from './function-definition.ts';

/** The Lambdas on a payer's way: pages, attempts, the bank's way back, the report to the dealer, and the embedded bank. */
export const payerFunctions: readonly FunctionDefinition[] = [
  {
    ...startPayment,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: [],
    // When it stores a card, it has the card in memory already. So it may not decrypt any.
    seals: ['card-pending', 'card'],
    opens: ['merchant-key'],
    hashesCards: true,
    callsBanks: true,
  },
  {
    ...payWithStoredCard,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    // It opens the stored cards of links' customers: start-payment has no right on them (rule 48).
    opens: ['card', 'customer-password', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
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
  {
    ...redirectPayer,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...bankSimulator,
    // It delays some of its answers by 25 s, to play a slow bank.
    timeoutSeconds: 29,
    memoryMb: 256,
    table: ['GetItem', 'PutItem'],
    indexes: [],
    seals: [],
    opens: [],
    sandboxOnly: true,
    hasBankDay: true,
  },
  {
    ...showPaymentPage,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
    messaging: 'knows',
  },
  {
    ...sendReceipt,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
    messaging: 'knows',
  },
  {
    ...quoteInstallments,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'BatchGetItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...showLinkQr,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query', 'GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
];
