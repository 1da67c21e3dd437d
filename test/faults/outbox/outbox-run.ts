import { type DeliverReport, deliver } from '../../../functions/outbox/deliver/deliver.ts';
import { noteDelivery } from '../../../functions/outbox/note-delivery/note-delivery.ts';
import { sweepOutbox } from '../../../functions/outbox/sweep-outbox/sweep-outbox.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../shared/adapters/dynamodb/message/opt-outs.ts';
import { laneTagOf, readDelivery } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { dynamoDueLinks } from '../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoUsedUpLinks } from '../../../shared/adapters/dynamodb/reusable-link/used-up-links.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { channelId } from '../../../shared/domain/outbox/delivery.ts';
import { isForDealers } from '../../../shared/domain/outbox/event.ts';
import { type FanOutDependencies, fanOut } from '../../../shared/outbox/fan-out.ts';
import type { DeliveryRef, DeliveryWorkers } from '../../../shared/ports/outbox.ts';
import { storedAttempts, storedLink } from '../../support/payment/stored-payments.ts';
import { demand, neverUnsays } from '../invariants.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from '../processes.ts';
import type { SeededRun } from '../seeded-run.ts';
import type { Instance, Watch, World } from '../world.ts';
import { actOn, type LinkAction, newLink } from './link-actions.ts';
import { checkCounters, checkRefusals, messageStory, messagesIn } from './message-checks.ts';
import { Endpoints, neverBeginsAnew, Receivers, staysAsWritten, WANTED } from './receivers.ts';

const MINUTE_MS = 60_000;
const WORKER: FunctionKind = { lifeMs: 60_000, calls: 40 };
const REQUEST: FunctionKind = { lifeMs: 28_000, calls: 5 };
const PAUSES_MS = [0, 0, 1000, 6000, MINUTE_MS, 6 * MINUTE_MS, 40 * MINUTE_MS];
const MOST_ROUNDS = 300;

const ACTIONS = [
  'create',
  'pay',
  'pay',
  'resolve',
  'cancel',
  'give-up',
  'ask-receipt',
  'ask-receipt',
  'give-back',
  'report',
  'stream',
  'stream',
  'worker',
  'worker',
  'sweep',
] as const;
type Action = (typeof ACTIONS)[number];

interface Start {
  readonly lane: string;
  readonly deliveries: readonly DeliveryRef[];
}

const isEvent = ({ sk }: Row): boolean => sk === 'EVENT';
const isDelivery = ({ channel, entity }: Row): boolean =>
  ['delivery', 'event'].includes(String(entity)) && channel !== undefined;

/** What the stage says of joined deliveries. `changed`: each run of a function may find another setting, as while it is deployed. */
const JOINING = ['off', 'on', 'on', 'changed'] as const;

/** Here a refund of a dealer touches an approved attempt, by nothing but its sum. */
const neverUnsaysButRefunds: Watch = (before, after, payment) =>
  before.refunded === undefined && after.refunded !== undefined ? undefined : neverUnsays(before, after, payment);

