import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { callDynamoDb } from '../dynamodb-call.ts';
import type { AttemptView, DeliveryView, ShownPayment } from './request-view.ts';

/** Payments and deliveries that are kept; the ones that moved longest ago go first. */
const MOST_KEPT = 50;
const MOST_ROWS = 200;
/** Partitions that wait to be read. */
const MOST_WAITING = 100;

const streamRecord = z.object({
  dynamodb: z.object({ Keys: z.object({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) }) }),
});
const queryAnswer = z.object({ Items: z.array(z.record(z.string(), z.unknown())).default([]) });

const amount = z.int();
const paymentRow = z.object({
  kind: z.string(),
  dealerCode: z.string(),
  paymentId: z.int(),
  otherTrxCode: z.string().optional(),
  createdAtMs: z.number(),
  terms: z.object({ amount, currency: z.string() }).optional(),
});
const stateRow = z.object({ state: z.string(), expiresAtMs: z.number() });
const attemptRow = z.object({
  state: z.string(),
  told: z.string(),
  maskedCard: z.string(),
  terms: z.object({ total: amount, currency: z.string(), installments: z.int() }),
  bank: z.object({ code: z.string().optional() }).optional(),
});
const stepRow = z.object({ kind: z.string(), state: z.string(), amount });
const eventRow = z.object({ type: z.string(), dealerCode: z.string() });
const deliveryRow = z.object({
  channel: z.object({ kind: z.string() }),
  state: z.string(),
  tries: z.int(),
  createdAtMs: z.number(),
  detail: z.string().optional(),
});

type Row = Readonly<Record<string, unknown>>;

const rowsAt = (rows: readonly Row[], prefix: string): readonly Row[] =>
  rows.filter(({ sk }) => typeof sk === 'string' && sk.startsWith(prefix));

const shownAttempt = (row: Row): AttemptView => {
  const { terms, bank, ...attempt } = attemptRow.parse(row);
  return { ...attempt, ...terms, bankCode: bank?.code };
};

const shownPayment = (id: string, rows: readonly Row[]): ShownPayment | undefined => {
  const [row] = rowsAt(rows, '1#PAYMENT');
  if (row === undefined) return undefined;
  const { terms, ...payment } = paymentRow.parse(row);
  const [state] = rowsAt(rows, '2#STATE');
  const attempts = rowsAt(rows, '3#ATTEMPT#').map(shownAttempt);
  const last = attempts.at(-1);
  return {
    id,
    ...payment,
    amount: terms?.amount ?? last?.total,
    currency: terms?.currency ?? last?.currency,
    link: state === undefined ? undefined : stateRow.parse(state).state,
    attempts,
    steps: rowsAt(rows, '5#STEP#').map((step) => stepRow.parse(step)),
  };
};

const shownDeliveries = (id: string, rows: readonly Row[]): readonly DeliveryView[] => {
  const [event] = rowsAt(rows, 'EVENT');
  if (event === undefined) return [];
  const { type, dealerCode } = eventRow.parse(event);
  // The only delivery of an event may stand in the event's own row.
  const joined = event.channel === undefined ? [] : [event];
  return [...rowsAt(rows, 'DELIVERY#'), ...joined].map((row) => {
    const { channel, state, tries, createdAtMs: atMs, detail } = deliveryRow.parse(row);
    return {
      id: `${id} ${String(row.sk)}`,
      event: type,
      dealerCode,
      channel: channel.kind,
      state,
      tries,
      atMs,
      detail,
    };
  });
};

/** What changed last stands last, and the oldest is dropped. */
const keep = <Kept extends { readonly id: string }>(kept: Map<string, Kept>, one: Kept): void => {
  kept.delete(one.id);
  kept.set(one.id, one);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
};

const PAYMENT = 'PAY#';
const OUTBOX = 'OUTBOX#';

export type LiveChange =
  | { readonly kind: 'payment'; readonly payment: ShownPayment }
  | { readonly kind: 'delivery'; readonly delivery: DeliveryView };

