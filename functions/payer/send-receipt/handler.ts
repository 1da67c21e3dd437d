import { dynamoDealerMessaging } from '../../../shared/adapters/dynamodb/dealer/dealer-messaging.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { readJoinedDeliveries } from '../../../shared/adapters/runtime/environment.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { readStageMessaging } from '../../../shared/adapters/runtime/stage-messaging.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { sendReceipt } from './send-receipt.ts';

const { store, stage, ...runtime } = pageRuntime(process.env);

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: sendReceipt({
    ...runtime,
    paymentRequests: dynamoPaymentRequests(store),
    payments: dynamoPayments(store, hmacPaymentNames(stage)),
    messages: dynamoMessages(store, { joins: readJoinedDeliveries(process.env) }),
    dealerMessaging: dynamoDealerMessaging(store),
    messaging: readStageMessaging(process.env),
  }),
});
