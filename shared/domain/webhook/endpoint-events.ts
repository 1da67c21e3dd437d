import type { OutboxEvent } from '../outbox/event.ts';
import type { WebhookEndpoint } from './endpoint.ts';

interface Moment {
  readonly eventId: string;
  readonly nowMs: number;
  readonly listingShards: number;
}

/** Tells a dealer that an endpoint has failed for long. */
export const endpointFailingEvent = (
  { dealerCode, endpointId, failingSinceMs }: WebhookEndpoint,
  { eventId, nowMs, listingShards }: Moment,
): OutboxEvent => ({
  eventId,
  type: 'endpoint.failing',
  dealerCode,
  occurredAtMs: nowMs,
  listingShards,
  facts: { endpoint: { endpointId, ...(failingSinceMs === undefined ? {} : { failingSinceMs }) } },
});

/** A test of one endpoint, on an operator's command. */
export const endpointTestEvent = (
  { dealerCode, endpointId }: Pick<WebhookEndpoint, 'dealerCode' | 'endpointId'>,
  { eventId, nowMs, listingShards }: Moment,
): OutboxEvent => ({
  eventId,
  type: 'endpoint.test',
  dealerCode,
  occurredAtMs: nowMs,
  listingShards,
  facts: { endpoint: { endpointId } },
});
