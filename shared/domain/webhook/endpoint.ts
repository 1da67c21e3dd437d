import { type EventType, eventTypes, isForDealers, type OutboxEvent } from '../outbox/event.ts';

/** Most endpoints of one dealer. */
export const MAX_ENDPOINTS = 10;

/** A secret that events are signed with, sealed by the vault. */
export interface EndpointSecret {
  /** The endpoint's version that the secret was made for. */
  readonly version: number;
  readonly sealed: string;
  /** A former secret signs beside the new one until then. The current one has no end. */
  readonly endsAtMs?: number;
}

/** An address of a dealer that is told of events. */
export interface WebhookEndpoint {
  readonly dealerCode: string;
  /** Chosen by the operator, unique within the dealer. */
  readonly endpointId: string;
  readonly version: number;
  readonly url: string;
  readonly eventTypes: 'all events' | readonly EventType[];
  readonly enabled: boolean;
  /** The current secret, then the one before it while it still signs. */
  readonly secrets: readonly EndpointSecret[];
  /** The endpoint answered 410 then, which switched it off. */
  readonly goneAtMs?: number;
  /** Every try has failed since then. */
  readonly failingSinceMs?: number;
  /** The dealer was told then that the endpoint is failing. */
  readonly failingToldAtMs?: number;
}

/** How long an endpoint fails before its dealer is told: past the tries of the first hours. */
const FAILING_LONG_MS = 6 * 3_600_000;

const wantsType = ({ eventTypes: wanted }: Pick<WebhookEndpoint, 'eventTypes'>, type: EventType): boolean =>
  wanted === 'all events' || wanted.includes(type);

/**
 * True if an event goes to an endpoint. A test goes to the endpoint that it is for, whatever that wants; that an endpoint
 * is failing is told to the others.
 */
export const isEventFor = (
  endpoint: Pick<WebhookEndpoint, 'endpointId' | 'eventTypes' | 'enabled'>,
  { type, facts }: Pick<OutboxEvent, 'type' | 'facts'>,
): boolean => {
  if (!endpoint.enabled) return false;
  const about = facts.endpoint?.endpointId === endpoint.endpointId;
  if (type === 'endpoint.test') return about;
  return isForDealers(type) && wantsType(endpoint, type) && !(type === 'endpoint.failing' && about);
};

/** The event types that at least one enabled endpoint wants, in the order of their list. */
export const wantedByEndpoints = (
  endpoints: readonly Pick<WebhookEndpoint, 'eventTypes' | 'enabled'>[],
): readonly EventType[] => {
  const enabled = endpoints.filter((endpoint) => endpoint.enabled);
  // A test is written for its endpoint, wanted or not.
  return eventTypes.filter((type) => type !== 'endpoint.test' && enabled.some((endpoint) => wantsType(endpoint, type)));
};

/** The secrets that sign at a moment, the current one first. */
export const signingSecrets = (
  { secrets }: Pick<WebhookEndpoint, 'secrets'>,
  nowMs: number,
): readonly EndpointSecret[] => secrets.filter(({ endsAtMs }) => endsAtMs === undefined || nowMs < endsAtMs);

/** The secrets after a rotation: the new one, and the one that was current, until it ends. */
export const rotateSecret = (
  { secrets }: Pick<WebhookEndpoint, 'secrets'>,
  {
    fresh,
    keptUntilMs,
    nowMs,
  }: { readonly fresh: EndpointSecret; readonly keptUntilMs: number; readonly nowMs: number },
): readonly EndpointSecret[] => {
  const [current] = secrets;
  if (current === undefined || keptUntilMs <= nowMs) return [fresh];
  return [fresh, { ...current, endsAtMs: keptUntilMs }];
};

/** What a try changes at its endpoint. */
export type EndpointMark =
  /** Nothing: the endpoint is as it was. */
  | 'none'
  /** The first failure since a success. */
  | 'failing'
  /** It has failed for long: the dealer is to be told, once. */
  | 'tell-failing'
  /** It works again. */
  | 'working'
  | 'gone';

/** What became of one try, as far as it is about the endpoint and not about the event. */
export type EndpointTry = 'answered' | 'failed' | 'gone';

export const markAfter = (
  { failingSinceMs, failingToldAtMs }: Pick<WebhookEndpoint, 'failingSinceMs' | 'failingToldAtMs'>,
  outcome: EndpointTry,
  nowMs: number,
): EndpointMark => {
  if (outcome === 'gone') return 'gone';
  if (outcome === 'answered') return failingSinceMs === undefined ? 'none' : 'working';
  if (failingSinceMs === undefined) return 'failing';
  return failingToldAtMs === undefined && nowMs - failingSinceMs >= FAILING_LONG_MS ? 'tell-failing' : 'none';
};
