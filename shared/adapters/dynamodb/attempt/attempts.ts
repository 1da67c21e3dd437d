import { type Attempt, isOfLink, splitsOfAttempt } from '../../../domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../domain/attempt/attempt-change.ts';
import { MAX_ATTEMPTS_PER_WINDOW } from '../../../domain/link/attempt-count.ts';
import type { LinkChange } from '../../../domain/link/link-states.ts';
import type { OutboxEvent } from '../../../domain/outbox/event.ts';
import { cardStoredEvent, eventOfAttempt } from '../../../domain/outbox/event-of-payment.ts';
import { attemptOfReference, readCallbackAddress } from '../../../domain/payment/payment-name.ts';
import type { AttemptCounters, Attempts, BeginOutcome, PasswordNoted } from '../../../ports/attempts.ts';
import { cardStored } from '../card/stored-cards.ts';
import { subDealersItem } from '../direct-payment/direct-payment-parts.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { cardGivenBack, givenBack, taken } from '../limit/budget-writes.ts';
import { linkWrites } from '../link/link-writes.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { paymentKeys, paymentRanks } from '../payment/payment-keys.ts';
import { attemptIn, attemptsIn, readRows } from '../payment/payment-partition.ts';
import { isSecret } from '../payment/secrets.ts';
import { placeGivenBack, placeWrites } from '../reusable-link/place-writes.ts';
import { requestEndedBy } from '../sale/request-ended.ts';
import { lateApproval } from '../statement/late-ends.ts';
import { attemptItem, waitingCardItem } from './attempt-item.ts';

/** Counters outlive their window by a day; nothing depends on when they are deleted. */
const COUNTER_LIFE_S = 86_400;

/** First the change as planned, then with the link's alternative change, then without damaged buckets. */
const MAX_TRIES = 3;

type Purpose =
  | 'attempt'
  | 'step'
  | 'link'
  | 'card'
  | 'address'
  | 'budget'
  | 'place'
  | 'release'
  | 'stored-card'
  | 'event'
  | 'late';
type Planned = readonly PlannedWrite<Purpose>[];

const counted = (scope: 'card' | 'address', id: string, windowStartMs: number): Write => ({
  update: keys.counter(scope, id, windowStartMs),
  set: {
    expression: 'SET #count = if_not_exists(#count, :zero) + :one, #expiresAt = :expiresAt',
    names: { '#count': 'count', '#expiresAt': 'expiresAt' },
    values: { ':zero': 0, ':one': 1, ':expiresAt': Math.floor(windowStartMs / 1000) + COUNTER_LIFE_S },
  },
  onlyIf: {
    expression: 'attribute_not_exists(#count) OR #count < :most',
    values: { ':most': MAX_ATTEMPTS_PER_WINDOW[scope] },
  },
});

/** A new attempt with the items beside it. */
const newAttemptWrites = (attempt: Attempt): readonly Write[] => {
  const card = waitingCardItem(attempt);
  const splits = splitsOfAttempt(attempt);
  return [
    { put: attemptItem(attempt), onlyIf: ABSENT },
    ...(card === undefined ? [] : [{ put: card, onlyIf: ABSENT }]),
    ...(splits.length === 0 ? [] : [{ put: subDealersItem(attempt, splits), onlyIf: ABSENT }]),
  ];
};

/** The attempt's own items: new, or in place of the version that was read. */
export const attemptWrites = ({ attempt, fromVersion, dropsPendingCard }: AttemptChange): readonly Write[] => {
  if (fromVersion === undefined) return newAttemptWrites(attempt);
  return [
    { put: attemptItem(attempt), onlyIf: atVersion(fromVersion) },
    ...(dropsPendingCard === true ? [{ remove: paymentKeys.waitingCard(attempt) }] : []),
  ];
};

const attemptWrite = (change: AttemptChange): Planned => plannedFor('attempt', attemptWrites(change));

const late = (change: AttemptChange): Planned => plannedFor('late', lateApproval(change));

const linkPlanned = (link: LinkChange | undefined): Planned =>
  link === undefined ? [] : plannedFor('link', linkWrites(link));

