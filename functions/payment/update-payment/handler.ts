import { dynamoPaymentTexts } from '../../../shared/adapters/dynamodb/payment/payment-texts.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { updatePayment } from './update-payment.ts';

const runtime = operationRuntime(process.env);
const { payments } = paymentStepsRuntime(runtime);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: updatePayment({ payments, texts: dynamoPaymentTexts(runtime.store) }),
});
