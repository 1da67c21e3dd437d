import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { salesRuntime } from '../../../shared/adapters/runtime/sales.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { addSale } from './add-sale.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({ ...runtime, contract, useCase: addSale(salesRuntime(runtime)) });