const budgetTaken = ({ attempt, takes }: AttemptChange): Planned =>
  plannedFor(
    'budget',
    takes.map((take) => taken(attempt.dealerCode, take)),
  );

/** A place that is taken, on condition that it is free; or that is paid now. */
const placed = (change: AttemptChange): Planned => plannedFor('place', placeWrites(change));

/** Writes that release the reservations of a change to the buckets they came from. */
const released = async (table: Table, { attempt, releases }: AttemptChange): Promise<Planned> =>
  plannedFor('release', [
    ...releases.reservations.map((one) => givenBack(attempt.dealerCode, one)),
    ...(releases.cardDay === undefined ? [] : await cardGivenBack(table, attempt, releases.cardDay)),
    ...placeGivenBack(releases.place),
  ]);

/** Writes that end attempts whose place a call of the dealer takes, and those that give back what they hold. */
export const supersedingWrites = async (
  table: Table,
  changes: readonly AttemptChange[],
): Promise<{ readonly ends: readonly Write[]; readonly releases: readonly Write[] }> => {
  const planned = await Promise.all(changes.map((change) => released(table, change)));
  return { ends: changes.flatMap(attemptWrites), releases: planned.flat().map(({ write }) => write) };
};

/** What a table and a writer of events make of a change. */
interface Store {
  readonly table: Table;
  readonly events: EventWriter;
}

/** Makes the payment plan of a link due at once where a written change has ended the link. */
const planDue = async ({ table }: Store, { attempt }: AttemptChange, link: LinkChange | undefined): Promise<void> => {
  if (isOfLink(attempt)) await requestEndedBy(table, attempt, link);
};

const writesOfEvents = async ({ events }: Store, all: readonly (OutboxEvent | undefined)[]): Promise<Planned> =>
  plannedFor('event', await events.writesOf(all));

const begin = async (
  store: Store,
  change: AttemptChange,
  { windowStartMs, cardHash, address }: AttemptCounters,
): Promise<BeginOutcome> => {
  const outcome = await transactPlanned<Purpose>(store.table, [
    ...attemptWrite(change),
    ...linkPlanned(change.link),
    ...(await writesOfEvents(store, [eventOfAttempt(change, change.link)])),
    ...plannedFor('card', [counted('card', cardHash, windowStartMs)]),
    ...plannedFor('address', [counted('address', address, windowStartMs)]),
    ...budgetTaken(change),
    ...placed(change),
  ]);
  if (outcome.applied) {
    await planDue(store, change, change.link);
    return { kind: 'begun' };
  }
  if (outcome.refusalOf('card') !== undefined) return { kind: 'too-many', of: 'card' };
  if (outcome.refusalOf('address') !== undefined) return { kind: 'too-many', of: 'address' };
  const changed = outcome.refusalOf('attempt') ?? outcome.refusalOf('link');
  if (changed !== undefined) return { kind: 'link-changed' };
  return { kind: outcome.refusalOf('place') === undefined ? 'budget-changed' : 'place-taken' };
};

const notePassword = async (
  table: Table,
  change: LinkChange,
  counters: Omit<AttemptCounters, 'cardHash'> | undefined,
): Promise<PasswordNoted> => {
  const ofAddress = counters === undefined ? [] : [counted('address', counters.address, counters.windowStartMs)];
  const outcome = await transactPlanned<Purpose>(table, [...linkPlanned(change), ...plannedFor('address', ofAddress)]);
  if (outcome.applied) return 'noted';
  return outcome.refusalOf('address') === undefined ? 'link-changed' : 'too-many';
};

/** A change of an attempt, a move of one of its steps or a decision on its order, or both in one transaction. */
interface PaymentChange {
  readonly attempt: AttemptChange | undefined;
  /** Writes of the step, or of the decision. If one of their conditions fails, nothing is written. */
  readonly step?: readonly Write[];
  /** What the step's move tells. */
  readonly stepEvent?: OutboxEvent | undefined;
}

type Applied = 'applied' | 'changed' | 'budget-changed';