/**
 * Links, payments and deliveries of one machine as they happen: the stream tells whose rows changed, and the rows are read.
 * Secrets of the rows are not read out of them. In memory alone.
 */
export class Live {
  readonly #read: (pk: string) => Promise<readonly Row[]>;
  readonly #isFollowed: () => boolean;
  readonly #payments = new Map<string, ShownPayment>();
  readonly #deliveries = new Map<string, DeliveryView>();
  readonly #listeners = new Set<(change: LiveChange) => void>();
  readonly #changed = new Set<string>();
  #reading: Promise<void> = Promise.resolve();

  constructor(read: (pk: string) => Promise<readonly Row[]>, isFollowed: () => boolean = () => true) {
    this.#read = read;
    this.#isFollowed = isFollowed;
  }

  /**
   * Takes records of the table's stream. Returns at once. Rows are read behind it, each partition once, and only while
   * somebody follows: what changed last meanwhile is read when somebody comes.
   */
  changed(records: readonly unknown[]): void {
    for (const record of records) {
      const read = streamRecord.safeParse(record);
      const { pk, sk } = read.data?.dynamodb.Keys ?? {};
      if (pk === undefined || sk === undefined) continue;
      if (pk.S.startsWith(PAYMENT) && /^[1235]#(?!SECRETS)/.test(sk.S)) this.#note(pk.S);
      if (pk.S.startsWith(OUTBOX) && /^(?:DELIVERY#|EVENT$)/.test(sk.S)) this.#note(pk.S);
    }
    if (this.#isFollowed()) void this.readChanged();
  }

  /** What changed last stands last, and the oldest is dropped. */
  #note(pk: string): void {
    this.#changed.delete(pk);
    this.#changed.add(pk);
    const [oldest] = this.#changed;
    if (this.#changed.size > MOST_WAITING && oldest !== undefined) this.#changed.delete(oldest);
  }

  /** Fulfilled when everything that has changed so far is read. */
  readChanged(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readAll());
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    for (const pk of this.#changed) {
      this.#changed.delete(pk);
      try {
        this.#show(pk, await this.#read(pk));
      } catch (error) {
        // Rows that this page does not understand concern nobody else, and the engine may be stopping.
        if (error instanceof z.ZodError) console.error('A row was not shown on the front page:', error.message);
      }
    }
  }

  #show(pk: string, rows: readonly Row[]): void {
    const id = pk.slice(pk.indexOf('#') + 1);
    if (pk.startsWith(PAYMENT)) {
      const payment = shownPayment(id, rows);
      if (payment === undefined) return;
      keep(this.#payments, payment);
      this.#tell({ kind: 'payment', payment });
      return;
    }
    for (const delivery of shownDeliveries(id, rows)) {
      if (JSON.stringify(this.#deliveries.get(delivery.id)) === JSON.stringify(delivery)) continue;
      keep(this.#deliveries, delivery);
      this.#tell({ kind: 'delivery', delivery });
    }
  }

  #tell(change: LiveChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  payments(): readonly ShownPayment[] {
    return [...this.#payments.values()];
  }

  deliveries(): readonly DeliveryView[] {
    return [...this.#deliveries.values()];
  }

  /** Tells of every change from now on. Answers the function that ends it. */
  listen(listener: (change: LiveChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** Reads the rows of a payment or event by one query; cards and card days are left out of a payment. */
export const rowsReader =
  (endpoint: string, TableName: string) =>
  async (pk: string): Promise<readonly Row[]> => {
    const until = pk.startsWith(PAYMENT) ? '6' : '~';
    const answer = await callDynamoDb(endpoint, 'Query', {
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :until',
      ExpressionAttributeValues: { ':pk': { S: pk }, ':from': { S: '1' }, ':until': { S: until } },
      ConsistentRead: true,
      Limit: MOST_ROWS,
    });
    return queryAnswer.parse(answer).Items.map((item) => unmarshall(item as Parameters<typeof unmarshall>[0]));
  };
