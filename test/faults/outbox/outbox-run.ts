import { type DeliverReport, deliver } from '../../../functions/deliver/deliver.ts';
import { sweepOutbox } from '../../../functions/sweep-outbox/sweep-outbox.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { laneTagOf, readDelivery } from '../../../shared/adapters/dynamodb/outbox/delivery-item.ts';
import { dynamoDeliveryLanes } from '../../../shared/adapters/dynamodb/outbox/delivery-lanes.ts';
import { dynamoDueLinks } from '../../../shared/adapters/dynamodb/outbox/due-links.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { eventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { dynamoOutbox, dynamoOutboxQueue } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/payment/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/payment/payment-requests.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment-names.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { approve, begin, decline } from '../../../shared/domain/attempt/transitions.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { channelId } from '../../../shared/domain/outbox/delivery.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { type FanOutDependencies, fanOut } from '../../../shared/outbox/fan-out.ts';
import type { DeliveryRef, DeliveryWorkers } from '../../../shared/ports/outbox.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import { storedLink } from '../../support/payment/stored-payments.ts';
import { demand } from '../invariants.ts';
import { type FunctionKind, fateOf, type ProcessOptions } from '../processes.ts';
import type { SeededRun } from '../seeded-run.ts';
import type { Instance, World } from '../world.ts';
import { channelsOf, directory, neverBeginsAnew, Receivers, WANTED } from './receivers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
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
const isDelivery = ({ entity }: Row): boolean => entity === 'delivery';

/** A few links whose ends are told to four channels, while the seed kills workers and spoils store, stream and receivers. */
export class OutboxRun implements SeededRun {
  readonly #world: World;
  readonly #links: PaymentRequest[] = [];
  readonly #receivers: Receivers;
  readonly #events = eventWriter({ wantedBy: async () => ({ webhooks: WANTED }) });
  /** Workers that were started and have not run yet. */
  readonly #starts: Start[] = [];
  /** Events that the stream has brought. */
  readonly #streamed = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    world.circumstances.watches.push(neverBeginsAnew);
    this.#receivers = new Receivers(world, (event) => {
      const link = this.#links.find(({ payment }) => payment === event.payment);
      return storedLink(world.store.direct, link?.token ?? '');
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

  #fanOutOf(instance: Instance): FanOutDependencies {
    const { clock, log } = this.#world;
    const outbox = dynamoOutbox(instance.table);
    return { outbox, directories: [directory], workers: this.#workersOf(instance), laneTagOf, clock, log };
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
      senders: this.#receivers.senders((sender) => process.using(sender, ['send'])),
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
    const { seeded, clock } = this.#world;
    const otherTrxCode = seeded.guid();
    const payment = hmacPaymentNames('faults').nameOf('D1', otherTrxCode);
    const nowMs = clock.now();
    const link = linkWith({
      payment,
      token: addressOf(payment, seeded.token()),
      userPosPaymentId: 100 + this.#links.length,
      dealerCode: 'D1',
      otherTrxCode,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + (seeded.chance(0.3) ? 5 * MINUTE_MS : 3 * HOUR_MS),
      progress: NO_PROGRESS,
    });
    this.#links.push(link);
    await dynamoPaymentRequests(table, this.#events).create({ link, fingerprint: 'F' });
  }

  async #ofLink(action: Action, { table }: Instance): Promise<void> {
    const { seeded, clock } = this.#world;
    const known = this.#links.length === 0 ? undefined : seeded.pick(this.#links);
    const link = known && (await dynamoPaymentRequests(table).findByToken(known.token));
    if (link === undefined) return;
    const nowMs = clock.now();
    const ending = { nowMs, resultReference: addressOf(link.payment, seeded.token()) };
    const attempts = dynamoAttempts(table, this.#events);
    if (action === 'cancel') {
      const entry = {
        commandId: seeded.guid(),
        command: 'cancel',
        atMs: nowMs,
        changed: [],
        inputFingerprint: '',
        result: {},
      };
      await dynamoOperatorChanges(table, this.#events).apply({ kind: 'cancel-link', record: { link, nowMs } }, entry);
    } else if (action === 'give-up' && nowMs < link.expiresAtMs) {
      const result = { resultReference: ending.resultReference, code: '001', orderId: '', atMs: nowMs } as const;
      await dynamoLinkClosing(table, this.#events).close(link, result);
    } else if (action === 'resolve') {
      const attempt = await attempts.latestOf(link.payment);
      if (attempt === undefined || !isOfLink(attempt)) return;
      const change = seeded.chance(0.6) ? approve(attempt, {}, ending) : decline(attempt, { code: '005' }, ending);
      if (change !== undefined) await attempts.apply(change);
    } else if (action === 'pay' && nowMs < link.expiresAtMs) {
      const progress = {
        ...link.progress,
        attempts: link.progress.attempts + 1,
        windowStartMs: nowMs,
        windowAttempts: 1,
      };
      const { pendingCard: _none, ...attempt } = linkAttemptWith(link, {
        number: progress.attempts,
        startedAtMs: nowMs,
        dueAtMs: nowMs + HOUR_MS,
      });
      await attempts.begin(begin(attempt, { ...link, progress }, []), {
        windowStartMs: nowMs,
        cardHash: 'card',
        address: 'a',
      });
    }
  }

  #perform(action: Action, instance: Instance): Promise<unknown> {
    if (action === 'create') return this.#create(instance);
    if (action === 'stream') return this.#stream(instance);
    if (action === 'worker') return this.#worker(instance);
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
    for (const { token, payment } of this.#links) {
      const isStored = rows.some(({ pk, sk }) => pk === `PAY#${payment}` && sk === '1#PAYMENT');
      const told = events.filter((event) => event.payment === payment).map(({ type }) => type);
      if (!isStored) {
        demand(told.length === 0, 'an event of a link that was never made');
        continue;
      }
      const { state } = await storedLink(store.direct, token);
      const end = state === 'open' ? 'link.expired' : (`link.${state}` as const);
      demand(told.toSorted().join() === ['link.created', end].toSorted().join(), `a ${state} link has ${told.join()}`);
      circumstances.met.add(`link ${state}`);
    }
    for (const event of events) {
      for (const channel of channelsOf(event)) {
        const delivery = deliveries.find(
          (one) => one.eventId === event.eventId && channelId(one.channel) === channelId(channel),
        );
        const times = this.#receivers.timesOf(event.eventId, channel);
        demand(
          delivery !== undefined && delivery.state !== 'waiting',
          `${event.eventId} waits for ${channelId(channel)}`,
        );
        demand(delivery?.state !== 'done' || times > 0, `${event.eventId} never arrived`);
        demand(channel.kind !== 'sms' || times <= 2, `a message arrived ${times} times`);
        circumstances.met.add(`${channel.kind} ${delivery?.state}`);
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