/**
 * Writes a change in one transaction. If the link does not meet the change's condition, the alternative of the change
 * is written. A bucket that holds less than was reserved is damaged; it must not keep a payment from being reconciled.
 */
export const applyChange = async (store: Store, { attempt, step = [], stepEvent }: PaymentChange): Promise<Applied> => {
  const { table } = store;
  const own = [
    ...plannedFor<Purpose>('step', step),
    ...(attempt === undefined ? [] : [...attemptWrite(attempt), ...budgetTaken(attempt), ...late(attempt)]),
  ];
  let link = attempt?.link;
  // A place that is paid now is counted like one that is given back: a damaged count must not keep a payment from its end.
  let releases = attempt === undefined ? [] : [...(await released(table, attempt)), ...placed(attempt)];
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ofAttempt = attempt === undefined ? undefined : eventOfAttempt(attempt, link);
    const events = await writesOfEvents(store, [stepEvent, ofAttempt]);
    const outcome = await transactPlanned<Purpose>(table, [...own, ...linkPlanned(link), ...events, ...releases]);
    if (outcome.applied) {
      if (attempt !== undefined) await planDue(store, attempt, link);
      return 'applied';
    }
    if (outcome.refusalOf('attempt') !== undefined || outcome.refusalOf('step') !== undefined) return 'changed';
    if (outcome.refusalOf('budget') !== undefined) return 'budget-changed';
    releases = releases.filter((one) => !outcome.isRefused(one));
    if (outcome.refusalOf('link') === undefined) continue;
    if (link?.otherwise === undefined) return 'changed';
    link = link.otherwise === 'nothing' ? undefined : link.otherwise;
  }
  return 'changed';
};

const find = async (table: Table, reference: string): Promise<Attempt | undefined> => {
  const name = attemptOfReference(reference);
  if (name === undefined) return undefined;
  return attemptIn(await readRows(table, name.payment, paymentRanks.cards), name);
};

/** Turns each change into one transaction. The domain decides what changes and whether it may. */
export const dynamoAttempts = (table: Table, events: EventWriter = NOBODY_TOLD): Attempts => ({
  find: (reference) => find(table, reference),

  findByCallback: async (address) => {
    const read = readCallbackAddress(address);
    const attempt = read === undefined ? undefined : await find(table, read.reference);
    if (read === undefined || attempt === undefined || !isOfLink(attempt)) return undefined;
    return isSecret(read.callbackSecret, attempt.callbackSecret) ? attempt : undefined;
  },

  ofPayment: async (payment) => attemptsIn(await readRows(table, payment, paymentRanks.cards), payment),

  begin: (change, counters) => begin({ table, events }, change, counters),

  notePassword: (change, counters) => notePassword(table, change, counters),

  lockForCharge: async (change) => {
    const planned = [...attemptWrite(change), ...linkPlanned(change.link), ...budgetTaken(change), ...placed(change)];
    const outcome = await transactPlanned<Purpose>(table, planned);
    if (outcome.applied) return { kind: 'locked' };
    const changed = outcome.refusalOf('attempt') ?? outcome.refusalOf('link');
    if (changed !== undefined) return { kind: 'not-lockable' };
    return { kind: outcome.refusalOf('place') === undefined ? 'budget-changed' : 'place-taken' };
  },

  apply: async (change) => (await applyChange({ table, events }, { attempt: change })) === 'applied',

  approveStoring: async (change, card) => {
    const ending = [...attemptWrite(change), ...linkPlanned(change.link), ...late(change), ...placed(change)];
    const stored = card.kind === 'new' ? cardStoredEvent(change.attempt, card.card) : undefined;
    const eventWrites = await writesOfEvents({ table, events }, [eventOfAttempt(change, change.link), stored]);
    const outcome = await transactPlanned<Purpose>(table, [
      ...ending,
      ...eventWrites,
      ...plannedFor<Purpose>('stored-card', cardStored(card)),
    ]);
    if (outcome.applied) {
      await planDue({ table, events }, change, change.link);
      return 'ended';
    }
    return ending.some(outcome.isRefused) ? 'not-ended' : 'card-changed';
  },
});
