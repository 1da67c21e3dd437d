import type { Attempt } from '../../../domain/attempt/attempt.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { isDeciding, type Payment } from '../../../domain/payment/payment.ts';
import type { AttemptName, PaymentName } from '../../../domain/payment/payment-name.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import { isLinkAttemptRow, isShopAttemptRow } from '../attempt/attempt-item.ts';
import { readAll, type Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { attemptsInState } from '../link/state-item.ts';
import { latestCall } from '../payment/call-numbers.ts';
import { readPaymentItem } from '../payment/payment-item.ts';
import { PAYMENT_PARTITION_PREFIX, paymentKeys } from '../payment/payment-keys.ts';
import { attemptIn, linkIn } from '../payment/payment-partition.ts';
import { hasItemBeside } from '../payment/step-item.ts';

/** Reads of a hundred items that are under way at once, so that 500 payments are one trip. */
const READS_AT_ONCE = 40;

/** Rounds after which nothing more is needed of any payment: its attempt, what that names, and what these name. */
const MOST_ROUNDS = 4;

/** Items of several payments, by payment and sort key. */
export class ItemsRead {
  readonly #rows = new Map<PaymentName, Map<string, Row>>();
  readonly #asked = new Map<PaymentName, Set<string>>();

  of(payment: PaymentName): ReadonlyMap<string, Row> {
    return this.#rows.get(payment) ?? new Map();
  }

  at({ pk, sk }: Key): Row | undefined {
    return this.#rows.get(pk.slice(PAYMENT_PARTITION_PREFIX.length))?.get(sk);
  }

  /** True the first time that a key is asked for: the store refuses one that is asked for twice. */
  #isNew({ pk, sk }: Key): boolean {
    const payment = pk.slice(PAYMENT_PARTITION_PREFIX.length);
    const asked = this.#asked.get(payment) ?? new Set<string>();
    if (asked.has(sk)) return false;
    this.#asked.set(payment, asked.add(sk));
    return true;
  }

  /**
   * Reads what is needed, trip by trip: an item tells which others belong to it. `needed` answers the keys that are known to
   * be needed so far, those that were read included.
   */
  async read(table: Pick<Table, 'getMany'>, needed: () => readonly Key[], rounds = MOST_ROUNDS): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const keys = needed().filter((key) => this.#isNew(key));
      if (keys.length === 0) return;
      for (const row of await readAll(table, keys, READS_AT_ONCE)) {
        const payment = String(row.pk).slice(PAYMENT_PARTITION_PREFIX.length);
        const rows = this.#rows.get(payment) ?? new Map<string, Row>();
        this.#rows.set(payment, rows.set(String(row.sk), row));
      }
    }
  }
}

const attemptsBehind = ({ payment, number }: AttemptName, last: number): readonly AttemptName[] =>
  Array.from({ length: Math.max(0, last - number) }, (_, index) => ({ payment, number: number + 1 + index }));

/** The keys of attempts that may follow an attempt. A call of a 3D payment is counted before an attempt begins. */
const laterAttempts = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const state = items.at(paymentKeys.state(name.payment));
  if (state === undefined) return [];
  return attemptsBehind(name, attemptsInState(state)).map(paymentKeys.attempt);
};

/** Where the attempt was reported paid, or its link is paid, no later attempt decides anything. */
const neededLaterAttempts = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const isDecided =
    items.at(paymentKeys.attempt(name))?.told === 'paid' || items.at(paymentKeys.state(name.payment))?.state === 'paid';
  return isDecided ? [] : laterAttempts(items, name);
};

/** A later attempt began: what the attempt itself tells. One that was reported paid decides all the same. */
const isFollowed = ({ next, told }: Row): boolean => next === true && told !== 'paid';

/** What tells at once that an attempt decides nothing: a link that names a later one which began. */
const isOvertaken = (items: ItemsRead, name: AttemptName): boolean => {
  const attempt = items.at(paymentKeys.attempt(name));
  return attempt?.next === true || laterAttempts(items, name).some((key) => items.at(key) !== undefined);
};

/**
 * The keys of the calls that an attempt and its payment's link are read from, and of the secrets without which the link
 * of a shop's 3D payment is not read. A payment request has no item of its call.
 */
const callKeys = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const item = items.at(paymentKeys.payment(name.payment));
  const state = items.at(paymentKeys.state(name.payment));
  if (item === undefined || state === undefined) return [];
  const { kind } = readPaymentItem(item);
  if (kind === 'direct' || kind === 'link') return [];
  const latest = latestCall(item, state);
  // Attempts of mobile payments may share a call: most payments have one.
  if (kind === 'mobile-3d') return attemptsBehind({ ...name, number: 0 }, latest.number).map(paymentKeys.call);
  return [latest].flatMap((call) => [paymentKeys.call(call), paymentKeys.secrets(call)]);
};

/** The keys of the call that an attempt itself tells of. */
const ownCallKeys = (attempt: Row, name: AttemptName): readonly Key[] => {
  if (!isLinkAttemptRow(attempt)) return [paymentKeys.call(name)];
  const state = paymentKeys.state(name.payment);
  return isShopAttemptRow(attempt) ? [state, paymentKeys.call(name), paymentKeys.secrets(name)] : [state];
};

/** The keys of what an attempt is shown by, as far as they are known. */
export const keysOfAttempt = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const attempt = items.at(paymentKeys.attempt(name));
  if (attempt === undefined) return [paymentKeys.attempt(name)];
  if (isFollowed(attempt)) return [];
  return [
    paymentKeys.payment(name.payment),
    ...ownCallKeys(attempt, name),
    ...neededLaterAttempts(items, name),
    ...callKeys(items, name),
  ];
};

/** The item beside a step, where the step has one. */
export const keysBesideStep = (items: ItemsRead, step: AttemptName): readonly Key[] => {
  const row = items.at(paymentKeys.step(step));
  return row !== undefined && hasItemBeside(row) ? [paymentKeys.stepShares(step)] : [];
};

/** The keys of the latest step of an attempt and of all before it. */
export const stepKeys = (items: ItemsRead, name: AttemptName): readonly Key[] => {
  const lastStep = items.at(paymentKeys.attempt(name))?.lastStep;
  const steps = typeof lastStep === 'number' ? attemptsBehind({ ...name, number: 0 }, lastStep) : [];
  return steps.flatMap((step) => [paymentKeys.step(step), ...keysBesideStep(items, step)]);
};

/** A payment with one attempt; undefined where another attempt decides it. */
export const paymentOf = (
  items: ItemsRead,
  name: AttemptName,
): { readonly payment: Payment; readonly attempt: Attempt } | undefined => {
  const row = items.at(paymentKeys.attempt(name));
  if (row !== undefined && isFollowed(row)) return undefined;
  const rows = items.of(name.payment);
  const attempt = attemptIn(rows, name);
  if (attempt === undefined) throw new UnreadableRow('attempt', 'pk');
  const link = linkIn(rows, name.payment);
  const hasLater = isOvertaken(items, name);
  if (!isDeciding(attempt, { ...omitUndefined({ link }), hasLater })) return undefined;
  const item = readPaymentItem(items.at(paymentKeys.payment(name.payment)));
  return { payment: { ...item, ...omitUndefined({ link }), attempts: [attempt], steps: [] }, attempt };
};
