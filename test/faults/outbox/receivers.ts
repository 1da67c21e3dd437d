import { isDeepStrictEqual } from 'node:util';
import { handOverBegun, handOverNew } from '../../../functions/outbox/deliver/hand-over.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { messageOfEvent } from '../../../shared/domain/message/joined-message.ts';
import { type MessageName, messageReference } from '../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import { chargeForReceipt } from '../../../shared/domain/message/receipt.ts';
import {
  channelId,
  type Delivery,
  type DeliveryChannel,
  type DeliveryOutcome,
} from '../../../shared/domain/outbox/delivery.ts';
import type { EventType, OutboxEvent } from '../../../shared/domain/outbox/event.ts';
import type { ChannelSender, ChannelSenders } from '../../../shared/ports/channel-sender.ts';
import type { ChannelDirectory } from '../../../shared/ports/event-wishes.ts';
import type { MessageAnswer } from '../../../shared/ports/message-provider.ts';
import type { Messages, OptOuts } from '../../../shared/ports/messages.ts';
import { demand } from '../invariants.ts';
import type { Instance, Watch, World } from '../world.ts';

const AGAIN = { kind: 'again', detail: 'refused' } as const;

/** What a receiver does with a try. `lost`: it takes the message, and its answer never arrives. */
const MOODS = ['takes', 'takes', 'refuses', 'lost'] as const;

export const WANTED: readonly EventType[] = [
  'link.created',
  'link.paid',
  'link.failed',
  'link.expired',
  'link.cancelled',
];

/** A link as its payer and its dealer find it. */
interface PaymentOfLink {
  readonly link: PaymentRequest;
  readonly attempts: readonly Attempt[];
}

/** Everything that receivers got, in the order in which it arrived. */
interface Arrival {
  readonly eventId: string;
  readonly channel: string;
  readonly bytes: string;
}

/** What the service of a message tells of it later. */
export interface ProviderReport {
  readonly reference: string;
  readonly isDelivered: boolean;
}

/** What a service is called with. */
interface Taking {
  readonly payment: PaymentOfLink;
  readonly reference: string;
}

const impossible = (): never => {
  throw new Error('a message without a name');
};

/** A stage whose SMS cost nothing, so that its budget never ends. */
const STAGE = {
  sms: { sender: 'S', dealerSenders: [], segmentPriceMinor: 0, dailyBudgetMinor: 0 },
  recipients: 'any recipient',
} as const;
/** A dealer whose cap is soon full, and one whose never is. */
const SMS_A_DAY = [1, 2, 1000] as const;
const NOBODY_OPTED_OUT: OptOuts = { find: async () => undefined, add: async () => undefined };

/** The message that an event makes leave by a channel; undefined of channels that programs read. */
export const messageNameOf = (event: OutboxEvent, channel: DeliveryChannel): MessageName | undefined => {
  if (channel.kind === 'receipt' && channel.to === 'dealer' && event.payment !== undefined)
    return { payment: event.payment, channel: 'email', kind: 'sale', round: channel.round };
  return messageOfEvent(event, channel);
};

const WEBHOOKS: readonly DeliveryChannel[] = [
  { kind: 'webhook', endpointId: 'quick' },
  { kind: 'webhook', endpointId: 'slow' },
];
const NOTICE: DeliveryChannel = { kind: 'notice' };
const SMS: DeliveryChannel = { kind: 'sms', round: 1 };

/**
 * Which channels want an event: a message goes out for a new link and for a reminder, a receipt for what was paid. A dealer has
 * one endpoint or two, and many events of one with one are told by a single channel.
 */
const channelsWith = (
  webhooks: readonly DeliveryChannel[],
  { type, facts }: Pick<OutboxEvent, 'type' | 'facts'>,
): readonly DeliveryChannel[] => {
  if (type === 'link.reminder-due') return [SMS];
  if (type === 'receipt.asked') return [{ kind: 'receipt', to: 'payer', round: facts.receipt?.round ?? 0 }];
  if (type === 'link.created') return [...webhooks, SMS];
  if (type === 'link.paid') return [...webhooks, NOTICE, { kind: 'receipt', to: 'dealer', round: 1 }];
  return type === 'link.failed' ? [...webhooks, NOTICE] : webhooks;
};

/** How many endpoints the dealer of a run has. `changing`: the second one comes and goes, between two looks at one event too. */
const ENDPOINTS = ['none', 'one', 'two', 'changing'] as const;

