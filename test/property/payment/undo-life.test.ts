import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import type { FoundOrder, OrderHistory } from '../../../shared/domain/payment/bank-facts.ts';
import type { SentCalls } from '../../../shared/domain/payment/step.ts';
import { nextUndoAction, type UndoAction, type UndoFacts, type UndoKind } from '../../../shared/domain/payment/undo.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2027, 0, 15, 9);
const HORIZON_MS = 24 * HOUR_MS;
const TOTAL = 10_000;

/** What becomes of a call: whether the bank carries it out, at once or late, and whether its answer arrives. */
const fates = ['answered', 'answered', 'refused', 'lost', 'answer-lost', 'soon', 'late'] as const;
type Fate = (typeof fates)[number];

interface BankOrder {
  readonly state: 'captured' | 'settled' | 'voided';
  readonly latest: 'charge' | 'credit';
  readonly credits: readonly MinorUnits[];
}

interface Arrival {
  readonly atMs: number;
  readonly action: Extract<UndoAction, { kind: 'void' | 'credit' }>;
}

interface World {
  readonly order: BankOrder;
  readonly arrivals: readonly Arrival[];
  readonly sent: SentCalls;
}

/** The bank carries a call out, or refuses it by the state of its day. */
const carriedOut = (order: BankOrder, action: Arrival['action']): BankOrder => {
  if (action.kind === 'void') return order.state === 'captured' ? { ...order, state: 'voided' } : order;
  const given = order.credits.reduce((sum, one) => sum + one, 0);
  if (order.state !== 'settled' || given + action.amount > TOTAL) return order;
  return { ...order, latest: 'credit', credits: [...order.credits, action.amount] };
};

const settled = (order: BankOrder): BankOrder => (order.state === 'captured' ? { ...order, state: 'settled' } : order);

/** The world at a moment: late calls arrived, and the bank closed its day. */
const worldAt = (world: World, nowMs: number, bankClosesAtMs: number): World => {
  const due = world.arrivals.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs);
  const before = due.filter(({ atMs }) => atMs < bankClosesAtMs);
  const after = due.filter(({ atMs }) => atMs >= bankClosesAtMs);
  const open = before.reduce((order, { action }) => carriedOut(order, action), world.order);
  const closed = nowMs >= bankClosesAtMs ? settled(open) : open;
  const order = after.reduce((one, { action }) => carriedOut(one, action), closed);
  return { ...world, order, arrivals: world.arrivals.filter(({ atMs }) => atMs > nowMs) };
};

/** What our side knows of a call afterwards. The moment of its intent counts where no answer came. */
const sentAfter = (
  sent: SentCalls,
  action: Arrival['action'],
  nowMs: number,
  answer: 'approved' | 'refused' | undefined,
): SentCalls => {
  if (action.kind === 'credit') {
    const credit = { atMs: nowMs, amount: action.amount, doneBefore: action.doneBefore };
    return { ...sent, credit: answer === undefined ? credit : { ...credit, answer } };
  }
  return { ...sent, voidSentAtMs: nowMs, ...(answer === undefined ? { voidUnheardAtMs: nowMs } : {}) };
};

const call = (world: World, action: Arrival['action'], fate: Fate, nowMs: number): World => {
  if (fate === 'refused' || fate === 'lost') {
    return { ...world, sent: sentAfter(world.sent, action, nowMs, fate === 'refused' ? 'refused' : undefined) };
  }
  if (fate === 'soon' || fate === 'late') {
    const arrival = { atMs: nowMs + (fate === 'soon' ? 40 * MINUTE_MS : HORIZON_MS / 2), action };
    return { ...world, arrivals: [...world.arrivals, arrival], sent: sentAfter(world.sent, action, nowMs, undefined) };
  }
  const order = carriedOut(world.order, action);
  const answer = order === world.order ? 'refused' : 'approved';
  return { ...world, order, sent: sentAfter(world.sent, action, nowMs, fate === 'answered' ? answer : undefined) };
};

const foundIn = ({ state, latest }: BankOrder): FoundOrder => ({
  kind: state !== 'voided' && latest === 'credit' ? 'credited' : state,
});

const historyIn = ({ state, credits }: BankOrder): OrderHistory => ({
  kind: 'history',
  charge: state,
  amount: minor(TOTAL),
  credits,
  creditPending: false,
});

