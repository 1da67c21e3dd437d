import { isDeepStrictEqual } from 'node:util';
import { readStoredCardRow } from '../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { readStep } from '../../shared/adapters/dynamodb/payment/step-item.ts';
import { type Attempt, type BudgetReservation, isOfLink } from '../../shared/domain/attempt/attempt.ts';
import { endedWithoutCharge, isFinal, isQueued, keepsPendingCard } from '../../shared/domain/attempt/states.ts';
import { customerOfToken, type StoredCard } from '../../shared/domain/card/stored-card.ts';
import { orderIdOf, referenceOf } from '../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../shared/domain/payment/step.ts';
import { isFinalStep, isStepQueued } from '../../shared/domain/payment/step-states.ts';
import { numbersOfTestCards } from '../../shared/nestpay/test-card-numbers.ts';
import { CVC } from '../support/payment/payer.ts';
import { onceARow, onceBeside } from './once.ts';
import { attemptAlone, attemptsIn, isStuckIn, stepsIn, storedAttemptsIn, storedStepsIn } from './payments-in.ts';
import type { Tally } from './tally.ts';
import type { BookedOrder, Circumstances, Watch } from './world.ts';

const HOUR_MS = 3_600_000;

export const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** An attempt before and after a write; undefined for any other row. Shares of sub-dealers and cards stand beside it. */
const movedAttempt = (before: Row, after: Row, payment: Row | undefined) => {
  if (before.entity !== 'attempt') return undefined;
  if (payment === undefined) throw new Error('an attempt of no payment');
  return { was: attemptAlone(before, payment), is: attemptAlone(after, payment) };
};

/** Rows that are written once. */
const WRITTEN_ONCE = [
  'payment',
  'call',
  'payment-pointer',
  'sub-dealers',
  'waiting-card',
  'card-day-of-attempt',
  'statement',
];

/**
 * A changed request moves the fingerprint of a payment, for the release before, and takes the first address of a mobile
 * payment from it: nothing else of it changes (rule 50).
 */
const onlyMovesFingerprint = (
  { fingerprint: was, firstFingerprint: first = was, secret: _former, ...before }: Row,
  { fingerprint, firstFingerprint, secret: _unused, ...after }: Row,
): boolean => fingerprint === undefined && firstFingerprint === first && isDeepStrictEqual(before, after);

/** What is written once is never written again: a payment with its code, its calls, and what stands beside an attempt. */
export const neverRewrites: Watch = (before, after) => {
  const entity = String(before.entity);
  if (!WRITTEN_ONCE.includes(entity)) return undefined;
  if (entity === 'payment' && after.entity === 'payment' && onlyMovesFingerprint(before, after)) return undefined;
  return `${entity} was written again as ${String(after.entity)}`;
};

/**
 * A reported outcome is never withdrawn, a final state changes only by a reversal, and no write is lost (rules 1, 2).
 */
export const neverUnsays: Watch = (before, after, payment) => {
  const moved = movedAttempt(before, after, payment);
  if (moved === undefined) return undefined;
  const { was, is } = moved;
  if (was.next === true && is.next !== true) return 'an attempt lost the word of the one that followed it';
  if (was.reportedOutcome !== 'nobody' && is.reportedOutcome !== was.reportedOutcome)
    return `told ${was.reportedOutcome}, then ${is.reportedOutcome}`;
  // An unreadable row is rescheduled in the queue's index alone.
  if (is.version === was.version && isDeepStrictEqual(was, is)) return undefined;
  if (is.version !== was.version + 1) return 'a version is not counted up';
  if (isFinal(was.state) && is.state !== was.state && is.state !== 'reversing')
    return `${was.state} became ${is.state}`;
  if (was.state === 'reversing' && !['reversing', 'voided', 'refunded'].includes(is.state)) {
    return `a reversal made an attempt ${is.state}`;
  }
  return was.state === 'approved' ? 'an approved attempt is touched' : undefined;
};

/** Shares and postings of a step with sub-dealers stand beside it, and need not be read here. */
const stepAlone = onceARow((row) => readStep(row, { shares: [], postings: [] }));

/** A step before and after a write; undefined for any other row. */
const movedStep = (before: Row, after: Row): { readonly was: Step; readonly is: Step } | undefined =>
  before.entity === 'step' ? { was: stepAlone(before), is: stepAlone(after) } : undefined;