/** The dealer's endpoints of a run. */
export class Endpoints {
  readonly #kind: (typeof ENDPOINTS)[number];
  readonly #seeded: World['seeded'];
  readonly directory: ChannelDirectory = {
    channelsFor: async (event) => channelsWith(WEBHOOKS.slice(0, this.#hasSecond() ? 2 : this.#leastCount()), event),
  };

  constructor({ seeded }: World) {
    this.#seeded = seeded;
    this.#kind = seeded.pick(ENDPOINTS);
  }

  #hasSecond(): boolean {
    return this.#kind === 'two' || (this.#kind === 'changing' && this.#seeded.chance(0.5));
  }

  #leastCount(): number {
    return this.#kind === 'none' ? 0 : 1;
  }

  /** The channels that must have been told of an event. */
  surelyOf(event: OutboxEvent): readonly DeliveryChannel[] {
    return channelsWith(this.#kind === 'two' ? WEBHOOKS : WEBHOOKS.slice(0, this.#leastCount()), event);
  }
}

const movesOn = (before: unknown, after: unknown): boolean => Number(after) === Number(before) + 1;

/** The sweep could not read an event, and will look at it again later: nothing but its place in the queue moved. */
const isPutOff = (before: Parameters<Watch>[0], after: Parameters<Watch>[1]): boolean =>
  String(before.dueSk) < String(after.dueSk) && isDeepStrictEqual({ ...before, dueSk: '' }, { ...after, dueSk: '' });

/**
 * A delivery moves from version to version, in its own row and in that of its event: no repeated record writes it anew. What a
 * provider reports of a message moves that alone. An event whose first try is under way may be put off.
 */
export const neverBeginsAnew: Watch = (before, after) => {
  if (before.channel === undefined || movesOn(before.version, after.version)) return undefined;
  const isReport = movesOn(before.messageVersion, after.messageVersion) && before.version === after.version;
  return isReport || isPutOff(before, after)
    ? undefined
    : `a delivery of version ${String(before.version)} became version ${String(after.version)}`;
};

/** What an event says never changes, and it is told in one form: by the delivery that joined it, or by rows of their own. */
export const staysAsWritten: Watch = (before, after) => {
  if (before.entity !== 'event') return undefined;
  const [was, is] = [before, after].map(({ facts, type, occurredAtMs }) => JSON.stringify([facts, type, occurredAtMs]));
  if (was !== is) return 'an event says something else than before';
  return after.channel !== undefined && after.separate === true
    ? 'a delivery joined an event of separate ones'
    : undefined;
};

/** The dealers' servers and the payer's phone of a run. */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  /** What providers will report, of messages that they took. */
  readonly reports: ProviderReport[] = [];
  readonly #world: World;
  readonly #paymentOf: (event: OutboxEvent) => Promise<PaymentOfLink>;
  readonly #settings: DealerMessaging;
  atFault = true;

  constructor(world: World, paymentOf: (event: OutboxEvent) => Promise<PaymentOfLink>) {
    this.#world = world;
    this.#paymentOf = paymentOf;
    this.#settings = { ...DEFAULT_MESSAGING, smsADay: world.seeded.pick(SMS_A_DAY) };
  }

  /** True of the link as it stands: what became true stays true. */
  #checkTruth({ type, facts }: OutboxEvent, { channel }: Delivery, { link, attempts }: PaymentOfLink): void {
    if (channel.kind === 'receipt') {
      const charge = attempts.find(({ orderId }) => orderId === facts.payment?.orderId);
      const isPaid = charge?.state === 'approved' && charge.reportedOutcome === 'paid' && charge.refunded === undefined;
      demand(isPaid && link.state === 'paid', `a receipt says "paid" of a charge that is ${charge?.state}`);
      return;
    }
    const state = linkStateAt(link, this.#world.clock.now());
    const asksToPay = channel.kind === 'sms' || type === 'link.created';
    const isTrue = channel.kind === 'sms' ? state === 'open' : asksToPay || `link.${state}` === type;
    demand(isTrue, `${type} was told of a link that is ${state}`);
  }

