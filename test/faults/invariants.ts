import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { readAttemptRow } from '../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { readStoredCardRow } from '../../shared/adapters/dynamodb/rows/stored-card-row.ts';
import type { Attempt, BudgetReservation } from '../../shared/domain/attempt/attempt.ts';
import { isFinal, isQueued, keepsPendingCard } from '../../shared/domain/attempt/states.ts';
import type { StoredCard } from '../../shared/domain/card/stored-card.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import { CVC } from '../support/payer.ts';
import type { Tally } from './tally.ts';
import type { BookedOrder, Watch } from './world.ts';

export const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/**
 * A reported outcome is never withdrawn, a final state changes only by a reversal, and no write is lost (rules 1, 2).
 */
export const neverUnsays: Watch = (before, after) => {
  if (before.entity !== 'attempt') return undefined;
  const [was, is] = [readAttemptRow(before), readAttemptRow(after)];
  if (was.told !== 'nobody' && is.told !== was.told) return `told ${was.told}, then ${is.told}`;
  // An unreadable row is rescheduled in the queue's index alone.
  if (is.version === was.version && isDeepStrictEqual(was, is)) return undefined;
  if (is.version !== was.version + 1) return 'a version is not counted up';
  if (isFinal(was.state) && is.state !== was.state && is.state !== 'voiding') return `${was.state} became ${is.state}`;
  return was.state === 'approved' ? 'an approved attempt is touched' : undefined;
};

/** An attempt is in the sweeper's queue exactly as long as it is not final (rule 8). */
export const checkQueue = (rows: readonly Row[]): void => {
  for (const row of rows.filter(({ entity }) => entity === 'attempt')) {
    const attempt = readAttemptRow(row);
    const queued = row.duePk !== undefined;
    demand(queued === isQueued(attempt), `${attempt.state} and ${queued ? '' : 'not '}in the queue`);
  }
};

export interface Ledgers {
  readonly attempts: readonly Attempt[];
  readonly books: readonly BookedOrder[];
  readonly credits?: Pick<UnansweredCredits, 'usedUpTheTime'>;
}

/**
 * Counts credits without a recorded answer: it was lost, or the sender died. Each one is waited for until its horizon
 * has passed, so that a second one uses up the 72 hours.
 */
export class UnansweredCredits {
  readonly #counts = new Map<string, number>();

  readonly watch: Watch = (before, after) => {
    if (before.entity !== 'attempt') return undefined;
    const { credit } = readAttemptRow(before).reversal ?? {};
    const next = readAttemptRow(after).reversal?.credit;
    const sentAgain = next !== undefined && next.answer === undefined && next.atMs !== credit?.atMs;
    if (sentAgain) this.#counts.set(String(after.orderId), (this.#counts.get(String(after.orderId)) ?? 0) + 1);
    const heard = next?.answer !== undefined && credit?.answer === undefined;
    if (heard) this.#counts.set(String(after.orderId), (this.#counts.get(String(after.orderId)) ?? 1) - 1);
    return undefined;
  };

  usedUpTheTime(orderId: string): boolean {
    return (this.#counts.get(orderId) ?? 0) >= 2;
  }
}

/**
 * The bank's books equal ours, and nobody is charged wrongly. Answers the attempts that are charged and stay so. A
 * stuck attempt is charged, and left to an operator only if the bank gives nothing back.
 */
export const checkLedgers = ({ attempts, books, credits }: Ledgers): readonly Attempt[] => {
  const byOrder = new Map(attempts.map((one) => [one.orderId, one]));
  const charges: Attempt[] = [];
  for (const { orderId, state, amount, givenBack, takeBack } of books) {
    const attempt = byOrder.get(orderId);
    if (attempt === undefined) throw new Error(`the bank knows ${orderId}, and we do not`);
    demand(givenBack <= amount, `${givenBack} of ${amount} were given back`);
    const charged = state !== 'declined' && givenBack < amount;
    const stuck = attempt.state === 'stuck';
    const mayStick = takeBack === 'nothing' || credits?.usedUpTheTime(orderId) === true;
    demand(!stuck || mayStick, 'a charge that can be taken back is stuck');
    demand(
      charged === (attempt.state === 'approved' || stuck),
      `the bank says ${state} (${givenBack} given back), we say ${attempt.state}`,
    );
    demand(!charged || stuck || attempt.terms.total === amount, 'another amount is charged');
    demand(!charged || stuck || attempt.told === 'paid', `charged and told ${attempt.told}`);
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
  const stuck = attempts.flatMap((one) => (one.state === 'stuck' ? one.reservations : []));
  for (const kind of periods) {
    const held = stuck.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
    const buckets = rows.filter((row) => row.kind === kind && row.usedMinor !== undefined);
    const used = buckets.reduce((sum, { usedMinor }) => sum + Number(usedMinor), 0);
    demand(used === approved + held, `the ${kind}'s budget says ${used}, approved are ${approved}, stuck ${held}`);
  }
};

/** The CVC as a word. Among other digits or letters it is part of an id or a time. */
const CVC_AS_A_WORD = new RegExp(`(?<![\\w.+/=:-])${CVC}(?![\\w.+/=-])`);

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
  const secrets = [...testCards.map(({ number }) => number), ...keys];
  for (const [where, texts] of [
    ['a row', rows.flatMap(textsIn)],
    ['a log line', logLines],
  ] as const) {
    const all = texts.join('\n');
    demand(!secrets.some((secret) => all.includes(secret)), `${where} holds a card number or a merchant's key`);
    demand(!texts.some((text) => CVC_AS_A_WORD.test(text)), `${where} holds the card's CVC`);
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
    for (const pointer of ['card-hash', 'customer-card']) {
      const found = of(pointer).filter(({ cardToken }) => cardToken === token).length;
      demand(found === 1, `${found} rows ${pointer} lead to a card`);
    }
    const approved = attempts.some((one) => one.state === 'approved' && one.maskedCard === maskedCard);
    demand(approved || token === storedBefore, 'a card is stored that no approval was for');
  }
  demand(of('card-hash').length + of('customer-card').length === 2 * cards.length, 'a row leads to no card');
  const waiting = attempts.filter((one) => one.pendingCard !== undefined && !keepsPendingCard(one));
  demand(waiting.length === 0, 'a card waits in an attempt that is over');
  return cards;
};
