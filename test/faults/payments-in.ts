import { readAttempt } from '../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { itemOfKey } from '../../shared/adapters/dynamodb/index-keys.ts';
import type { Key } from '../../shared/adapters/dynamodb/keys.ts';
import { callOfAttempt } from '../../shared/adapters/dynamodb/payment/call-numbers.ts';
import {
  ATTEMPT_PREFIX,
  PAYMENT_PARTITION_PREFIX,
  paymentKeys,
} from '../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { readStep } from '../../shared/adapters/dynamodb/payment/step-item.ts';
import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import { isQueued } from '../../shared/domain/attempt/states.ts';
import type { AttemptName, PaymentName } from '../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../shared/domain/payment/step.ts';
import { isStepQueued } from '../../shared/domain/payment/step-states.ts';
import { isSameList, onceAList, rowsOfKind } from './once.ts';

/** An attempt with its item. */
export interface StoredAttempt {
  readonly row: Row;
  readonly attempt: Attempt;
}

/** A step with its item. */
export interface StoredStep {
  readonly row: Row;
  readonly step: Step;
}

/** Sort keys of items that belong to one attempt, with its number. */
const BESIDE_AN_ATTEMPT = /^(?:6#SUB-DEALERS|7#WAITING-CARD|8#CARD-DAY)#(\d{2})(?:#|$)/;

export const idOf = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }): string =>
  `${String(pk)} ${String(sk)}`;
export const isOfPayment = ({ pk }: Row): boolean => String(pk).startsWith(PAYMENT_PARTITION_PREFIX);
const paymentOf = ({ pk }: Row): PaymentName => String(pk).slice(PAYMENT_PARTITION_PREFIX.length);
const keyOf = ({ pk, sk }: Row): Key => ({ pk: String(pk), sk: String(sk) });

/** The attempt that an item is of; undefined for an item of the whole payment. */
export const attemptOfItem = (row: Row): AttemptName | undefined => {
  const { pk, sk } = keyOf(row);
  if (!isOfPayment(row)) return undefined;
  if (sk.startsWith(ATTEMPT_PREFIX)) return itemOfKey({ pk, sk });
  const [, number] = BESIDE_AN_ATTEMPT.exec(sk) ?? [];
  return number === undefined ? undefined : itemOfKey({ pk, sk: `${ATTEMPT_PREFIX}${number}` });
};

/** Items are replaced and never changed, so an attempt or step is parsed again only if one of its items is another. */
const alreadyRead = new WeakMap<Row, StoredAttempt & { readonly waitingCard: Row | undefined }>();

const alreadyReadAlone = new WeakMap<Row, { readonly payment: Row; readonly attempt: Attempt }>();

/** An attempt by its own item and its payment's alone, without what stands beside it. */
export const attemptAlone = (row: Row, payment: Row): Attempt => {
  const known = alreadyReadAlone.get(row);
  if (known !== undefined && known.payment === payment) return known.attempt;
  const attempt = readAttempt({ attempt: row, payment });
  alreadyReadAlone.set(row, { payment, attempt });
  return attempt;
};

/** The attempts of one payment's items. Throws where one of them stands without what it is of. */
const readAttemptsOf = (own: readonly Row[]): readonly StoredAttempt[] => {
  const byKey = new Map(own.map((row) => [row.sk, row]));
  const { pk: partition, sk: first } = paymentKeys.payment(paymentOf(own[0] ?? {}));
  const payment = byKey.get(first);
  if (payment === undefined) throw new Error(`${partition} is of no payment`);
  return own.flatMap((row) => {
    const name = attemptOfItem(row);
    if (name === undefined) return [];
    if (!byKey.has(paymentKeys.attempt(name).sk)) throw new Error(`${idOf(row)} is of no attempt`);
    if (row.entity !== 'attempt') return [];
    const waitingCard = byKey.get(paymentKeys.waitingCard(name).sk);
    const known = alreadyRead.get(row);
    if (known !== undefined && known.waitingCard === waitingCard) return [known];
    const subDealers = byKey.get(paymentKeys.subDealers(name).sk);
    const call = byKey.get(paymentKeys.call(callOfAttempt(payment, row)).sk);
    const attempt = readAttempt({ attempt: row, payment, call, subDealers, waitingCard });
    const read = { row, waitingCard, attempt };
    alreadyRead.set(row, read);
    return [read];
  });
};

