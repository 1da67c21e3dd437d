import { describe, expect, test } from 'vitest';
import type { Attempt, LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { AttemptChange } from '../../../../shared/domain/attempt/attempt-change.ts';
import { concludeRecheck, lease, reschedule } from '../../../../shared/domain/attempt/queue-transitions.ts';
import {
  type AttemptEvent,
  type AttemptState,
  attemptEvents,
  attemptStates,
  isQueued,
  type ReportedOutcome,
  stateAfter,
} from '../../../../shared/domain/attempt/states.ts';
import {
  approve,
  beginDirect,
  close,
  decline,
  doubt,
  lockForCharge,
  supersede,
  tellFailed,
} from '../../../../shared/domain/attempt/transitions.ts';
import type { LinkChange } from '../../../../shared/domain/link/link-states.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { beginReversal, type StepQuestion } from '../../../../shared/domain/payment/begin-step.ts';
import { chargeOf, type StepMove, stepMove } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import { finishStep } from '../../../../shared/domain/payment/step-transitions.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';

const NOW_MS = Date.UTC(2027, 0, 15, 9, 5);
const ENDING = { nowMs: NOW_MS, resultReference: 'r'.repeat(22) };
const RESERVATION = { kind: 'day', name: '20270115', currency: 'TL', shard: 0, amount: minor(10_000) } as const;
const CARD_DAY = { day: '20270115', currency: 'TL', amount: minor(10_000) } as const;
const DECLINED = { code: '005', atMs: NOW_MS } as const;

const NO_LINK = {};

/** The service's own reversal of a charge. */
const reversed = (attempt: Attempt): StepMove | undefined => {
  const question = { charge: chargeOf(attempt, NO_LINK), steps: [], nowMs: NOW_MS, trxId: 1, asker: { by: 'service' } };
  const change = beginReversal(question as StepQuestion, { dueAtMs: NOW_MS, resultReference: 'R' });
  return change === undefined ? undefined : stepMove(change, attempt);
};

/** The end of a reversal that was begun for the attempt, whatever its state is now. */
const reversalEnded = (attempt: Attempt, doneBy: 'void' | 'credit'): AttemptChange | undefined => {
  const begun = reversed({ ...attempt, state: 'charging', reportedOutcome: 'nobody' });
  if (begun === undefined) throw new Error('no reversal of a charge');
  const charge = chargeOf({ ...attempt, activeStep: begun.step.number }, NO_LINK);
  const change = finishStep(begun.step, doneBy, { nowMs: NOW_MS, charge, steps: [begun.step] });
  return change === undefined ? undefined : stepMove(change, attempt)?.attempt;
};

const moves: Readonly<Record<AttemptEvent, (attempt: Attempt) => AttemptChange | undefined>> = {
  'lock for charge': (attempt) => (attempt.kind === 'link' ? lockForCharge(attempt, [], NOW_MS) : undefined),
  approve: (attempt) => approve(attempt, { authCode: 'A' }, ENDING),
  decline: (attempt) => decline(attempt, { code: '005' }, ENDING),
  close: (attempt) => close(attempt, undefined, ENDING),
  supersede: (attempt) => (attempt.kind === 'link' ? supersede(attempt, NOW_MS) : undefined),
  doubt,
  'tell failed': (attempt) => (attempt.kind === 'link' ? tellFailed(attempt, ENDING) : undefined),
  'start reversal': (attempt) => reversed(attempt)?.attempt,
  'find voided': (attempt) => reversalEnded(attempt, 'void'),
  'find refunded': (attempt) => reversalEnded(attempt, 'credit'),
};

const ENDS = ['find voided: voided', 'find refunded: refunded'];
const UNTOLD = ['approve: approved', 'tell failed: same'];
const START = 'start reversal: reversing';

/** What may happen in each state, and where it leads, for an attempt that nobody was told of. */
const allowed: Readonly<Record<AttemptState, readonly string[]>> = {
  authenticating: ['lock for charge: charging', 'decline: declined', 'close: closed', 'supersede: closed', START],
  charging: [...UNTOLD, 'decline: declined', 'doubt: in-doubt', START],
  'in-doubt': [...UNTOLD, 'decline: declined', START],
  approved: [START, ...ENDS],
  declined: [START],
  closed: [START],
  reversing: ENDS,
  voided: [],
  refunded: [START],
};

/** The state that an event should lead to; undefined where it should not be allowed. */
const expectedAfter = (
  state: AttemptState,
  reportedOutcome: ReportedOutcome,
  event: AttemptEvent,
): string | undefined => {
  const row = allowed[state].find((one) => one.startsWith(`${event}: `));
  if (row === undefined || (reportedOutcome !== 'nobody' && UNTOLD.includes(row))) return undefined;
  const to = row.slice(event.length + 2);
  return to === 'same' ? state : to;
};

const toldAfter = (reportedOutcome: ReportedOutcome, event: AttemptEvent): ReportedOutcome => {
  if (event === 'approve') return 'paid';
  return ['tell failed', 'start reversal', 'decline'].includes(event) && reportedOutcome === 'nobody'
    ? 'failed'
    : reportedOutcome;
};

const attempts = (state: AttemptState, reportedOutcome: ReportedOutcome): readonly Attempt[] => {
  const changes = { state, reportedOutcome, reservations: [RESERVATION], version: 7 } as const;
  return [linkAttemptWith(linkWith(), changes), directAttemptWith('D1', changes, { cardReservation: CARD_DAY })];
};

/** What should become of the link, without its name: on what condition, and with which effects. */
const linkOf = (attempt: Attempt, event: AttemptEvent): Omit<LinkChange, 'payment'> | undefined => {
  if (attempt.kind !== 'link') return undefined;
  const { reference, terms, orderId, maskedCard } = attempt;
  const active = { kind: 'active', attempt: reference } as const;
  const free = { kind: 'free', generation: 1 } as const;
  const isActive = attempt.reportedOutcome === 'nobody' && ['charging', 'in-doubt'].includes(attempt.state);
  switch (event) {
    case 'lock for charge':
      return { onlyIf: free, effects: [{ kind: 'activates', attempt: reference }] };
    case 'approve': {
      const paid = { total: terms.total, installments: terms.installments, maskedCard };
      const result = { resultReference: ENDING.resultReference, code: '', orderId, atMs: NOW_MS, paid } as const;
      return { onlyIf: active, effects: [{ kind: 'pays', result }, { kind: 'frees' }] };
    }
    case 'decline': {
      const declines = { kind: 'declines', decline: DECLINED } as const;
      return isActive
        ? { onlyIf: active, effects: [declines, { kind: 'frees' }] }
        : { onlyIf: free, effects: [declines], otherwise: 'nothing' };
    }
    case 'close': {
      const effects = [{ kind: 'requires-3d' }] as const;
      const otherwise = { payment: attempt.payment, onlyIf: { kind: 'exists' }, effects } as const;
      return { onlyIf: free, effects, otherwise };
    }
    case 'tell failed': {
      const unanswered = { code: '021', atMs: NOW_MS, unanswered: true } as const;
      return { onlyIf: active, effects: [{ kind: 'declines', decline: unanswered }, { kind: 'frees' }] };
    }
    case 'start reversal': {
      const effects = [{ kind: 'declines', decline: { code: '021', atMs: NOW_MS } }, { kind: 'frees' }] as const;
      return isActive ? { onlyIf: active, effects, otherwise: 'nothing' } : undefined;
    }
    case 'supersede':
    case 'doubt':
    case 'find voided':
    case 'find refunded':
      return undefined;
  }
};

const ONLY_OF_LINKS: readonly AttemptEvent[] = ['lock for charge', 'tell failed', 'supersede'];
const WITHOUT_CHARGE = ['declined', 'closed', 'voided', 'refunded'];
const KEEPS_CARD = ['authenticating', 'charging', 'in-doubt'];

const cases = attemptStates.flatMap((state) =>
  (['nobody', 'failed', 'paid'] as const).flatMap((reportedOutcome) =>
    attemptEvents.map((event) => ({ state, reportedOutcome, event })),
  ),
);

describe('Every event in every state of an attempt', () => {
  test.each(cases)('$state, reported $reportedOutcome: $event', ({ state, reportedOutcome, event }) => {
    for (const attempt of attempts(state, reportedOutcome)) {
      if (ONLY_OF_LINKS.includes(event) && attempt.kind === 'direct') continue;
      const change = moves[event](attempt);
      const expected = expectedAfter(state, reportedOutcome, event);
      expect(stateAfter({ state, reportedOutcome }, event)).toBe(expected);
      expect(change === undefined).toBe(expected === undefined);
      expect(change?.attempt.state).toBe(expected);
      if (change === undefined || expected === undefined) continue;
      const after = change.attempt;
      expect([change.fromVersion, after.version]).toEqual([7, 8]);
      expect(after.reportedOutcome).toBe(toldAfter(reportedOutcome, event));
      // Rule 27: the card waits only where an approval may still come.
      expect('pendingCard' in after).toBe(KEEPS_CARD.includes(expected) && after.reportedOutcome === 'nobody');
      // Rule 17: everything that was taken is given back once, by an end without a charge.
      const endsWithoutCharge = WITHOUT_CHARGE.includes(expected);
      // A charge that was reported paid was given back by the dealer's own step, which keeps its reservations.
      const givesBack = endsWithoutCharge && !(event.startsWith('find') && reportedOutcome === 'paid');
      const cardDay = attempt.kind === 'direct' ? { cardDay: CARD_DAY } : {};
      expect(change.releases).toEqual(givesBack ? { reservations: [RESERVATION], ...cardDay } : { reservations: [] });
      expect(after.reservations).toEqual(givesBack || event === 'lock for charge' ? [] : [RESERVATION]);
      if (after.kind === 'direct') expect('cardReservation' in after.direct).toBe(!givesBack);
      // Rule 8: it stays in the queue until it is final, and its reversal in its place.
      const waits = !(endsWithoutCharge || expected === 'approved' || expected === 'reversing');
      expect(isQueued(after)).toBe(waits || event === 'supersede');
      const { payment, ...link } = change.link ?? {};
      expect(change.link === undefined ? undefined : link).toEqual(linkOf(attempt, event));
      expect(payment).toBe(change.link === undefined ? undefined : attempt.payment);
    }
  });
});

describe('The last attempt of a link', () => {
  test.each(['decline', 'close', 'tell failed'] as const)('closes it with the failure: %s (rules 7, 33)', (event) => {
    const state = event === 'close' ? 'authenticating' : 'charging';
    for (const [number, closes] of [
      [19, false],
      [20, true],
    ] as const) {
      const change = moves[event](linkAttemptWith(linkWith(), { state, number }));
      const failure = change?.link?.effects.find((effect) => effect.kind === 'fails');
      expect(failure?.result.code).toBe(
        closes ? { decline: '005', close: '001', 'tell failed': '021' }[event] : undefined,
      );
    }
  });

  test('is not closed by a reversal: nobody asked for it', () => {
    const change = moves['start reversal'](linkAttemptWith(linkWith(), { number: 20 }));
    expect(change?.link?.effects.map(({ kind }) => kind)).toEqual(['declines', 'frees']);
  });

  test('of a payment of a shop is closed by a reversal: its first result is final', () => {
    const shop = { pooled: false, splits: [] } as unknown as NonNullable<LinkAttempt['shop']>;
    const change = moves['start reversal'](linkAttemptWith(linkWith(), { state: 'in-doubt', shop }));
    expect(change?.link?.effects[0]).toMatchObject({ kind: 'fails', result: { code: '021', resultReference: 'R' } });
  });
});

describe('What a charge takes of limits (rule 17)', () => {
  const take = { ...RESERVATION, share: minor(99_999) } as const;

  test('is written with it: of the dealer’s budget, without the condition that it was taken on, and of the card’s day', () => {
    const card = { ...CARD_DAY, hash: 'H', most: { count: 5, amount: 'unlimited' } } as const;
    const direct = directAttemptWith('D1');
    const begun = beginDirect(direct, [take], card);
    expect(begun.attempt.reservations).toEqual([RESERVATION]);
    expect(begun.attempt.direct.cardReservation).toEqual(CARD_DAY);
    expect(begun).toMatchObject({ takes: [take], releases: { reservations: [] } });
    expect(beginDirect(direct, []).attempt.direct).not.toHaveProperty('cardReservation');
    const waiting = linkAttemptWith(linkWith(), { state: 'authenticating' });
    expect(lockForCharge(waiting, [take], NOW_MS)).toMatchObject({
      takes: [take],
      attempt: { reservations: [RESERVATION] },
    });
  });
});

describe('An approval', () => {
  test('of a pre-authorisation that closes by itself puts it into the queue for that moment', () => {
    const closing = directAttemptWith('D1', { closesAtMs: NOW_MS + 5000, postponed: 3 });
    expect(approve(closing, {}, ENDING)?.attempt).toMatchObject({ dueAtMs: NOW_MS + 5000, postponed: 0 });
    const other = directAttemptWith('D1', { postponed: 3 });
    expect(approve(other, {}, ENDING)?.attempt).toMatchObject({ dueAtMs: other.dueAtMs, postponed: 3 });
  });
});

describe('A call that takes the place of an attempt (rule 10)', () => {
  test('drops the card that waits for a shop’s payment, unread; a link’s has none', () => {
    const shop = { pooled: false, splits: [] } as unknown as NonNullable<LinkAttempt['shop']>;
    const { pendingCard: _unread, ...waiting } = linkAttemptWith(linkWith(), { state: 'authenticating' });
    expect(supersede({ ...waiting, shop }, NOW_MS)).toMatchObject({
      dropsPendingCard: true,
    });
    expect(supersede(waiting, NOW_MS)).not.toHaveProperty('dropsPendingCard');
  });
});

describe('The queue', () => {
  test('asks once more, a day later, about an end that rests on less than the bank’s word (rule 5)', () => {
    const change = decline(linkAttemptWith(linkWith(), { postponed: 5 }), { code: '021', asksAgain: true }, ENDING);
    const recheckAtMs = NOW_MS + 24 * 3_600_000;
    expect(change?.attempt).toMatchObject({ state: 'declined', recheckAtMs, dueAtMs: recheckAtMs, postponed: 0 });
    const [ended] = change === undefined ? [] : [change.attempt];
    expect(ended !== undefined && isQueued(ended)).toBe(true);
    if (ended === undefined) return;
    expect(isQueued(concludeRecheck(ended).attempt)).toBe(false);
    expect(moves['start reversal'](ended)?.attempt).not.toHaveProperty('recheckAtMs');
  });

  test('leases for a minute, and drops a card that waited for an hour (rules 8, 27)', () => {
    const attempt = directAttemptWith('D1');
    const { pendingCard: _none, ...bare } = linkAttemptWith(linkWith());
    expect(lease(bare, bare.startedAtMs + 9e9).attempt).toEqual({
      ...bare,
      version: 2,
      dueAtMs: bare.startedAtMs + 9e9 + 60_000,
    });
    const early = lease(attempt, attempt.startedAtMs + 3_599_999).attempt;
    expect(early.dueAtMs).toBe(attempt.startedAtMs + 3_659_999);
    expect(early).toHaveProperty('pendingCard');
    expect(lease(attempt, attempt.startedAtMs + 3_600_000).attempt).not.toHaveProperty('pendingCard');
  });

  test('tells of no doubt about an attempt that is over', () => {
    expect(
      reschedule(linkAttemptWith(linkWith(), { state: 'approved' }), { nowMs: NOW_MS, event: 'doubt' }),
    ).toBeUndefined();
    expect(reschedule(linkAttemptWith(linkWith()), { nowMs: NOW_MS, event: 'doubt' })?.attempt.state).toBe('in-doubt');
  });

  test.each([
    [0, 2],
    [1, 4],
    [4, 32],
    [5, 60],
    [99, 60],
  ])('looks again after pauses that grow: %i times, %i minutes (rule 8)', (postponed, minutes) => {
    const { pendingCard: _none, ...attempt } = linkAttemptWith(linkWith(), { postponed });
    const later = reschedule(attempt, { nowMs: NOW_MS })?.attempt;
    expect(later).toMatchObject({ dueAtMs: NOW_MS + minutes * 60_000, postponed: postponed + 1 });
  });

  test.each([
    [0, 2],
    [2, 8],
    [3, 10],
    [99, 10],
  ])('while the bank is silent no pause is longer than ten minutes: %i times, %i minutes', (postponed, minutes) => {
    const { pendingCard: _none, ...attempt } = linkAttemptWith(linkWith(), { postponed });
    const later = reschedule(attempt, { nowMs: NOW_MS, bank: 'silent' })?.attempt;
    expect(later?.dueAtMs).toBe(NOW_MS + minutes * 60_000);
  });
});