  /** What the senders look at before a message leaves; undefined where it may. */
  #problemOf({ facts }: OutboxEvent, { channel }: Delivery, payment: PaymentOfLink): string | undefined {
    if (channel.kind === 'receipt') {
      const charge = chargeForReceipt({ ...payment, steps: [] }, facts.payment?.orderId ?? '');
      return charge === undefined ? 'given-back' : undefined;
    }
    // A message is about a link that can be paid: nothing goes out after its end.
    const isOver = linkStateAt(payment.link, this.#world.clock.now()) !== 'open';
    return channel.kind === 'sms' && isOver ? 'the link is over' : undefined;
  }

  /** What becomes of a try that reaches a receiver. */
  #arrive(event: OutboxEvent, delivery: Delivery, payment: PaymentOfLink): (typeof MOODS)[number] {
    const mood = this.atFault ? this.#world.seeded.pick(MOODS) : 'takes';
    this.#world.circumstances.met.add(`receiver ${mood}`);
    if (mood === 'refuses') return mood;
    this.#checkTruth(event, delivery, payment);
    const channel = channelId(delivery.channel);
    this.arrivals.push({ eventId: event.eventId, channel, bytes: JSON.stringify(event) });
    return mood;
  }

  /** The link as a sender reads it before it sends, or why nothing may leave. */
  async #look(event: OutboxEvent, delivery: Delivery): Promise<PaymentOfLink | string> {
    const payment = await this.#paymentOf(event);
    return this.#problemOf(event, delivery, payment) ?? payment;
  }

  /** Tells a program. */
  async #tell(event: OutboxEvent, delivery: Delivery): Promise<DeliveryOutcome> {
    const payment = await this.#look(event, delivery);
    if (typeof payment === 'string') return { kind: 'never', detail: payment };
    const mood = this.#arrive(event, delivery, payment);
    if (mood === 'refuses') return AGAIN;
    return mood === 'lost' ? { ...AGAIN, maybeSent: true } : { kind: 'done', detail: '200' };
  }

  /** The service of a message takes it, or does not. */
  async #take(event: OutboxEvent, delivery: Delivery, { payment, reference }: Taking): Promise<MessageAnswer> {
    const mood = this.#arrive(event, delivery, payment);
    if (mood === 'refuses') return { kind: 'again', detail: 'throttled' };
    this.reports.push({ reference, isDelivered: this.#world.seeded.chance(0.8) });
    return mood === 'lost' ? { kind: 'unknown', detail: 'no answer' } : { kind: 'accepted', messageId: reference };
  }

  /**
   * Senders of one process, which may die between their steps. Messages are handed over by the code that senders of messages
   * share: row, counters, and what became of it.
   */
  senders(messages: Messages, { process }: Pick<Instance, 'process'>): ChannelSenders {
    const own = { look: this.#look.bind(this), tell: this.#tell.bind(this), take: this.#take.bind(this) };
    const steps = process.using(own, ['look', 'tell', 'take']);
    const handOver: ChannelSender['send'] = async (event, delivery, _time, ofTry = messages) => {
      const name = messageNameOf(event, delivery.channel) ?? impossible();
      const payment = await steps.look(event, delivery);
      if (typeof payment === 'string') return { kind: 'never', detail: payment };
      const reference = messageReference(name);
      const nowMs = this.#world.clock.now();
      const known = await ofTry.find(name);
      const fresh = { ...name, state: 'queued', version: 1, to: reference, handOvers: 1, queuedAtMs: nowMs } as const;
      const call = () => steps.take(event, delivery, { payment, reference });
      const draft = { message: known ?? fresh, dealerCode: event.dealerCode, settings: this.#settings, nowMs, call };
      const metrics = { budgetUsedUp: () => undefined };
      const deps = { messages: ofTry, optOuts: NOBODY_OPTED_OUT, stage: STAGE, metrics };
      // As their own senders do it: that of a receipt looks for its message, that of a link begins it with every try.
      const isNew = known === undefined || delivery.channel.kind === 'sms';
      return isNew ? handOverNew({ ...draft, message: fresh }, deps) : handOverBegun(draft, known, deps);
    };
    const program: ChannelSender = { send: (event, delivery) => steps.tell(event, delivery) };
    return { webhook: program, notice: program, sms: { send: handOver }, receipt: { send: handOver } };
  }

  /** How often a message arrived. */
  timesOf(eventId: string, channel: DeliveryChannel): number {
    return this.arrivals.filter((one) => one.eventId === eventId && one.channel === channelId(channel)).length;
  }
}
