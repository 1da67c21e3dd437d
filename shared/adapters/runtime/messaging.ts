import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { dynamoPaymentRequests } from '../dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../dynamodb/message/opt-outs.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { awsEmail } from '../messaging/aws-email.ts';
import { awsSms } from '../messaging/aws-sms.ts';
import { type Environment, readBaseUrl } from './environment.ts';
import { readMessaging, readStageMessaging } from './stage-messaging.ts';

/** What the senders of SMS and e-mails are composed from. */
export const messagingRuntime = (
  variables: NodeJS.ProcessEnv,
  { store, environment: { serviceName, stage } }: { readonly store: Table; readonly environment: Environment },
) => {
  const { sms, email, emailEvents } = readMessaging(variables);
  return {
    links: dynamoPaymentRequests(store),
    payments: dynamoPayments(store, hmacPaymentNames(stage)),
    dealers: dynamoDealers(store),
    customers: dynamoCustomers(store),
    messages: dynamoMessages(store),
    optOuts: dynamoOptOuts(store),
    dealerMessaging: dynamoDealerMessaging(store),
    looks: dynamoDealerLooks(store),
    sms: sms && awsSms(sms),
    email: email && awsEmail({ ...email, configurationSet: emailEvents }),
    stage: readStageMessaging(variables),
    baseUrl: readBaseUrl(variables),
    serviceName,
  };
};