/** What a step is, from its intent on. */
const intentOf = ({ payment, number, attempt, kind, trxId, amount, postings, asker, startedAtMs }: Step) => ({
  payment,
  number,
  attempt,
  kind,
  trxId,
  amount,
  postings,
  asker,
  startedAtMs,
});

/**
 * A step is never another one, what is done stays done, no write is lost, and at most one Credit is open: the next one
 * begins only behind one that was refused, or whose time is over (rules 4, 40).
 */
export const neverUndoesSteps =
  ({ clock, horizonHours }: Pick<Circumstances, 'clock' | 'horizonHours'>): Watch =>
  (before, after) => {
    const moved = movedStep(before, after);
    if (moved === undefined) return undefined;
    const { was, is } = moved;
    if (is.version === was.version && isDeepStrictEqual(was, is)) return undefined;
    if (is.version !== was.version + 1) return 'a version of a step is not counted up';
    if (!isDeepStrictEqual(intentOf(was), intentOf(is))) return 'a step became another step';
    if (was.state === 'done' && (is.state !== 'done' || is.doneBy !== was.doneBy)) return 'what was done is undone';
    if (is.kind === 'reversal' && is.state === 'refused') return 'a reversal was given up';
    const [open, next] = [was.sent.credit, is.sent.credit];
    if (was.state === 'stuck' && !isDeepStrictEqual(was.sent, is.sent)) return 'a stuck step sent something';
    if (open === undefined || next === undefined || next.atMs === open.atMs || next.answer !== undefined)
      return undefined;
    if (open.answer === 'approved') return 'a Credit is sent behind an approved one';
    const isOver = open.answer === 'refused' || clock.now() >= open.atMs + horizonHours * HOUR_MS;
    return isOver ? undefined : 'a second Credit is sent while one is open';
  };

/** An attempt or a step is in the sweeper's queue exactly as long as it waits for something (rule 8). */
export const checkQueue = (rows: readonly Row[]): void => {
  for (const { row, step } of storedStepsIn(rows)) {
    const queued = row.duePk !== undefined;
    demand(queued === isStepQueued(step), `a step ${step.state} and ${queued ? '' : 'not '}in the queue`);
  }
  for (const { row, attempt } of storedAttemptsIn(rows)) {
    const queued = row.duePk !== undefined;
    demand(queued === isQueued(attempt), `${attempt.state} and ${queued ? '' : 'not '}in the queue`);
  }
};

const checkStepsOf = onceBeside((attempt: Attempt, own: readonly Step[]): void => {
  const open = own.filter((step) => !isFinalStep(step));
  demand(open.length <= 1, `${open.length} open steps of one attempt`);
  demand(attempt.activeStep === open[0]?.number, `the slot holds ${attempt.activeStep}, open is ${open[0]?.number}`);
  demand(
    (attempt.state === 'reversing') === (open[0]?.kind === 'reversal'),
    `${attempt.state} beside an open ${open[0]?.kind ?? 'nothing'}`,
  );
  if (open.length > 0)
    demand(attempt.reportedOutcome === 'failed', `a reversal of what was told ${attempt.reportedOutcome}`);
  const last = own.at(-1);
  if (last?.state === 'done' && attempt.state !== (last.doneBy === 'credit' ? 'refunded' : 'voided')) {
    throw new Error(`${attempt.state} after a ${last.kind} that is done by ${last.doneBy}`);
  }
});

/**
 * Steps (rules 4, 40): never two open ones of one attempt; an open one stands in its slot and a closed one does not; each
 * has a number of its own; an attempt is reversing exactly while its reversal is open. Nothing stays reserved for an attempt
 * that ended and was not reported paid.
 */