interface Life {
  readonly kind: UndoKind;
  readonly part: number | undefined;
  /** How much later, or earlier, than its setting says the bank closes its day. */
  readonly skewMs: number;
  readonly turns: readonly { readonly fate: Fate; readonly pauseMs: number; readonly isSilent: boolean }[];
}

interface End {
  readonly action: UndoAction;
  readonly world: World;
  readonly endedAtMs: number;
  readonly bankClosesAtMs: number;
}

/** Runs a step to its end, as the sweeper would; the last turns are those of a bank that works. */
const live = ({ kind, part, skewMs, turns }: Life): End => {
  const dayEndsAtMs = START_MS + 10 * HOUR_MS;
  const bankClosesAtMs = dayEndsAtMs + skewMs;
  const calm = Array.from({ length: 60 }, () => ({ fate: 'answered' as const, pauseMs: 3 * HOUR_MS, isSilent: false }));
  let world: World = { order: { state: 'captured', latest: 'charge', credits: [] }, arrivals: [], sent: {} };
  let nowMs = START_MS;
  for (const { fate, pauseMs, isSilent } of [...turns, ...calm]) {
    world = worldAt(world, nowMs, bankClosesAtMs);
    const facts: UndoFacts = {
      kind,
      part: part === undefined ? undefined : minor(part),
      wasCaptured: false,
      nowMs,
      sinceMs: START_MS,
      dayEndsAtMs,
      sent: world.sent,
      found: isSilent ? { kind: 'unknown' } : foundIn(world.order),
      isStuck: false,
      otherCredits: { booked: minor(0), excess: minor(0) },
      believedAtMs: (sentAtMs) => sentAtMs + HORIZON_MS,
    };
    const first = nextUndoAction(facts);
    const action = first.kind === 'ask-history' ? nextUndoAction({ ...facts, history: historyIn(world.order) }) : first;
    if (action.kind === 'done' || action.kind === 'refused') return { action, world, endedAtMs: nowMs, bankClosesAtMs };
    if (action.kind === 'void' || action.kind === 'credit') world = call(world, action, fate, nowMs);
    nowMs += pauseMs;
  }
  return { action: { kind: 'stuck' }, world, endedAtMs: nowMs, bankClosesAtMs };
};

const lives: fc.Arbitrary<Life> = fc.record({
  kind: fc.constantFrom<UndoKind>('reversal', 'void', 'refund'),
  part: fc.constant(undefined),
  skewMs: fc.integer({ min: -60, max: 120 }).map((minutes) => minutes * MINUTE_MS),
  turns: fc.array(
    fc.record({
      fate: fc.constantFrom(...fates),
      pauseMs: fc.oneof(
        fc.integer({ min: 2, max: 20 }).map((minutes) => minutes * MINUTE_MS),
        fc.integer({ min: 1, max: 2 }).map((hours) => hours * HOUR_MS),
      ),
      isSilent: fc.boolean(),
    }),
    { maxLength: 15 },
  ),
});

/** What the bank gave back in the end, once everything that was on its way arrived. */
const givenBackIn = ({ world, endedAtMs, bankClosesAtMs }: End): number => {
  const { order } = worldAt(world, endedAtMs + 2 * HORIZON_MS, bankClosesAtMs);
  return order.state === 'voided' ? TOTAL : order.credits.reduce<number>((sum, one) => sum + one, 0);
};

describe('A step that gives back, whatever the bank does to its calls', () => {
  test('what is told done was given back in full, what is told refused was not, and nothing goes back twice', () => {
    const ends = new Set<string>();
    fc.assert(
      fc.property(lives, (life) => {
        const end = live(life);
        ends.add(`${life.kind} ${end.action.kind}`);
        expect(end.action.kind).not.toBe('stuck');
        expect(givenBackIn(end)).toBe(end.action.kind === 'done' ? TOTAL : 0);
      }),
      { numRuns: 3000 },
    );
    expect([...ends].toSorted()).toEqual(['refund done', 'reversal done', 'void done', 'void refused']);
  });

  test('a refund of a part gives back its amount once, and never on an open day', () => {
    fc.assert(
      fc.property(lives, fc.integer({ min: 1, max: TOTAL - 1 }), (life, part) => {
        const end = live({ ...life, kind: 'refund', part });
        expect(end.action.kind).toBe('done');
        expect(givenBackIn(end)).toBe(part);
        expect(end.world.sent.voidSentAtMs).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});
