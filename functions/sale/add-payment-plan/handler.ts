import { dynamoCardKeeping } from '../../../shared/adapters/dynamodb/card/card-keeping.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoPlanKeeping } from '../../../shared/adapters/dynamodb/sale/plan-keeping.ts';
import { dynamoPlanReading } from '../../../shared/adapters/dynamodb/sale/plan-reading.ts';
import { dynamoSales } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addPaymentPlan } from './add-payment-plan.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);
const { store, clock } = runtime;

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: addPaymentPlan({
    sales: dynamoSales(store),
    plans: { ...dynamoPlanReading(store), ...dynamoPlanKeeping(store, runtime.events) },
    cards: dynamoCardKeeping(store),
    definitions: dynamoDefinitions(store),
    identifiers: blockIdentifiers(store),
    clock,
  }),
});