export const checkSteps = (rows: readonly Row[]): void => {
  const [attempts, steps] = [attemptsIn(rows), stepsIn(rows)];
  const byPayment = Map.groupBy(steps, ({ payment }) => payment);
  for (const own of byPayment.values()) {
    const numbers = own.map(({ number }) => number).toSorted((one, other) => one - other);
    demand(
      numbers.every((number, index) => number === index + 1),
      `the steps of a payment have the numbers ${numbers.join()}`,
    );
  }
  const trxIds = [...attempts, ...steps].map(({ trxId }) => trxId);
  demand(new Set(trxIds).size === trxIds.length, 'two of all charges and steps have one number');
  for (const attempt of attempts) {
    const own = (byPayment.get(attempt.payment) ?? []).filter((step) => step.attempt === attempt.number);
    checkStepsOf(
      attempt,
      own.toSorted((one, other) => one.number - other.number),
      undefined,
    );
    const held =
      attempt.reservations.length + (isOfLink(attempt) || attempt.direct.cardReservation === undefined ? 0 : 1);
    demand(
      held === 0 || attempt.reportedOutcome === 'paid' || !endedWithoutCharge(attempt.state),
      `a reservation stays in an attempt that is ${attempt.state}`,
    );
  }
  const names = new Set(attempts.map(referenceOf));
  for (const { payment, attempt: number, postings } of steps) {
    demand(names.has(referenceOf({ payment, number })), 'a step of no attempt');
    demand(postings.reduce((sum, { amount }) => sum + amount, 0) === 0, 'a step does not conserve money');
  }
};

export interface Ledgers {
  readonly attempts: readonly Attempt[];
  readonly steps: readonly Step[];
  readonly books: readonly BookedOrder[];
  readonly credits?: Pick<UnansweredCredits, 'usedUpTheTime'>;
}

/**
 * Counts credits without a recorded answer, because it was lost or the sender died, and Voids whose answer was lost. Each
 * one is waited for until its horizon has passed, so that a second one uses up the 72 hours.
 */
export class UnansweredCredits {
  readonly #counts = new Map<string, number>();

  readonly watch: Watch = (before, after) => {
    const moved = movedStep(before, after);
    if (moved === undefined) return undefined;
    const { payment, attempt: number } = moved.is;
    const orderId = orderIdOf({ payment, number });
    const { credit, voidUnheardAtMs: unheardBefore } = moved.was.sent;
    const { credit: next, voidUnheardAtMs: unheard } = moved.is.sent;
    if (unheard !== undefined && unheard !== unheardBefore) this.#count(orderId, 1);
    if (unheard === undefined && unheardBefore !== undefined) this.#count(orderId, -1);
    if (next !== undefined && next.answer === undefined && next.atMs !== credit?.atMs) this.#count(orderId, 1);
    if (next?.answer !== undefined && credit?.answer === undefined) this.#count(orderId, -1);
    return undefined;
  };

  #count(orderId: string, more: 1 | -1): void {
    this.#counts.set(orderId, Math.max(0, (this.#counts.get(orderId) ?? 0) + more));
  }

  usedUpTheTime(orderId: string): boolean {
    return (this.#counts.get(orderId) ?? 0) >= 2;
  }
}

/**
 * The bank's books equal ours, and nobody is charged wrongly. Answers the attempts that are charged and stay so. A
 * stuck attempt is charged, and left to an operator only if the bank gives nothing back.
 */
export const checkLedgers = ({ attempts, steps, books, credits }: Ledgers): readonly Attempt[] => {
  const byOrder = new Map(attempts.map((one) => [one.orderId, one]));
  const charges: Attempt[] = [];
  const isStuck = isStuckIn(steps);
  for (const { orderId, state, amount, givenBack: wholly, takeBack, excess = 0, calledDeclined } of books) {
    const attempt = byOrder.get(orderId);
    if (attempt === undefined) throw new Error(`the bank knows ${orderId}, and we do not`);
    const givenBack = wholly - excess;
    // Nobody can know of it before the nightly comparison.
    if (calledDeclined === true && attempt.state === 'declined') continue;
    demand(givenBack <= amount, `${givenBack} of ${amount} were given back`);
    const charged = state !== 'declined' && givenBack < amount;
    const stuck = isStuck(attempt);
    const mayStick = takeBack === 'nothing' || credits?.usedUpTheTime(orderId) === true;
    demand(!stuck || mayStick, 'a charge that can be taken back is stuck');
    demand(
      charged === (attempt.state === 'approved' || stuck),
      `the bank says ${state} (${givenBack} given back), we say ${attempt.state}`,
    );
    demand(!charged || stuck || attempt.terms.total === amount, 'another amount is charged');
    demand(!charged || stuck || attempt.reportedOutcome === 'paid', `charged and told ${attempt.reportedOutcome}`);
    demand(!stuck || attempt.reportedOutcome === 'failed', `stuck and told ${attempt.reportedOutcome}`);
    if (charged && !stuck) charges.push(attempt);
  }
  const approved = attempts.filter(({ state }) => state === 'approved').length;
  demand(approved === charges.length, `${charges.length} charges, ${approved} approved`);
  return charges;
};

