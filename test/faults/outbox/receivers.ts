import { linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
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

/** Everything that receivers got, in the order in which it arrived. */
interface Arrival {
  readonly eventId: string;
  readonly channel: string;
  readonly bytes: string;
}

const CHANNELS: readonly DeliveryChannel[] = [
  { kind: 'webhook', endpointId: 'quick' },
  { kind: 'webhook', endpointId: 'slow' },
  { kind: 'notice' },
  { kind: 'sms', round: 1 },
];

/** Which of the channels want an event: a message goes out for a new link alone. */
export const channelsOf = ({ type }: Pick<OutboxEvent, 'type'>): readonly DeliveryChannel[] =>
  CHANNELS.filter(({ kind }) => kind !== 'sms' || type === 'link.created').filter(
    ({ kind }) => kind !== 'notice' || type === 'link.paid' || type === 'link.failed',
  );

export const directory: ChannelDirectory = { channelsFor: async (event) => channelsOf(event) };

/** A delivery moves from version to version: no repeated record writes it anew. */
export const neverBeginsAnew: Watch = (before, after) =>
  before.entity === 'delivery' && Number(after.version) !== Number(before.version) + 1
    ? `a delivery of version ${String(before.version)} became version ${String(after.version)}`
    : undefined;

/** The dealers' servers and the payer's phone of a run. */
export class Receivers {
  readonly arrivals: Arrival[] = [];
  readonly #world: World;
  readonly #linkOf: (event: OutboxEvent) => Promise<PaymentRequest>;
  atFault = true;

  constructor(world: World, linkOf: (event: OutboxEvent) => Promise<PaymentRequest>) {
    this.#world = world;
    this.#linkOf = linkOf;
  }

  /** True of the link as it stands: what became true stays true. */
  #checkTruth(event: OutboxEvent, link: PaymentRequest): void {
    const { type } = event;
    const state = linkStateAt(link, this.#world.clock.now());
    const isTrue = type === 'link.created' || `link.${state}` === type;
    demand(isTrue, `${type} was told of a link that is ${state}`);
  }

  async #send(event: OutboxEvent, { channel }: Delivery): Promise<DeliveryOutcome> {
    const { seeded, circumstances } = this.#world;
    const link = await this.#linkOf(event);
    // A message is about a link that can be paid: nothing goes out after its end.
    const isOver = linkStateAt(link, this.#world.clock.now()) !== 'open';
    if (channel.kind === 'sms' && isOver) return { kind: 'never', detail: 'the link is over' };
    const mood = this.atFault ? seeded.pick(MOODS) : 'takes';
    circumstances.met.add(`receiver ${mood}`);
    if (mood === 'refuses') return AGAIN;
    this.#checkTruth(event, link);
    this.arrivals.push({ eventId: event.eventId, channel: channelId(channel), bytes: JSON.stringify(event) });
    return mood === 'lost' ? { ...AGAIN, maybeSent: true } : { kind: 'done', detail: '200' };
  }

  senders(through: (sender: ChannelSender) => ChannelSender): ChannelSenders {
    const sender = through({ send: (event, delivery) => this.#send(event, delivery) });
    return { webhook: sender, notice: sender, sms: sender };
  }

  /** How often a message arrived. */
  timesOf(eventId: string, channel: DeliveryChannel): number {
    return this.arrivals.filter((one) => one.eventId === eventId && one.channel === channelId(channel)).length;
  }
}
