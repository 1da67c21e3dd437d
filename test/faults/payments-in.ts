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
import type { AttemptName } from '../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../shared/domain/payment/step.ts';
import { isStepQueued } from '../../shared/domain/payment/step-states.ts';

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
const alreadyRead = new WeakMap<Row, { readonly waitingCard: Row | undefined; readonly attempt: Attempt }>();

const alreadyReadAlone = new WeakMap<Row, { readonly payment: Row; readonly attempt: Attempt }>();

/** An attempt by its own item and its payment's alone, without what stands beside it. */
export const attemptAlone = (row: Row, payment: Row): Attempt => {
  const known = alreadyReadAlone.get(row);
  if (known !== undefined && known.payment === payment) return known.attempt;
  const attempt = readAttempt({ attempt: row, payment });
  alreadyReadAlone.set(row, { payment, attempt });
  return attempt;
};

const readAttempts = (rows: readonly Row[]): readonly StoredAttempt[] => {
  const byId = new Map(rows.filter(isOfPayment).map((row) => [idOf(row), row]));
  return [...byId.values()].flatMap((row) => {
    const payment = byId.get(idOf(paymentKeys.payment(String(row.pk).slice(PAYMENT_PARTITION_PREFIX.length))));
    if (payment === undefined) throw new Error(`${idOf(row)} is of no payment`);
    const name = attemptOfItem(row);
    if (name === undefined) return [];
    if (!byId.has(idOf(paymentKeys.attempt(name)))) throw new Error(`${idOf(row)} is of no attempt`);
    if (row.entity !== 'attempt') return [];
    const waitingCard = byId.get(idOf(paymentKeys.waitingCard(name)));
    const known = alreadyRead.get(row);
    if (known !== undefined && known.waitingCard === waitingCard) return [{ row, attempt: known.attempt }];
    const subDealers = byId.get(idOf(paymentKeys.subDealers(name)));
    const call = byId.get(idOf(paymentKeys.call(callOfAttempt(payment, row))));
    const attempt = readAttempt({ attempt: row, payment, call, subDealers, waitingCard });
    alreadyRead.set(row, { waitingCard, attempt });
    return [{ row, attempt }];
  });
};

/** Rows are never changed once they are told, so several checks of the same rows read their attempts once. */
const attemptsOfRows = new WeakMap<readonly Row[], readonly StoredAttempt[]>();

/** Every attempt among the rows of a table. Throws where an item of a payment stands without what it is of. */
export const storedAttemptsIn = (rows: readonly Row[]): readonly StoredAttempt[] => {
  const known = attemptsOfRows.get(rows) ?? readAttempts(rows);
  attemptsOfRows.set(rows, known);
  return known;
};

export const attemptsIn = (rows: readonly Row[]): readonly Attempt[] =>
  storedAttemptsIn(rows).map(({ attempt }) => attempt);

const stepsRead = new WeakMap<Row, { readonly shares: Row | undefined; readonly step: Step }>();

const stepIn = (row: Row, shares: Row | undefined): Step => {
  const known = stepsRead.get(row);
  if (known !== undefined && known.shares === shares) return known.step;
  const step = readStep(row, shares);
  stepsRead.set(row, { shares, step });
  return step;
};

/** Every step among the rows of a table. */
export const storedStepsIn = (rows: readonly Row[]): readonly StoredStep[] => {
  const beside = new Map(rows.filter(({ entity }) => entity === 'step-shares').map((row) => [idOf(row), row]));
  return rows
    .filter(({ entity }) => entity === 'step')
    .map((row) => ({ row, step: stepIn(row, beside.get(idOf(paymentKeys.stepShares(itemOfKey(keyOf(row)))))) }));
};

export const stepsIn = (rows: readonly Row[]): readonly Step[] => storedStepsIn(rows).map(({ step }) => step);

/** True of an attempt whose charge cannot be given back: an operator must see to it. */
export const isStuckIn =
  (steps: readonly Step[]) =>
  ({ payment, number }: Attempt): boolean =>
    steps.some((step) => step.payment === payment && step.attempt === number && step.state === 'stuck');

/**
 * When each attempt and step is looked at again that waits for anything but a person. A pre-authorisation that stands waits
 * for its dealer, for longer than a run lasts.
 */
export const dueTimesIn = (rows: readonly Row[]): readonly number[] =>
  [
    ...attemptsIn(rows).filter((one) => isQueued(one) && one.state !== 'approved'),
    ...stepsIn(rows).filter((step) => isStepQueued(step) && step.state !== 'stuck'),
  ].map(({ dueAtMs }) => dueAtMs);
