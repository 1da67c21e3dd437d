import { contract as payWithStoredCard } from '../../functions/payer/pay-with-stored-card/contract.ts';
import { contract as quoteInstallments } from '../../functions/payer/quote-installments/contract.ts';
import { contract as redirectPayer } from '../../functions/payer/redirect-payer/contract.ts';
import { contract as sendReceipt } from '../../functions/payer/send-receipt/contract.ts';
import { contract as showLinkQr } from '../../functions/payer/show-link-qr/contract.ts';
import { contract as showPaymentPage } from '../../functions/payer/show-payment-page/contract.ts';
import { contract as startPayment } from '../../functions/payer/start-payment/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambdas of the pages behind a link's address. */
export const payerFunctions: readonly FunctionDefinition[] = [
  {
    ...startPayment,
    inParts: true,
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
    ...redirectPayer,
    timeoutSeconds: 10,
    memoryMb: 512,
    table: ['Query'],
    indexes: [],
    seals: [],
    opens: [],
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
    joinsDeliveries: true,
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
