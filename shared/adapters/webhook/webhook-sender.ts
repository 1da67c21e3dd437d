import type { DeliveryOutcome } from '../../domain/outbox/delivery.ts';
import {
  type EndpointTry,
  isEventFor,
  markAfter,
  signingSecrets,
  type WebhookEndpoint,
} from '../../domain/webhook/endpoint.ts';
import { endpointFailingEvent } from '../../domain/webhook/endpoint-events.ts';
import { webhookOutcome } from '../../domain/webhook/webhook-answer.ts';
import { webhookPayload } from '../../domain/webhook/webhook-payload.ts';
import { type EndpointMetrics, errorNameOf, type Log } from '../../observability/log.ts';
import type { ChannelSender } from '../../ports/channel-sender.ts';
import type { ChannelDirectory } from '../../ports/event-wishes.ts';
import type { Randomness } from '../../ports/identifiers.ts';
import type { OutgoingClient } from '../../ports/outgoing-client.ts';
import { type Opener, webhookSecretContext } from '../../ports/vault.ts';
import type { EndpointMarks, WebhookEndpoints } from '../../ports/webhook-endpoints.ts';
import { webhookHeaders } from './sign-webhook.ts';

/** The endpoints of the dealer that want an event. */
export const webhookChannels = (endpoints: Pick<WebhookEndpoints, 'ofDealer'>): ChannelDirectory => ({
  channelsFor: async (event) =>
    (await endpoints.ofDealer(event.dealerCode))
      .filter((endpoint) => isEventFor(endpoint, event))
      .map(({ endpointId }) => ({ kind: 'webhook', endpointId })),
});

export interface WebhookSenderDependencies {
  readonly endpoints: WebhookEndpoints & EndpointMarks;
  readonly opener: Opener;
  readonly client: OutgoingClient;
  readonly randomness: Pick<Randomness, 'guid'>;
  readonly log: Log;
  readonly metrics: EndpointMetrics;
}

const tryOf = ({ kind }: DeliveryOutcome): EndpointTry => {
  if (kind === 'gone') return 'gone';
  return kind === 'done' ? 'answered' : 'failed';
};

/** Notes what a try says of the endpoint. Its outcome stands whatever becomes of the note: the next try makes it again. */
const noteAt = async (
  endpoint: WebhookEndpoint,
  outcome: DeliveryOutcome,
  {
    deps,
    nowMs,
    listingShards,
  }: { readonly deps: WebhookSenderDependencies; readonly nowMs: number; readonly listingShards: number },
): Promise<void> => {
  const { endpoints, randomness, log, metrics } = deps;
  const mark = markAfter(endpoint, tryOf(outcome), nowMs);
  if (mark === 'none') return;
  const { dealerCode } = endpoint;
  try {
    const told = mark === 'tell-failing';
    const event = told
      ? endpointFailingEvent(endpoint, { eventId: randomness.guid(), nowMs, listingShards })
      : undefined;
    const others = event === undefined ? [] : await endpoints.ofDealer(dealerCode);
    const wanted = event !== undefined && others.some((other) => isEventFor(other, event));
    const written = await endpoints.mark(endpoint, mark, { nowMs, event: wanted ? event : undefined });
    if (!written || mark === 'failing' || mark === 'working') return;
    log.warn(told ? 'webhook endpoint fails for long' : 'webhook endpoint switched off', { dealerCode });
    if (told) metrics.endpointFailing();
  } catch (error) {
    log.warn('webhook endpoint not marked', { dealerCode, errorName: errorNameOf(error) });
  }
};

/** Sends events to webhook endpoints, signed as the Standard Webhooks specification says. */
export const webhookSender = (deps: WebhookSenderDependencies): ChannelSender => ({
  send: async (event, { channel }, { nowMs }) => {
    const { endpoints, opener, client } = deps;
    const { dealerCode, eventId, listingShards } = event;
    const endpointId = channel.kind === 'webhook' ? channel.endpointId : '';
    const endpoint = await endpoints.find(dealerCode, endpointId);
    if (endpoint === undefined) return { kind: 'never', detail: 'the endpoint was removed' };
    if (!endpoint.enabled) return { kind: 'gone', detail: 'the endpoint is switched off' };
    const secrets = await Promise.all(
      signingSecrets(endpoint, nowMs).map(({ sealed, version }) =>
        opener.open(sealed, webhookSecretContext(endpoint, version)),
      ),
    );
    const body = webhookPayload(event);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'payment-link-webhooks',
      ...webhookHeaders({ eventId, nowMs, body, secrets }),
    };
    const outcome = webhookOutcome(await client.post({ address: endpoint.url, headers, body }));
    await noteAt(endpoint, outcome, { deps, nowMs, listingShards });
    return outcome;
  },
});
