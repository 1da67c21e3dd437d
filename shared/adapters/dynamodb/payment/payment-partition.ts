import type { Attempt } from '../../../domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../../domain/link/payment-request.ts';
import type { AttemptName, PaymentName } from '../../../domain/payment/payment-name.ts';
import type { Step } from '../../../domain/payment/step.ts';
import { readAttempt } from '../attempt/attempt-item.ts';
import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { readLink } from '../link/state-item.ts';
import { callOfAttempt, latestCall } from './call-numbers.ts';
import { ATTEMPT_PREFIX, paymentKeys, paymentPartition, type paymentRanks, STEP_PREFIX } from './payment-keys.ts';
import { readStep } from './step-item.ts';

/** More items than the largest payment can have; they fit one page of the store. */
const MAX_ITEMS = 1000;

/** Items of one payment, read strongly by one query. */
export type PaymentRows = ReadonlyMap<string, Row>;

export const readRows = async (
  table: Pick<Table, 'query'>,
  payment: PaymentName,
  between: (typeof paymentRanks)[keyof typeof paymentRanks],
): Promise<PaymentRows> => {
  const rows = await table.query({ pk: paymentPartition(payment), between, limit: MAX_ITEMS });
  return new Map(rows.map((row) => [String(row.sk), row]));
};

export const paymentRowIn = (rows: PaymentRows, payment: PaymentName): Row | undefined =>
  rows.get(paymentKeys.payment(payment).sk);

/** The items of a call beside its payment's. */
const callIn = (rows: PaymentRows, call: AttemptName) => ({
  call: rows.get(paymentKeys.call(call).sk),
  secrets: rows.get(paymentKeys.secrets(call).sk),
});

/** The link among the items, by its latest call; undefined when the payment is no link. */
export const linkIn = (rows: PaymentRows, payment: PaymentName): PaymentRequest | undefined => {
  const [item, state] = [paymentRowIn(rows, payment), rows.get(paymentKeys.state(payment).sk)];
  if (item === undefined || state === undefined) return undefined;
  return readLink(state, { payment: item, ...callIn(rows, latestCall(item, state)) });
};

/** One attempt among the items; undefined where there is none of this number. */
export const attemptIn = (rows: PaymentRows, name: AttemptName): Attempt | undefined => {
  const attempt = rows.get(paymentKeys.attempt(name).sk);
  const payment = paymentRowIn(rows, name.payment);
  if (attempt === undefined || payment === undefined) return undefined;
  return readAttempt({
    attempt,
    payment,
    ...callIn(rows, callOfAttempt(payment, attempt)),
    subDealers: rows.get(paymentKeys.subDealers(name).sk),
    waitingCard: rows.get(paymentKeys.waitingCard(name).sk),
  });
};

/** All attempts among the items, the first one first. */
export const attemptsIn = (rows: PaymentRows, payment: PaymentName): readonly Attempt[] =>
  [...rows.keys()]
    .filter((sk) => sk.startsWith(ATTEMPT_PREFIX))
    .toSorted()
    .flatMap((sk) => attemptIn(rows, { payment, number: Number(sk.slice(ATTEMPT_PREFIX.length)) }) ?? []);

/** All steps among the items, the first one first. */
export const stepsIn = (rows: PaymentRows, payment: PaymentName): readonly Step[] =>
  [...rows]
    .filter(([sk]) => sk.startsWith(STEP_PREFIX))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([sk, row]) => {
      const number = Number(sk.slice(STEP_PREFIX.length));
      return readStep(row, rows.get(paymentKeys.stepShares({ payment, number }).sk));
    });
