import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { salesRuntime } from '../../../shared/adapters/runtime/sales.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updateSale } from './update-sale.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({ ...runtime, contract, useCase: updateSale(salesRuntime(runtime)) });
