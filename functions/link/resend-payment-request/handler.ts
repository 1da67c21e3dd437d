import { dynamoDealerMessaging } from '../../../shared/adapters/dynamodb/dealer/dealer-messaging.ts';
import { dynamoDefinitions } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { operationRuntime } from '../../../shared/adapters/runtime/operation.ts';
import { paymentStepsRuntime } from '../../../shared/adapters/runtime/payment-steps.ts';
import { readStageMessaging } from '../../../shared/adapters/runtime/stage-messaging.ts';
import { operationHandler } from '../../../shared/http/operation-handler.ts';
import { contract } from './contract.ts';
import { resendPaymentRequest } from './resend-payment-request.ts';

const runtime = operationRuntime(process.env);

export const handler = operationHandler({
  ...runtime,
  contract,
  useCase: resendPaymentRequest({
    ...paymentStepsRuntime(runtime),
    definitions: dynamoDefinitions(runtime.store),
    messages: dynamoMessages(runtime.store),
    dealerMessaging: dynamoDealerMessaging(runtime.store),
    messaging: readStageMessaging(process.env),
    outbox: dynamoOutbox(runtime.store),
  }),
});
