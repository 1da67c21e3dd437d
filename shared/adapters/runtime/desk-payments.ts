import { dynamoMessages } from '../dynamodb/message/messages.ts';
import { dynamoOutbox } from '../dynamodb/outbox/outbox.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../dynamodb/payment-list/payment-lists.ts';
import { dynamoVirtualPosVersions } from '../dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { deskRuntime } from './desk.ts';
import { endedDaysRuntime } from './ended-days.ts';
import { readStageMessaging } from './stage-messaging.ts';
import { systemRandomness } from './system.ts';

/** What the desk's pages of payments read, and those before a step of one. */
export const deskPaymentsRuntime = (
  variables: NodeJS.ProcessEnv,
  { store, stage, clock }: Pick<ReturnType<typeof deskRuntime>, 'store' | 'stage' | 'clock'>,
) => ({
  lists: dynamoPaymentLists(store),
  payments: dynamoPayments(store, hmacPaymentNames(stage)),
  messages: dynamoMessages(store),
  outbox: dynamoOutbox(store),
  messaging: readStageMessaging(variables),
  randomness: systemRandomness,
  clock,
  ...endedDaysRuntime(variables, { store, posVersions: dynamoVirtualPosVersions(store, clock) }),
});
