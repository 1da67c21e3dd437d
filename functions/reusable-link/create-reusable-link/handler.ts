import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { cachedDefinitions, dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import {
  cachedVirtualPosDirectory,
  dynamoVirtualPosDirectory,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { readBaseUrl } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { makeReusableLink } from './create-reusable-link.ts';

const runtime = operationRuntime(process.env);
const { store, clock, environment, events } = runtime;
const { sandbox, stage, dealerCacheMs: lifeMs } = environment;
const paymentNames = hmacPaymentNames(stage);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: makeReusableLink({
    definitions: cachedDefinitions({ definitions: dynamoDefinitions(store), clock, lifeMs }),
    virtualPosDirectory: cachedVirtualPosDirectory({ directory: dynamoVirtualPosDirectory(store), clock, lifeMs }),
    subDealers: dynamoSubDealers(store),
    reusableLinks: dynamoReusableLinks(store, paymentNames, events),
    paymentNames,
    identifiers: blockIdentifiers(store),
    randomness: systemRandomness,
    clock,
    baseUrl: readBaseUrl(process.env),
    sandbox,
  }),
});
