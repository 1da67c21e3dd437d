import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { dynamoBinDirectory } from '../../shared/adapters/dynamodb/bin-directory.ts';
import { dynamoLimitUsage } from '../../shared/adapters/dynamodb/limit-usage.ts';
import { dynamoLinkClosing } from '../../shared/adapters/dynamodb/link-closing.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { dynamoQuoteCounters } from '../../shared/adapters/dynamodb/quote-counters.ts';
import { bankRuntime } from '../../shared/adapters/runtime/bank.ts';
import { cardStoringRuntime } from '../../shared/adapters/runtime/card-storing.ts';
import { readCardHashKey, readVaultKeys } from '../../shared/adapters/runtime/environment.ts';
import { pageRuntime } from '../../shared/adapters/runtime/page.ts';
import { systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { kmsCardHasher } from '../../shared/adapters/vault/kms-card-hasher.ts';
import { kmsClient, kmsOpener } from '../../shared/adapters/vault/kms-vault.ts';
import { pageHandler } from '../../shared/http/page-handler.ts';
import { answerPayer } from './answer-payer.ts';
import { contract } from './contract.ts';
import { withQuoteLimits } from './limit-quotes.ts';
import { startPayment } from './start-payment.ts';

const { store, ...runtime } = pageRuntime(process.env);
const { clock, baseUrl, sandbox } = runtime;
const kms = kmsClient();

const start = startPayment({
  ...bankRuntime(process.env, { ...runtime, store }),
  paymentRequests: dynamoPaymentRequests(store),
  links: dynamoLinkClosing(store),
  attempts: dynamoAttempts(store),
  bins: dynamoBinDirectory(store),
  limitUsage: dynamoLimitUsage(store),
  cards: kmsCardHasher({ kms, keyArn: readCardHashKey(process.env) }),
  opener: kmsOpener({ kms, ...readVaultKeys(process.env), clock }),
  cardStoring: cardStoringRuntime(process.env, { ...runtime, store }),
  randomness: systemRandomness,
  clock,
  baseUrl,
  sandbox,
});

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: answerPayer({
    start: withQuoteLimits(start, { quotes: dynamoQuoteCounters(store), clock }),
    clock,
    baseUrl,
  }),
});
