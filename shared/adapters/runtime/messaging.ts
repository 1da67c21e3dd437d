import * as z from 'zod/mini';
import type { StageMessaging } from '../../domain/message/messaging-settings.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoDealerLooks } from '../dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerMessaging } from '../dynamodb/dealer/dealer-messaging.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { dynamoDefinitions } from '../dynamodb/link/definitions.ts';
import { dynamoPaymentRequests } from '../dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../dynamodb/message/opt-outs.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { awsEmail } from '../messaging/aws-email.ts';
import { awsSms } from '../messaging/aws-sms.ts';
import { type Environment, readBaseUrl } from './environment.ts';

const settings = z.object({
  sms: z.optional(
    z.object({
      sender: z.string(),
      dealerSenders: z.array(z.string()),
      segmentPriceMinor: z.int(),
      dailyBudgetMinor: z.int(),
    }),
  ),
  email: z.optional(z.object({ from: z.string() })),
  recipients: z.union([z.literal('any recipient'), z.array(z.string())]),
  emailEvents: z.string(),
});

const read = (variables: NodeJS.ProcessEnv): z.output<typeof settings> => {
  const text = variables.MESSAGING;
  if (text === undefined) throw new Error('environment variable MESSAGING is missing');
  const parsed = z.safeParse(settings, JSON.parse(text));
  if (!parsed.success) throw new Error('environment variable MESSAGING is wrong');
  return parsed.data;
};

/** How the stage sends messages, for the functions that know it. */
export const readStageMessaging = (variables: NodeJS.ProcessEnv): StageMessaging => {
  const { emailEvents: _name, ...stage } = read(variables);
  return omitUndefined(stage);
};

/** What the senders of SMS and e-mails are composed from. */
export const messagingRuntime = (
  variables: NodeJS.ProcessEnv,
  { store, environment: { serviceName, stage } }: { readonly store: Table; readonly environment: Environment },
) => {
  const { sms, email, emailEvents } = read(variables);
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

/** What decides which channels a link is sent on, and who gets receipts. */
export const messageChannelsRuntime = (variables: NodeJS.ProcessEnv, store: Table) => ({
  dealerMessaging: dynamoDealerMessaging(store),
  links: dynamoPaymentRequests(store),
  definitions: dynamoDefinitions(store),
  customers: dynamoCustomers(store),
  stage: readStageMessaging(variables),
});
