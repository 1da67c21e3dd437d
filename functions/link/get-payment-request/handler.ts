import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { readBaseUrl } from '../../../shared/adapters/runtime/environment.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { getPaymentRequest } from './get-payment-request.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: getPaymentRequest({
    ...paymentStepsRuntime(runtime),
    messages: dynamoMessages(runtime.store),
    baseUrl: readBaseUrl(process.env),
  }),
});