interface Partition {
  readonly rows: readonly Row[];
  readonly attempts: readonly StoredAttempt[];
}

/** What the items of a payment said when they were last looked at, by the first of them. */
const partitions = new WeakMap<Row, Partition>();

/** Most payments stand as they stood when they were last looked at: all of their items are the same. */
const attemptsOfPartition = (own: readonly Row[]): readonly StoredAttempt[] => {
  const [first] = own;
  const known = first === undefined ? undefined : partitions.get(first);
  if (known !== undefined && isSameList(known.rows, own)) return known.attempts;
  const attempts = readAttemptsOf(own);
  if (first !== undefined) partitions.set(first, { rows: own, attempts });
  return attempts;
};

const readAttempts = (rows: readonly Row[]): readonly StoredAttempt[] => {
  const payments = new Map<unknown, Row[]>();
  for (const row of rows) {
    if (!isOfPayment(row)) continue;
    const own = payments.get(row.pk);
    if (own === undefined) payments.set(row.pk, [row]);
    else own.push(row);
  }
  const read = new Map<Row, StoredAttempt>();
  for (const own of payments.values()) for (const one of attemptsOfPartition(own)) read.set(one.row, one);
  return rowsOfKind(rows, 'attempt').flatMap((row) => read.get(row) ?? []);
};

/** Every attempt among the rows of a table. Throws where an item of a payment stands without what it is of. */
export const storedAttemptsIn = onceAList(readAttempts);

export const attemptsIn = onceAList((rows): readonly Attempt[] => storedAttemptsIn(rows).map(({ attempt }) => attempt));

const stepsRead = new WeakMap<Row, { readonly shares: Row | undefined; readonly step: Step }>();

const stepIn = (row: Row, shares: Row | undefined): Step => {
  const known = stepsRead.get(row);
  if (known !== undefined && known.shares === shares) return known.step;
  const step = readStep(row, shares);
  stepsRead.set(row, { shares, step });
  return step;
};

const readSteps = (rows: readonly Row[]): readonly StoredStep[] => {
  const beside = new Map(rowsOfKind(rows, 'step-shares').map((row) => [idOf(row), row]));
  return rowsOfKind(rows, 'step').map((row) => ({ row, step: stepIn(row, besideOf(row, beside)) }));
};

/** The second item of a step, if there is one at all. */
const besideOf = (row: Row, beside: ReadonlyMap<string, Row>): Row | undefined =>
  beside.size === 0 ? undefined : beside.get(idOf(paymentKeys.stepShares(itemOfKey(keyOf(row)))));

/** Every step among the rows of a table. */
export const storedStepsIn = onceAList(readSteps);

export const stepsIn = onceAList((rows): readonly Step[] => storedStepsIn(rows).map(({ step }) => step));

/** True of an attempt whose charge cannot be given back: an operator must see to it. */
export const isStuckIn = (steps: readonly Step[]) => {
  const stuck = steps.filter(({ state }) => state === 'stuck');
  return ({ payment, number }: Attempt): boolean =>
    stuck.some((step) => step.payment === payment && step.attempt === number);
};

/**
 * When each attempt and step is looked at again that waits for anything but a person. A pre-authorisation that stands waits
 * for its dealer, for longer than a run lasts.
 */
export const dueTimesIn = (rows: readonly Row[]): readonly number[] =>
  [
    ...attemptsIn(rows).filter((one) => isQueued(one) && one.state !== 'approved'),
    ...stepsIn(rows).filter((step) => isStepQueued(step) && step.state !== 'stuck'),
  ].map(({ dueAtMs }) => dueAtMs);