/** The used budget is the sum of all charges, in each limited period (rule 17). */
export const checkBudget = (
  rows: readonly Row[],
  attempts: readonly Attempt[],
  periods: readonly BudgetReservation['kind'][] = ['day', 'month'],
): void => {
  const approved = attempts
    .filter(({ state }) => state === 'approved')
    .reduce((sum, { terms }) => sum + terms.total, 0);
  // A stuck attempt stays charged until an operator has reversed it, so its budget is not given back before.
  const stuck = attempts.filter(isStuckIn(stepsIn(rows))).flatMap(({ reservations }) => reservations);
  for (const kind of periods) {
    const held = stuck.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
    const buckets = rows.filter((row) => row.kind === kind && row.usedMinor !== undefined);
    const used = buckets.reduce((sum, { usedMinor }) => sum + Number(usedMinor), 0);
    demand(used === approved + held, `the ${kind}'s budget says ${used}, approved are ${approved}, stuck ${held}`);
  }
};

/** The CVC as a word. Among other digits or letters it is part of an id or a time. */
export const CVC_AS_A_WORD = new RegExp(`(?<![\\w.+/=:-])${CVC}(?![\\w.+/=-])`);

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)]);
};

/** No card number, CVC or merchant key is in a stored row or a log line. */
export const checkSecrets = (
  { rows, logLines }: { readonly rows: readonly Row[]; readonly logLines: readonly string[] },
  keys: readonly string[],
): void => {
  const secrets = [...numbersOfTestCards, ...keys];
  for (const [where, texts] of [
    ['a row', rows.flatMap(textsIn)],
    ['a log line', logLines],
  ] as const) {
    const all = texts.join('\n');
    demand(!secrets.some((secret) => all.includes(secret)), `${where} holds a card number or a merchant's key`);
    demand(!texts.some((text) => text.includes(CVC) && CVC_AS_A_WORD.test(text)), `${where} holds the card's CVC`);
  }
};

/** Every failure in the log was caused by an injected fault of store or vault. */
export const checkErrors = (logLines: readonly string[], met: Tally): void => {
  const vaultFailed = met.sum('fault: vault ') > 0;
  const unexpected = logLines.filter(
    (line) =>
      line.includes('"errorName"') &&
      !line.includes('"StoreUnavailable"') &&
      !(vaultFailed && line.includes('"VaultUnavailable"')),
  );
  demand(unexpected.length === 0, unexpected.join('\n'));
};

const markersOf = (token: string): number => (customerOfToken(token) === undefined ? 2 : 1);

/**
 * Cards are stored only by approvals. Each is found by one hash and in one list, and none waits in an attempt that has
 * ended (rules 26, 27). Answers the cards. `storedBefore`: the token of a card from before the run.
 */
export const checkCards = (
  rows: readonly Row[],
  attempts: readonly Attempt[],
  storedBefore?: string,
): readonly StoredCard[] => {
  const of = (entity: string): readonly Row[] => rows.filter((row) => row.entity === entity);
  const cards = of('stored-card').map(readStoredCardRow);
  for (const { token, maskedCard } of cards) {
    // A customer is found by id and by code, and its cards with it: by id without a marker where the card stands beside it.
    for (const [pointer, count] of [['card-hash', 1] as const, ['customer-card', markersOf(token)] as const]) {
      const found = of(pointer).filter(({ cardToken }) => cardToken === token).length;
      demand(found === count, `${found} rows ${pointer} lead to a card`);
    }
    const approved = attempts.some((one) => one.state === 'approved' && one.maskedCard === maskedCard);
    demand(approved || token === storedBefore, 'a card is stored that no approval was for');
  }
  const leading = cards.reduce((sum, { token }) => sum + 1 + markersOf(token), 0);
  demand(of('card-hash').length + of('customer-card').length === leading, 'a row leads to no card');
  demand(of('hash-of-card').length === cards.length, 'a card has no hash by which it is removed');
  const waiting = attempts.filter((one) => one.pendingCard !== undefined && !keepsPendingCard(one));
  demand(waiting.length === 0, 'a card waits in an attempt that is over');
  return cards;
};
