import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Attempt, BudgetReservation } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { orderIdOf } from '../../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { checkOrdersSaid, type OrderSaid } from '../bank/bank-invariants.ts';
import { demand } from '../invariants.ts';
import type { BookedOrder, Circumstances } from '../world.ts';

type Period = BudgetReservation['kind'];

const ofAttempt = ({ number }: Pick<Attempt, 'number'>, steps: readonly Step[]): readonly Step[] =>
  steps.filter((step) => step.attempt === number);

const doneStep = (kind: Step['kind'], own: readonly Step[]): Step | undefined =>
  own.find((step) => step.kind === kind && step.state === 'done');

const isStuck = (own: readonly Step[]): boolean => own.some(({ state }) => state === 'stuck');

/** What the service says of an order at rest. */
const saidOf = (attempt: Attempt, own: readonly Step[]): OrderSaid => {
  const { orderId, state, told, terms, captured, refunded = minor(0) } = attempt;
  const nothing = { orderId, held: minor(0), kept: minor(0) };
  if (state !== 'approved') return nothing;
  demand(told === 'paid', `approved, and told ${told}`);
  if (terms.type === 'sale') return { ...nothing, kept: minor(terms.total - refunded) };
  const capture = doneStep('capture', own);
  return capture === undefined
    ? { ...nothing, held: terms.total }
    : { ...nothing, kept: minor((captured ?? 0) - refunded) };
};

/**
 * The bank's books equal ours. A stuck step is left to a person only where the bank contradicts itself or gives nothing
 * back, or where Credits without an answer used up its time; a dealer's step ends refused where the bank gives nothing back.
 */
export const checkLifeBooks = (
  books: readonly BookedOrder[],
  { attempts, steps }: { readonly attempts: readonly Attempt[]; readonly steps: readonly Step[] },
  { credits }: Pick<Circumstances, 'credits'>,
): void => {
  const stuck = attempts.filter((attempt) => isStuck(ofAttempt(attempt, steps)));
  for (const { orderId, payment, number } of stuck) {
    const order = books.find((one) => one.orderId === orderId);
    const own = ofAttempt({ number }, steps).filter(({ state }) => state === 'stuck');
    // The bank approved a Credit and shows none: a second one might give the money back twice.
    if (own.some(({ sent: { credit } }) => credit?.answer === 'approved')) continue;
    demand(
      own.every(({ kind }) => kind === 'reversal'),
      `a dealer's ${own[0]?.kind} is stuck though the bank answers`,
    );
    const mayStick = order?.takeBack === 'nothing' || credits.usedUpTheTime(orderIdOf({ payment, number }));
    demand(mayStick, `a step is stuck, and the bank would do it: ${JSON.stringify(order)}`);
  }
  const settled = attempts.filter((attempt) => !stuck.includes(attempt));
  // Nobody can know of a charge that was called declined before the nightly comparison.
  const unknown = books.filter(
    ({ orderId, calledDeclined }) =>
      calledDeclined === true && settled.some((one) => one.orderId === orderId && one.state === 'declined'),
  );
  checkOrdersSaid(
    books.filter((order) => !unknown.includes(order) && !stuck.some(({ orderId }) => orderId === order.orderId)),
    settled.map((attempt) => saidOf(attempt, ofAttempt(attempt, steps))),
  );
};

const nameOf = (kind: Period, atMs: number): string => {
  const day = istanbulDayOf(atMs);
  return kind === 'day' ? day : monthOf(day);
};

/** The day or month in a bucket's key, `LIMIT#dealer#day#20261122#TL#0`. */
const bucketNameOf = ({ pk }: Row): string => /#(?:day|month)#(\d+)#/.exec(String(pk))?.[1] ?? '';

/** What one attempt takes of each bucket by the rules, whatever its rows say that it holds. */
const takenBy = (attempt: Attempt, own: readonly Step[], kind: Period): readonly (readonly [string, number])[] => {
  const { told, terms, reservations } = attempt;
  const held = reservations.filter((one) => one.kind === kind);
  const [first] = held;
  if (told !== 'paid') return held.map(({ name, amount }) => [name, amount]);
  const capture = doneStep('capture', own);
  const voided = own.find((step) => step.kind === 'void' && step.state === 'done' && step.doneBy === 'void');
  const startedIn = first?.name ?? nameOf(kind, attempt.lastCallAtMs ?? attempt.startedAtMs);
  const below = capture === undefined ? 0 : Math.max(0, terms.total - capture.amount);
  const above = capture === undefined ? 0 : Math.max(0, capture.amount - terms.total);
  const givenBackIn = capture === undefined ? undefined : nameOf(kind, capture.endedAtMs ?? 0);
  const rest = terms.total - (givenBackIn === startedIn ? below : 0);
  const voidedIn = voided === undefined ? undefined : nameOf(kind, voided.endedAtMs ?? 0);
  const parts: (readonly [string, number])[] = voidedIn === startedIn ? [] : [[startedIn, rest]];
  const aboveIn = capture === undefined ? '' : nameOf(kind, capture.startedAtMs);
  if (above > 0 && voidedIn !== aboveIn) parts.push([aboveIn, above]);
  return parts;
};

/**
 * The buckets hold what is charged by the rules: a dealer's void and a capture below give back while the day or month
 * lasts, a refund nothing, our reversals all (rule 17).
 */
export const checkLifeLimits = (
  rows: readonly Row[],
  { attempts, steps }: { readonly attempts: readonly Attempt[]; readonly steps: readonly Step[] },
  periods: readonly Period[],
): void => {
  const open = steps.filter(({ kind, state }) => kind === 'capture' && state === 'stuck');
  if (open.length > 0) return;
  for (const kind of periods) {
    const expected = new Map<string, number>();
    for (const attempt of attempts) {
      for (const [name, amount] of takenBy(attempt, ofAttempt(attempt, steps), kind)) {
        expected.set(name, (expected.get(name) ?? 0) + amount);
      }
    }
    const used = new Map<string, number>();
    for (const row of rows.filter((one) => one.kind === kind && one.usedMinor !== undefined)) {
      const name = bucketNameOf(row);
      used.set(name, (used.get(name) ?? 0) + Number(row.usedMinor));
    }
    for (const name of new Set([...expected.keys(), ...used.keys()])) {
      const [is, due] = [used.get(name) ?? 0, expected.get(name) ?? 0];
      demand(is === due, `the ${kind} ${name} holds ${is}, by the rules ${due}`);
    }
  }
};
