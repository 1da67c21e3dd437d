import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { priceInquiryRuntime } from '../../../shared/adapters/runtime/price-inquiry.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { calculatePaymentTable } from './calculate-payment-table.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: calculatePaymentTable(priceInquiryRuntime(runtime)),
});