/** A few links that are told to programs, and sent, reminded of and receipted to people, while the seed kills workers and spoils store, stream and receivers. */
export class OutboxRun implements SeededRun {
  readonly #world: World;
  readonly #links: PaymentRequest[] = [];
  readonly #receivers: Receivers;
  readonly #endpoints: Endpoints;
  readonly #joining: (typeof JOINING)[number];
  readonly #events = eventWriter({ wantedBy: async () => ({ webhooks: WANTED }) });
  /** Workers that were started and have not run yet. */
  readonly #starts: Start[] = [];
  /** Events that the stream has brought. */
  readonly #streamed = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    const { watches } = world.circumstances;
    watches.splice(watches.indexOf(neverUnsays), 1, neverUnsaysButRefunds);
    watches.push(neverBeginsAnew, staysAsWritten);
    this.#endpoints = new Endpoints(world);
    this.#joining = world.seeded.pick(JOINING);
    this.#receivers = new Receivers(world, async (event) => {
      const { token = '', payment = '' } = this.#links.find((one) => one.payment === event.payment) ?? {};
      const { direct } = world.store;
      return { link: await storedLink(direct, token), attempts: await storedAttempts(direct, payment) };
    });
  }

  async story(): Promise<unknown> {
    const rows = await this.#world.store.rows();
    const { logLines, violations } = this.#world.circumstances;
    const told = rows.filter((row) => isEvent(row) || isDelivery(row));
    return { rows: told, arrivals: this.#receivers.arrivals, starts: this.#starts, logLines, violations };
  }

  #workersOf({ process }: Instance): DeliveryWorkers {
    const { seeded } = this.#world;
    const start: DeliveryWorkers['start'] = async (lane, deliveries) => {
      const lost = this.#world.circumstances.atFault && seeded.chance(0.1);
      if (!lost) this.#starts.push({ lane, deliveries });
      if (seeded.chance(0.1)) this.#starts.push({ lane, deliveries });
    };
    return process.using({ start }, ['start']);
  }

  #joins(): boolean {
    return this.#joining === 'on' || (this.#joining === 'changed' && this.#world.seeded.chance(0.5));
  }

  /** The service of a message reports what became of it: early, late, or twice. */
  async #report({ table }: Instance): Promise<void> {
    const { seeded, clock } = this.#world;
    const { reports } = this.#receivers;
    if (reports.length === 0) return;
    const { reference, isDelivered } = seeded.pick(reports);
    const note = noteDelivery({ messages: dynamoMessages(table), optOuts: dynamoOptOuts(table), clock });
    const mail = { messageId: reference, tags: { reference: [reference] } };
    await note({
      source: 'aws.ses',
      'detail-type': isDelivered ? 'Email Delivered' : 'Email Rejected',
      detail: { mail },
    });
  }

  #fanOutOf(instance: Instance): FanOutDependencies {
    const { clock, log } = this.#world;
    const outbox = dynamoOutbox(instance.table);
    const eventsBehind = dynamoUsedUpLinks(instance.table);
    return {
      outbox,
      directories: [this.#endpoints.directory],
      eventsBehind,
      workers: this.#workersOf(instance),
      laneTagOf,
      joinsDeliveries: this.#joins(),
      clock,
      log,
    };
  }

  async #stream(instance: Instance): Promise<void> {
    const { seeded, store, circumstances } = this.#world;
    const all = (await store.rows()).filter(isEvent).map((row) => readEvent(row).eventId);
    const news = all.filter((eventId) => !this.#streamed.has(eventId));
    for (const eventId of news) this.#streamed.add(eventId);
    const kept = news.filter(() => !seeded.chance(0.15));
    if (kept.length < news.length) circumstances.met.add('fault: stream loses');
    const again = seeded.chance(0.3) ? all : [];
    if (again.length > 0) circumstances.met.add('fault: stream repeats');
    await fanOut(this.#fanOutOf(instance))([...new Set([...kept, ...again])]);
  }

  async #worker(instance: Instance): Promise<DeliverReport | undefined> {
    const { seeded, clock, log } = this.#world;
    const [start] = this.#starts.splice(seeded.below(this.#starts.length), 1);
    if (start === undefined) return undefined;
    const { process, table } = instance;
    const serve = deliver({
      outbox: dynamoOutbox(table),
      queue: dynamoOutboxQueue(table),
      lanes: dynamoDeliveryLanes(table),
      messages: dynamoMessages(table),
      senders: this.#receivers.senders(dynamoMessages(table), instance),
      randomness: seeded,
      clock,
      log,
      metrics: { delivered: () => undefined },
      pause: (ms) => process.pause(ms),
    });
    return serve(start, clock.now() + WORKER.lifeMs);
  }

  async #sweep(instance: Instance): Promise<void> {
    const { table } = instance;
    await sweepOutbox({
      ...this.#fanOutOf(instance),
      queue: dynamoOutboxQueue(table),
      links: dynamoDueLinks(table, this.#events),
      metrics: { swept: () => undefined },
    })();
  }

  async #create({ table }: Instance): Promise<void> {
    const link = newLink(this.#world, 100 + this.#links.length);
    this.#links.push(link);
    await dynamoPaymentRequests(table, this.#events).create({ link, fingerprint: 'F' });
  }

  async #ofLink(action: LinkAction, { table }: Instance): Promise<void> {
    if (this.#links.length === 0) return;
    const { token } = this.#world.seeded.pick(this.#links);
    await actOn(token, action, { table, events: this.#events, world: this.#world, joins: this.#joins() });
  }

  #perform(action: Action, instance: Instance): Promise<unknown> {
    if (action === 'create') return this.#create(instance);
    if (action === 'stream') return this.#stream(instance);
    if (action === 'worker') return this.#worker(instance);
    if (action === 'report') return this.#report(instance);
    return action === 'sweep' ? this.#sweep(instance) : this.#ofLink(action, instance);
  }

  #works(action: Action, options: ProcessOptions) {
    const instance = this.#world.instance(options);
    return { process: instance.process, work: () => this.#perform(action, instance) };
  }

  async #act(actions: readonly Action[]): Promise<void> {
    const { seeded, processes, clock, circumstances } = this.#world;
    const kindOf = (action: Action) => (['stream', 'worker', 'sweep'].includes(action) ? WORKER : REQUEST);
    await processes.run(actions.map((one) => this.#works(one, fateOf(seeded, kindOf(one)))));
    demand(circumstances.violations.length === 0, circumstances.violations.join('; '));
    clock.advance(seeded.pick(PAUSES_MS) + seeded.below(1000));
  }

  /** Without faults everything that waits is told: attempts end, links expire, workers run until the queue is empty. */
  async #settle(): Promise<void> {
    const { store, clock, processes, circumstances } = this.#world;
    circumstances.atFault = false;
    this.#receivers.atFault = false;
    const options = { lifeMs: Number.POSITIVE_INFINITY, freezes: false };
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (let link = 0; link < 2 * this.#links.length; link += 1)
        await processes.run([this.#works('resolve', options)]);
      await processes.run([this.#works('sweep', options)]);
      while (this.#starts.length > 0) await processes.run([this.#works('worker', options)]);
      const due = (await store.rows()).filter(({ duePk }) => /^DUE#(?:OUTBOX|LINK)#/.test(String(duePk)));
      if (due.length === 0) return;
      const first = Math.min(...due.map(({ dueSk }) => Number(String(dueSk).split('#')[0])));
      clock.advance(Math.max(MINUTE_MS, first + 1 - clock.now()));
    }
    demand(false, 'the queue never gets empty');
  }

  async #check(): Promise<void> {
    const { store, circumstances } = this.#world;
    const rows = await store.rows();
    const events = rows.filter(isEvent).map(readEvent);
    const deliveries = rows.filter(isDelivery).map(readDelivery);
    const messages = messagesIn(rows);
    checkCounters(rows, messages);
    checkRefusals(deliveries, { events, messages });
    for (const message of messages) circumstances.met.add(messageStory(message));
    for (const { token, payment, progress } of this.#links) {
      const isStored = rows.some(({ pk, sk }) => pk === `PAY#${payment}` && sk === '1#PAYMENT');
      const told = events.filter((event) => event.payment === payment);
      if (!isStored) {
        demand(told.length === 0, 'an event of a link that was never made');
        continue;
      }
      const link = await storedLink(store.direct, token);
      const { state } = link;
      const end = state === 'open' ? 'link.expired' : (`link.${state}` as const);
      const types = told.map(({ type }) => type);
      const forDealers = types.filter(isForDealers).toSorted().join();
      demand(forDealers === ['link.created', end].toSorted().join(), `a ${state} link has ${forDealers}`);
      const reminders = types.filter((type) => type === 'link.reminder-due').length;
      const isTakenUp = progress.remindAtMs !== undefined && link.progress.remindAtMs === undefined;
      demand(reminders === (isTakenUp ? 1 : 0), `${reminders} reminders of a link, taken up: ${isTakenUp}`);
      const rounds = told.flatMap(({ facts: { receipt } }) => (receipt === undefined ? [] : [String(receipt.round)]));
      const asked = messages
        .filter((one) => one.payment === payment && one.kind === 'receipt')
        .map(({ round }) => String(round));
      const areTold = rounds.toSorted().join() === asked.toSorted().join();
      demand(areTold && asked.length <= 2, `receipts ${asked.join()} have events ${rounds.join()}`);
      circumstances.met.add(`link ${state}`);
    }
    for (const event of events) {
      const own = deliveries.filter(({ eventId }) => eventId === event.eventId);
      const told = own.map(({ channel }) => channelId(channel));
      demand(new Set(told).size === told.length, `${event.eventId} has two deliveries by one channel: ${told.join()}`);
      const channels = new Map(
        [...this.#endpoints.surelyOf(event), ...own.map((one) => one.channel)].map((one) => [channelId(one), one]),
      );
      for (const channel of channels.values()) {
        const delivery = own.find((one) => channelId(one.channel) === channelId(channel));
        const times = this.#receivers.timesOf(event.eventId, channel);
        demand(
          delivery !== undefined && delivery.state !== 'waiting',
          `${event.eventId} waits for ${channelId(channel)}`,
        );
        demand(delivery?.state !== 'done' || times > 0, `${event.eventId} never arrived`);
        const isForPeople = channel.kind === 'sms' || channel.kind === 'receipt';
        demand(!isForPeople || times <= 2, `a message arrived ${times} times`);
        const what = event.type === 'link.reminder-due' ? 'reminder' : channel.kind;
        circumstances.met.add(`${what} ${delivery?.state}`);
        circumstances.met.add(delivery?.joined === true ? `joined: ${what}` : `separate: ${what}`);
        if (times > 1) circumstances.met.add(`${channel.kind} twice or more`);
      }
    }
    const frozen = new Map(events.map((event) => [event.eventId, JSON.stringify(event)]));
    const changed = this.#receivers.arrivals.filter(({ eventId, bytes }) => frozen.get(eventId) !== bytes);
    demand(changed.length === 0, 'an event was told in other words than those frozen');
  }

  async run(): Promise<void> {
    const { seeded, processes, circumstances } = this.#world;
    const actions = 10 + seeded.below(25);
    await this.#act(['create']);
    for (let action = 0; action < actions; action += 1) {
      const others = seeded.chance(0.4) ? [seeded.pick(ACTIONS), seeded.pick(ACTIONS)] : [];
      await this.#act([seeded.pick(ACTIONS), ...others]);
    }
    await this.#settle();
    await this.#check();
    circumstances.met.add('fault: kill', processes.kills);
    circumstances.met.add('fault: freeze', processes.freezes);
  }
}
