import { powertoolsEndpointMetrics, powertoolsLog } from '../../observability/powertools.ts';
import type { ChannelSenders } from '../../ports/channel-sender.ts';
import type { ChannelDirectory } from '../../ports/event-wishes.ts';
import type { OutgoingClient } from '../../ports/outgoing-client.ts';
import type { Opener } from '../../ports/vault.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { hmacPaymentNames } from '../dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../dynamodb/payment/payments.ts';
import { dynamoEndpointMarks } from '../dynamodb/webhook/endpoint-marks.ts';
import { dynamoWebhookEndpoints } from '../dynamodb/webhook/webhook-endpoints.ts';
import { outgoingClient } from '../outgoing/outgoing-client.ts';
import { kmsClient, kmsOpener } from '../vault/kms-vault.ts';
import { noticeChannels, noticeSender } from '../webhook/notice-sender.ts';
import { webhookChannels, webhookSender } from '../webhook/webhook-sender.ts';
import { type Environment, readOutgoingRules, readVaultKeys } from './environment.ts';
import { systemClock as clock, systemRandomness as randomness } from './system.ts';

interface Place {
  readonly store: Table;
  readonly environment: Pick<Environment, 'stage'>;
}

const noticesOf = ({ store, environment }: Place) => ({
  dealers: dynamoDealers(store),
  payments: dynamoPayments(store, hmacPaymentNames(environment.stage)),
});

/** Which programs of a dealer want an event. */
export const dealerDirectories = (place: Place): readonly ChannelDirectory[] => [
  webhookChannels(dynamoWebhookEndpoints(place.store)),
  noticeChannels(noticesOf(place)),
];

/** What tells programs of dealers. Addresses that dealers named, also of SMS providers, are called by this client alone (rule 41). */
export const dealerSenders = (
  variables: NodeJS.ProcessEnv,
  place: Place,
): {
  readonly senders: Required<Pick<ChannelSenders, 'webhook' | 'notice'>>;
  readonly client: OutgoingClient;
  readonly opener: Opener;
} => {
  const { store, environment } = place;
  const client = outgoingClient({ rules: readOutgoingRules(variables) });
  const opener = kmsOpener({ kms: kmsClient(), ...readVaultKeys(variables), clock });
  const endpoints = dynamoWebhookEndpoints(store);
  const senders = {
    webhook: webhookSender({
      endpoints: { ...endpoints, ...dynamoEndpointMarks(store) },
      opener,
      client,
      randomness,
      log: powertoolsLog(),
      metrics: powertoolsEndpointMetrics(environment),
    }),
    notice: noticeSender({ ...noticesOf(place), client, endpoints, opener }),
  };
  return { senders, client, opener };
};
