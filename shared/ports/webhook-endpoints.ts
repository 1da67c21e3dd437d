import type { OutboxEvent } from '../domain/outbox/event.ts';
import type { EndpointMark, WebhookEndpoint } from '../domain/webhook/endpoint.ts';

/** The webhook endpoints of dealers, read strongly. Every method throws StoreUnavailable and UnreadableRow. */
export interface WebhookEndpoints {
  /** All endpoints of a dealer, in the order of their ids. One trip. */
  ofDealer(dealerCode: string): Promise<readonly WebhookEndpoint[]>;
  /** Undefined when the dealer has no such endpoint. One trip. */
  find(dealerCode: string, endpointId: string): Promise<WebhookEndpoint | undefined>;
}

export interface EndpointMarks {
  /**
   * Writes what a try changes at its endpoint, on condition of the endpoint's version, with the event that tells its
   * dealer, if there is one, in the same transaction. False: the endpoint has changed, and nothing was written. Throws
   * StoreUnavailable.
   */
  mark(
    endpoint: WebhookEndpoint,
    mark: Exclude<EndpointMark, 'none'>,
    at: { readonly nowMs: number; readonly event?: OutboxEvent | undefined },
  ): Promise<boolean>;
}
