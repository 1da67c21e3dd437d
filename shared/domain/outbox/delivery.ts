/** One way in which an event reaches somebody. */
export type DeliveryChannel =
  | { readonly kind: 'webhook'; readonly endpointId: string }
  /** The form POST of the redirect fields that old programs of the interface know. */
  | { readonly kind: 'notice' }
  /** Round 1 is the first message; reminders and resends are later rounds. */
  | { readonly kind: 'sms'; readonly round: number }
  | { readonly kind: 'email'; readonly round: number }
  | { readonly kind: 'receipt'; readonly to: 'payer' | 'dealer'; readonly round: number }
  /** A mail to a user of the desk. */
  | { readonly kind: 'desk-mail' };

export type ChannelKind = DeliveryChannel['kind'];

export const channelKinds = [
  'webhook',
  'notice',
  'sms',
  'email',
  'receipt',
  'desk-mail',
] as const satisfies readonly ChannelKind[];

/**
 * - `waiting`: its next try is due at `dueAtMs`.
 * - `done`: told.
 * - `refused`: never to be told, for example because the link was cancelled or the recipient opted out.
 * - `gone`: the endpoint asked not to be told any more.
 * - `dead`: every try failed; an operator may redrive it.
 */
export const deliveryStates = ['waiting', 'done', 'refused', 'gone', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event on its way to one channel. */
export interface Delivery {
  readonly eventId: string;
  readonly dealerCode: string;
  readonly channel: DeliveryChannel;
  readonly state: DeliveryState;
  readonly version: number;
  /** Tries that were begun. A try is counted before anything is sent. */
  readonly tries: number;
  readonly createdAtMs: number;
  /** When the next try is due; while a try runs, the end of its lease. */
  readonly dueAtMs: number;
  readonly listingShards: number;
  /** It is the only one of its event, and stands in the event's own row. */
  readonly joined?: true;
  /** Its message stands there too. What payers were sent is kept with their payments, so such a row is never deleted. */
  readonly holdsMessage?: true;
  readonly lastTryAtMs?: number;
  /** A worker has begun a try and has not recorded its end. */
  readonly underWay?: true;
  /** How often it may have arrived without anybody knowing: after a crash, or a try without an answer. */
  readonly unheard?: number;
  /** What the last try met, in words without secrets: `HTTP 500`, `timed out`. */
  readonly detail?: string;
  readonly endedAtMs?: number;
}

/** What became of one try. `detail` is at most 200 characters, for operators and dealers, without secrets. */
export type DeliveryOutcome =
  | { readonly kind: 'done'; readonly detail: string }
  /** `maybeSent`: nobody knows whether it arrived. A message to a person is sent no third time then. */
  | { readonly kind: 'again'; readonly detail: string; readonly maybeSent?: true }
  /** Must not be told: no further try, and no alarm. */
  | { readonly kind: 'never'; readonly detail: string }
  /** The endpoint is switched off. */
  | { readonly kind: 'gone'; readonly detail: string };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const MESSAGE_PAUSES_MS = [0, 5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/** Pause before each try of a channel, counted from the end of the try before. Their number is the number of tries. */
const PAUSES_MS: Readonly<Record<ChannelKind, readonly number[]>> = {
  webhook: [
    0,
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  notice: [0, 5 * SECOND_MS, 5 * MINUTE_MS],
  sms: MESSAGE_PAUSES_MS,
  email: MESSAGE_PAUSES_MS,
  receipt: MESSAGE_PAUSES_MS,
  'desk-mail': MESSAGE_PAUSES_MS,
};

/** When the next try is due after so many tries; undefined when there is none any more. */
export const nextTry = ({ kind }: DeliveryChannel, tries: number, nowMs: number): number | undefined => {
  const pause = PAUSES_MS[kind][tries];
  return pause === undefined ? undefined : nowMs + pause;
};

/** The channel as one text, which is unique within an event. */
export const channelId = (channel: DeliveryChannel): string => {
  switch (channel.kind) {
    case 'webhook':
      return `webhook:${channel.endpointId}`;
    case 'notice':
    case 'desk-mail':
      return channel.kind;
    case 'sms':
    case 'email':
      return `${channel.kind}:${channel.round}`;
    case 'receipt':
      return `receipt:${channel.to}:${channel.round}`;
  }
};

const WEBHOOK_ID = /^webhook:(.+)$/;
const MESSAGE_ID = /^(sms|email):(\d+)$/;
const RECEIPT_ID = /^receipt:(payer|dealer):(\d+)$/;

/** The channel that a text of `channelId` names; undefined for any other text. */
export const channelNamed = (id: string): DeliveryChannel | undefined => {
  if (id === 'notice' || id === 'desk-mail') return { kind: id };
  const [, endpointId] = WEBHOOK_ID.exec(id) ?? [];
  if (endpointId !== undefined) return { kind: 'webhook', endpointId };
  const [, kind, round] = MESSAGE_ID.exec(id) ?? [];
  if (kind !== undefined) return { kind: kind === 'sms' ? 'sms' : 'email', round: Number(round) };
  const [, to, receipt] = RECEIPT_ID.exec(id) ?? [];
  return to === undefined ? undefined : { kind: 'receipt', to: to === 'payer' ? to : 'dealer', round: Number(receipt) };
};

/** What one worker serves at a time: an endpoint, or a channel of a dealer. A slow lane holds up no other. */
export const laneOf = ({ dealerCode, channel }: Pick<Delivery, 'dealerCode' | 'channel'>): string =>
  channel.kind === 'webhook' ? `${dealerCode}#webhook#${channel.endpointId}` : `${dealerCode}#${channel.kind}`;
