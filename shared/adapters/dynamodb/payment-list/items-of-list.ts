import type { Attempt } from '../../../domain/attempt/attempt.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { isDeciding, type Payment } from '../../../domain/payment/payment.ts';
import type { AttemptName, PaymentName } from '../../../domain/payment/payment-name.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { attemptsInState } from '../link/state-item.ts';
import { latestCall } from '../payment/call-numbers.ts';
import { readPaymentItem } from '../payment/payment-item.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys } from '../payment/payment-keys.ts';
import { attemptIn, linkIn } from '../payment/payment-partition.ts';

/** Reads of a hundred items that are under way at once, so that 500 payments are one trip. */
const READS_AT_ONCE = 40;

/** Items of several payments, by payment and sort key. */
export class ItemsRead {
  readonly #rows = new Map<PaymentName, Map<string, Row>>();

  of(payment: PaymentName): ReadonlyMap<string, Row> {
    return this.#rows.get(payment) ?? new Map();
  }

  at({ pk, sk }: Key): Row | undefined {
    return this.of(pk.slice(PAYMENT_PARTITION_PREFIX.length)).get(sk);
  }

  /** Reads further items. The store refuses a key that is asked for twice. */
  async read(table: Pick<Table, 'getMany'>, keys: readonly Key[]): Promise<void> {
    const wanted = new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key]));
    for (const row of await readAll(table, [...wanted.values()], READS_AT_ONCE)) {
      const payment = String(row.pk).slice(PAYMENT_PARTITION_PREFIX.length);
      const rows = this.#rows.get(payment) ?? new Map<string, Row>();
      this.#rows.set(payment, rows.set(String(row.sk), row));
    }
  }
}

const attemptsBehind = ({ payment, number }: AttemptName, last: number): readonly AttemptName[] =>
  Array.from({ length: Math.max(0, last - number) }, (_, index) => ({ payment, number: number + 1 + index }));

/** The keys of attempts that may follow an attempt. A call of a 3D payment is counted before an attempt begins. */
export const laterAttempts = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const state = items.at(paymentKeys.state(name.payment));
  if (state === undefined) return [];
  return attemptsBehind(name, attemptsInState(state)).map(paymentKeys.attempt);
};

/** What tells at once that an attempt decides nothing: a link that names a later one which began. */
const isOvertaken = (items: ItemsRead, name: AttemptName): boolean => {
  const attempt = items.at(paymentKeys.attempt(name));
  return attempt?.next === true || laterAttempts(items, name).some((key) => items.at(key) !== undefined);
};

/**
 * The keys of the calls that an attempt and its payment's link are read from, and of the secrets without which the link
 * of a shop's 3D payment is not read. A payment request has no item of its call.
 */
export const callKeys = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const item = items.at(paymentKeys.payment(name.payment));
  const state = items.at(paymentKeys.state(name.payment));
  const kind = item === undefined ? 'link' : readPaymentItem(item).kind;
  if (kind === 'direct') return [paymentKeys.call(name)];
  if (kind === 'link' || item === undefined || state === undefined) return [];
  const latest = latestCall(item, state);
  // The attempt of a step is not read yet, and only it names its call: most mobile payments have one.
  if (kind === 'mobile-3d') return attemptsBehind({ ...name, number: 0 }, latest.number).map(paymentKeys.call);
  return [name, latest].flatMap((call) => [paymentKeys.call(call), paymentKeys.secrets(call)]);
};

/** The keys of the latest step of an attempt and of all before it. */
export const stepKeys = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const lastStep = items.at(paymentKeys.attempt(name))?.lastStep;
  const steps = typeof lastStep === 'number' ? attemptsBehind({ ...name, number: 0 }, lastStep) : [];
  return steps.flatMap((step) => [paymentKeys.step(step), paymentKeys.stepShares(step)]);
};

/** A payment with one attempt; undefined where another attempt decides it. */
export const paymentOf = (
  items: ItemsRead,
  name: AttemptName,
): { readonly payment: Payment; readonly attempt: Attempt } | undefined => {
  const rows = items.of(name.payment);
  const attempt = attemptIn(rows, name);
  if (attempt === undefined) throw new UnreadableRow('attempt', 'pk');
  const link = linkIn(rows, name.payment);
  const hasLater = isOvertaken(items, name);
  if (!isDeciding(attempt, { ...omitUndefined({ link }), hasLater })) return undefined;
  const item = readPaymentItem(items.at(paymentKeys.payment(name.payment)));
  return { payment: { ...item, ...omitUndefined({ link }), attempts: [attempt], steps: [] }, attempt };
};
