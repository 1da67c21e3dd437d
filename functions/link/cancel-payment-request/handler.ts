import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { cancelPaymentRequest } from './cancel-payment-request.ts';
import { contract } from './contract.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: cancelPaymentRequest({
    ...paymentStepsRuntime(runtime),
    links: dynamoLinkClosing(runtime.store, runtime.events),
  }),
});
