import { readStoredCardRow } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import {
  idempotencyRecordOf,
  readPaymentItem,
  readPaymentPointer,
} from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import { cardDayPrefix } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { type DirectAttempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { keepsPendingCard } from '../../../shared/domain/attempt/states.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { shareOf } from '../../../shared/domain/limit/budget.ts';
import { usedAttribute } from '../../../shared/domain/limit/card-day.ts';
import { referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { openVault } from '../../support/card/card-storing.ts';
import { demand } from '../invariants.ts';
import { onceAList, onceBeside, rowsOfKind } from '../once.ts';
import { attemptOfItem, attemptsIn, stepsIn } from '../payments-in.ts';
import type { Watch } from '../world.ts';
import { namesOfCodes } from './direct-functions.ts';
import { askedIn } from './direct-requests.ts';

const MOST_ATTEMPTS = 10;
const SAME_DECLINE_MS = 60_000;
const TL_USED = usedAttribute('TL');

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

export const directAttemptsIn = onceAList((rows): readonly DirectAttempt[] =>
  attemptsIn(rows).filter((attempt): attempt is DirectAttempt => !isOfLink(attempt)),
);

/** The shard at the end of a bucket's key. */
const shardOf = ({ pk }: Row): number => Number(String(pk).slice(String(pk).lastIndexOf('#') + 1));

const isBucket = (row: Row): boolean => row.kind === 'day' && row.usedMinor !== undefined;

const bucketProblem = ({ limits }: Dealer, bucket: Row): string | undefined => {
  const daily = limits.TL?.values.daily ?? 'unlimited';
  const [used, shards] = [Number(bucket.usedMinor), limits.TL?.values.shards ?? 1];
  if (daily === 'unlimited') return 'a bucket of no limit';
  return used >= 0 && used <= shareOf(daily, shards, shardOf(bucket)) ? undefined : `a bucket holds ${used}`;
};

const isCardDay = ({ pk }: Row): boolean => String(pk).includes('#CARD-DAY#');

const cardDayProblem = ({ cardLimit }: Dealer, day: Row): string | undefined => {
  const [used, count] = [Number(day[TL_USED]), Number(day.count)];
  const few = cardLimit.count === 'unlimited' || count <= cardLimit.count;
  const little = cardLimit.amount === 'unlimited' || used <= cardLimit.amount;
  return few && little && used >= 0 ? undefined : `a card's day holds ${used} in ${count} payments`;
};

const limitProblem = (dealer: Dealer, row: Row): string | undefined => {
  if (isBucket(row)) return bucketProblem(dealer, row);
  return isCardDay(row) ? cardDayProblem(dealer, row) : undefined;
};

/** No bucket ever holds more than its share, no card's day more than the limit, and no card's count shrinks (rule 17). */
export const limitsHold =
  (dealer: Dealer): Watch =>
  (before, after) => {
    if (isCardDay(after) && Number(after.count) < Number(before.count)) return "a card's count shrank";
    return limitProblem(dealer, before) ?? limitProblem(dealer, after);
  };

/** Every bucket holds the sum of the attempts' reservations, neither more nor less (rule 17). */
const checkBuckets = (rows: readonly Row[], attempts: readonly DirectAttempt[]): void => {
  const held = new Map<string, number>();
  for (const { dealerCode, reservations } of attempts) {
    for (const receipt of reservations) {
      const { pk } = keys.limitBucket(dealerCode, receipt);
      held.set(pk, (held.get(pk) ?? 0) + receipt.amount);
    }
  }
  for (const row of rows.filter(isBucket)) {
    const pk = String(row.pk);
    demand(
      row.usedMinor === (held.get(pk) ?? 0),
      `${pk} says ${String(row.usedMinor)}, reservations say ${held.get(pk) ?? 0}`,
    );
    held.delete(pk);
  }
  demand(held.size === 0, 'a receipt of a bucket that is not there');
};

/** A card's day counts every payment that began, and holds the amounts of those with a reservation (rule 17). */
const checkCardDays = (rows: readonly Row[], attempts: readonly DirectAttempt[]): void => {
  const byReference = new Map(attempts.map((one) => [one.reference, one]));
  const days = new Map<string, { count: number; used: number }>();
  for (const row of rowsOfKind(rows, 'card-day-of-attempt')) {
    const name = attemptOfItem(row);
    const attempt = name === undefined ? undefined : byReference.get(referenceOf(name));
    if (attempt === undefined) throw new Error('a receipt of no attempt');
    const hash = String(row.sk).slice(cardDayPrefix(attempt).length);
    const { pk } = keys.cardDay(attempt.dealerCode, hash, istanbulDayOf(attempt.startedAtMs));
    const day = days.get(pk) ?? { count: 0, used: 0 };
    const used = day.used + (attempt.direct.cardReservation?.amount ?? 0);
    days.set(pk, { count: day.count + 1, used });
  }
  for (const row of rows.filter(isCardDay)) {
    const { count, used } = days.get(String(row.pk)) ?? { count: 0, used: 0 };
    demand(row.count === count, `a card's day counts ${String(row.count)} of ${count} payments`);
    demand(row[TL_USED] === used, `a card's day holds ${String(row[TL_USED])}, reservations say ${used}`);
    days.delete(String(row.pk));
  }
  demand(days.size === 0, 'a payment counts in a day that is not there');
};

/** An attempt's reservations equal its charge, until nothing of it is charged (rule 17). */
const checkReceipts = (attempt: DirectAttempt, { limits, cardLimit }: Dealer): void => {
  const { reservations, terms, direct } = attempt;
  const over = ['declined', 'voided', 'refunded'].includes(attempt.state);
  const limited = limits.TL?.values.daily !== 'unlimited';
  const due = over || !limited ? 0 : terms.total;
  // It was found charged after its decline, so it is being reversed and has no reservation.
  const reopened = reservations.length === 0 && attempt.told === 'failed';
  demand(
    reopened || sum(reservations.map(({ amount }) => amount)) === due,
    `${attempt.state} with reservations of another sum`,
  );
  const countsCards = cardLimit.count !== 'unlimited' || cardLimit.amount !== 'unlimited';
  const cardDue = over || !countsCards ? undefined : terms.total;
  const cardTaken = direct.cardReservation?.amount;
  demand(
    cardTaken === cardDue || (cardTaken === undefined && attempt.told === 'failed'),
    "another sum of a card's day",
  );
};

/** Amounts conserve to the kurus (dealer interface 2.3). */
const checkSplits = ({ terms, direct }: DirectAttempt): void => {
  const { splits } = direct;
  if (splits.length === 0) return;
  demand(sum(splits.map(({ amount }) => amount)) === terms.total, 'the splits are not what is charged');
  demand(
    splits.every(({ amount, net, commission }) => net + commission === amount && net >= 0 && commission >= 0),
    'net and commission are not the amount',
  );
};

const isSameTry = (one: DirectAttempt, other: DirectAttempt): boolean =>
  one.fingerprint === other.fingerprint &&
  one.maskedCard === other.maskedCard &&
  one.direct.cardToken === other.direct.cardToken;

/** Each attempt has what its own call asked for, and one request alone was paid, whatever was given back since (rule 10). */
const checkRequests = (attempts: readonly DirectAttempt[]): void => {
  const prints = new Map(attempts.map((attempt) => [askedIn(attempt), attempt.fingerprint]));
  demand(
    attempts.every((attempt) => prints.get(askedIn(attempt)) === attempt.fingerprint),
    'one request has two fingerprints',
  );
  demand(new Set(prints.values()).size === prints.size, 'two requests have one fingerprint');
  demand(attempts.filter(({ told }) => told === 'paid').length <= 1, 'two attempts of one code were told paid');
};

/** A code's attempts form a chain of at most ten, and none begins before the one before it has ended (rule 10). */
const checkChain = (code: string, attempts: readonly DirectAttempt[], steps: readonly Step[]): void => {
  const chain = attempts.toSorted((one, other) => one.number - other.number);
  demand(chain.length <= MOST_ATTEMPTS, `${chain.length} attempts of one code`);
  for (const [index, attempt] of chain.entries()) {
    const before = chain[index - 1];
    const isFollowed = index + 1 < chain.length;
    demand(attempt.number === index + 1 && (attempt.next === true) === isFollowed, 'the chain of attempts is broken');
    if (before === undefined) continue;
    const open = steps.some(
      (step) =>
        step.attempt === before.number &&
        step.startedAtMs < attempt.startedAtMs &&
        (step.endedAtMs ?? Number.POSITIVE_INFINITY) > attempt.startedAtMs,
    );
    demand(!open, 'an attempt began while the one before it was being taken back');
    for (const earlier of chain.slice(0, index)) {
      const { endedAtMs = Number.POSITIVE_INFINITY } = earlier;
      // One that was given back later had ended before.
      const early = endedAtMs <= attempt.startedAtMs && attempt.startedAtMs - endedAtMs < SAME_DECLINE_MS;
      demand(!early || !isSameTry(earlier, attempt), 'a request was tried again with its card within a minute');
    }
  }
  checkRequests(chain);
  const alive = chain.filter(({ state }) => ['charging', 'in-doubt', 'approved'].includes(state));
  demand(alive.length <= 1, `${alive.length} attempts of one code may be charged`);
  demand(alive.length === 0 || alive[0] === chain.at(-1), 'an earlier attempt may be charged');
  const payment = namesOfCodes.nameOf('D1', code);
  demand(
    chain.every((one) => one.payment === payment),
    'an attempt stands in a partition that its code does not name',
  );
};

/** A code names one payment, which its id finds; each has attempts, and numbers that no other one has (rules 6, 12). */
const checkPayments = (rows: readonly Row[], attempts: readonly DirectAttempt[]): void => {
  const byPayment = Map.groupBy(attempts, ({ payment }) => payment);
  const pointers = new Map(rowsOfKind(rows, 'payment-pointer').map((row) => [row.pk, row]));
  const payments = rowsOfKind(rows, 'payment');
  for (const row of payments) {
    const { name, paymentId, dealerCode, otherTrxCode } = readPaymentItem(row);
    const own = byPayment.get(name) ?? [];
    demand(own.length > 0, 'a payment without an attempt');
    demand(
      own.every((one) => one.paymentId === paymentId && one.dealerCode === dealerCode),
      'an attempt with the id or the dealer of another payment',
    );
    demand(
      own.every(({ fingerprint }) => (otherTrxCode === undefined) === (fingerprint === undefined)),
      'a code without a fingerprint',
    );
    demand(otherTrxCode !== undefined || own.length === 1, `${own.length} attempts of a blank code`);
    demand(idempotencyRecordOf(row).payment === name, 'the code names another payment');
    const pointer = pointers.get(keys.paymentPointer(dealerCode, paymentId).pk);
    demand(pointer !== undefined && readPaymentPointer(pointer) === name, 'the id of a payment leads elsewhere');
  }
  demand(pointers.size === payments.length, `${pointers.size} ids of ${payments.length} payments`);
  demand(new Set(attempts.map(({ trxId }) => trxId)).size === attempts.length, 'two charges have one number');
};

const checkAttempt = onceBeside((attempt: DirectAttempt, _beside: readonly never[], dealer: Dealer): void => {
  checkReceipts(attempt, dealer);
  checkSplits(attempt);
  demand(attempt.pendingCard === undefined || keepsPendingCard(attempt), `a card waits in a ${attempt.state} attempt`);
});

const checkLimit = onceBeside((row: Row, _beside: readonly never[], dealer: Dealer): void => {
  const problem = limitProblem(dealer, row);
  demand(problem === undefined, problem ?? '');
});

/** Invariants of the rows after every step. */
export const checkDirectRows = (rows: readonly Row[], dealer: Dealer): void => {
  const attempts = directAttemptsIn(rows);
  const byCode = Map.groupBy(attempts, ({ direct }) => direct.otherTrxCode);
  const steps = Map.groupBy(stepsIn(rows), ({ payment }) => payment);
  for (const [code, ofCode] of byCode) {
    if (code !== undefined) checkChain(code, ofCode, steps.get(namesOfCodes.nameOf('D1', code)) ?? []);
  }
  checkPayments(rows, attempts);
  for (const attempt of attempts) checkAttempt(attempt, [], dealer);
  checkBuckets(rows, attempts);
  checkCardDays(rows, attempts);
  for (const row of rows) checkLimit(row, [], dealer);
};

/**
 * Only approved payments store cards, once per card and customer (rules 26, 27); `before` was stored before the run.
 */
export const checkStoredCards = async (
  rows: readonly Row[],
  { before, expected }: { readonly before: string; readonly expected: readonly DirectAttempt[] },
): Promise<void> => {
  const approved = directAttemptsIn(rows).filter(({ state }) => state === 'approved');
  const seen = new Set<string>();
  const stored = rows.filter(({ entity }) => entity === 'stored-card').map(readStoredCardRow);
  for (const card of stored) {
    const { number } = await openStoredCard(card, openVault());
    const name = `${card.customer.dealerCustomerId}/${number}`;
    demand(!seen.has(name), 'a card is stored twice for one customer');
    seen.add(name);
    const from = approved.some(
      ({ direct, maskedCard }) =>
        direct.customer?.dealerCustomerId === card.customer.dealerCustomerId && maskedCard === card.maskedCard,
    );
    demand(from || card.token === before, 'a card is stored that no approved payment brought');
  }
  for (const { direct, maskedCard } of expected) {
    const kept = stored.some(
      (card) => card.customer.dealerCustomerId === direct.customer?.dealerCustomerId && card.maskedCard === maskedCard,
    );
    demand(kept, 'an approved payment did not store its card');
  }
};
