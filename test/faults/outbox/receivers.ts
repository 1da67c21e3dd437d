import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
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
import { demand } from '../invariants.ts';
import type { Watch, World } from '../world.ts';

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
const ENDPOINTS = ['one', 'two', 'changing'] as const;

/** The dealer's endpoints of a run. */
export class Endpoints {
  readonly #kind: (typeof ENDPOINTS)[number];
  readonly #seeded: World['seeded'];
  readonly directory: ChannelDirectory = {
    channelsFor: async (event) => channelsWith(this.#hasSecond() ? WEBHOOKS : WEBHOOKS.slice(0, 1), event),
  };

  constructor({ seeded }: World) {
    this.#seeded = seeded;
    this.#kind = seeded.pick(ENDPOINTS);
  }

  #hasSecond(): boolean {
    return this.#kind === 'two' || (this.#kind === 'changing' && this.#seeded.chance(0.5));
  }

  /** The channels that must have been told of an event. */
  surelyOf(event: OutboxEvent): readonly DeliveryChannel[] {
    return channelsWith(this.#kind === 'two' ? WEBHOOKS : WEBHOOKS.slice(0, 1), event);
  }
}

/** A delivery moves from version to version, in its own row and in that of its event: no repeated record writes it anew. */
export const neverBeginsAnew: Watch = (before, after) =>
  before.channel !== undefined && Number(after.version) !== Number(before.version) + 1
    ? `a delivery of version ${String(before.version)} became version ${String(after.version)}`
    : undefined;

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
  readonly #world: World;
  readonly #paymentOf: (event: OutboxEvent) => Promise<PaymentOfLink>;
  atFault = true;

  constructor(world: World, paymentOf: (event: OutboxEvent) => Promise<PaymentOfLink>) {
    this.#world = world;
    this.#paymentOf = paymentOf;
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

  async #send(event: OutboxEvent, delivery: Delivery): Promise<DeliveryOutcome> {
    const { seeded, circumstances } = this.#world;
    const { channel } = delivery;
    const payment = await this.#paymentOf(event);
    const problem = this.#problemOf(event, delivery, payment);
    if (problem !== undefined) return { kind: 'never', detail: problem };
    const mood = this.atFault ? seeded.pick(MOODS) : 'takes';
    circumstances.met.add(`receiver ${mood}`);
    if (mood === 'refuses') return AGAIN;
    this.#checkTruth(event, delivery, payment);
    this.arrivals.push({ eventId: event.eventId, channel: channelId(channel), bytes: JSON.stringify(event) });
    return mood === 'lost' ? { ...AGAIN, maybeSent: true } : { kind: 'done', detail: '200' };
  }

  senders(through: (sender: ChannelSender) => ChannelSender): ChannelSenders {
    const sender = through({ send: (event, delivery) => this.#send(event, delivery) });
    return { webhook: sender, notice: sender, sms: sender, receipt: sender };
  }

  /** How often a message arrived. */
  timesOf(eventId: string, channel: DeliveryChannel): number {
    return this.arrivals.filter((one) => one.eventId === eventId && one.channel === channelId(channel)).length;
  }
}
