import { expect } from 'vitest';
import { reconcileRow } from '../../../../functions/payment/reconcile-payments/reconcile-row.ts';
import type { Attempt, DirectAttempt, LinkAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import { NO_PROGRESS } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { referenceOf } from '../../../../shared/domain/payment/payment-name.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { cardStoringOver } from '../../../support/card/card-storing.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfDirect, itemsOfLink, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { sweeperStore } from '../../../support/store/sweeper-store.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const RUN_MS = 55_000;
const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };

export const CAPTURED: InquiryAnswer = { kind: 'captured', amount: minor(10_000), references };
export const OTHER_SUM: InquiryAnswer = { kind: 'captured', amount: minor(9900), references };
export const DECLINED: InquiryAnswer = { kind: 'declined', references, code: '002' };
export const DECLINED_ASK_AGAIN: InquiryAnswer = { ...DECLINED, asksAgain: true };
export const VOIDED: InquiryAnswer = { kind: 'voided', references };
export const NO_RECORD: InquiryAnswer = { kind: 'no-record' };
export const TIME_OUT: InquiryAnswer = { kind: 'unknown', cause: 'time-out' };
export const CONTRADICTORY: InquiryAnswer = { kind: 'unknown', cause: 'contradictory' };

const never = (): never => {
  throw new Error('the sweeper does not call that here');
};

/** The sweeper over one attempt in memory, at a bank that answers what a test says. */
const sceneOf = async (attempt: Attempt, items: ReturnType<typeof itemsOfDirect>) => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  await store.transact(items.map((put) => ({ put })));
  const calls: string[] = [];
  const noted: string[] = [];
  const bank: { found: InquiryAnswer } = { found: CAPTURED };
  const swept = sweeperStore(store);
  const deps = {
    ...swept,
    clock,
    randomness: { guid: never, token: () => 'token' },
    posVersions: { find: async () => posWith() },
    opener: { open: async () => 'opened' },
    cardStoring: cardStoringOver(store, { clock }),
    noteAttempt: (_row: unknown, { orderId }: Attempt) => void noted.push(orderId),
    bank: {
      charge: never,
      provision: never,
      start3D: never,
      startOnServer: never,
      verifyCallback: never,
      inquireHistory: never,
      inquire: async (_account: unknown, { orderId }: { readonly orderId: string }) => {
        calls.push(`inquiry of ${orderId}`);
        return bank.found;
      },
      followUp: async (_account: unknown, _order: unknown, { kind }: { readonly kind: string }) => {
        calls.push(kind);
        return { kind: 'approved', references } as const;
      },
    },
  };
  const row = { kind: 'attempt', payment: attempt.payment, number: 1, position: '', gatewayTag: 'tag' } as const;
  return {
    clock,
    calls,
    noted,
    stored: async () => (await swept.payments.find(attempt.payment)) ?? expect.unreachable('the payment is there'),
    /** What one run makes of this answer, so long after the charge. */
    sweepAfter: (ms: number, found: InquiryAnswer, leftMs = RUN_MS) => {
      clock.advance(ms);
      bank.found = found;
      return reconcileRow(row, clock.now() + leftMs, deps);
    },
  };
};

export const chargedAtMs = new FakeClock().now();

/** A link with one attempt, in doubt and due two minutes after its charge where a test says nothing else. */
export const linkScene = async (changes: Partial<LinkAttempt> = {}) => {
  const link = linkWith({ createdAtMs: chargedAtMs, expiresAtMs: chargedAtMs + 900 * MINUTE_MS });
  const reference = referenceOf({ payment: link.payment, number: 1 });
  const { pendingCard: _none, ...attempt } = linkAttemptWith(link, {
    state: 'in-doubt',
    startedAtMs: chargedAtMs,
    lastCallAtMs: chargedAtMs,
    answerByMs: chargedAtMs + 28_000,
    dueAtMs: chargedAtMs + 2 * MINUTE_MS,
    ...changes,
  });
  const active = ['declined', 'closed'].includes(attempt.state) ? {} : { activeAttempt: reference };
  const progress = { ...NO_PROGRESS, attempts: 1, latest: reference, ...active };
  const scene = await sceneOf(attempt, [...itemsOfLink({ ...link, progress }), ...itemsOfAttempt(attempt)]);
  const only = async (): Promise<Attempt> => (await scene.stored()).attempts[0] ?? expect.unreachable('it is there');
  return { ...scene, attempt, only };
};

export const directScene = async (otherTrxCode?: string, changes: Partial<DirectAttempt> = {}) => {
  const { pendingCard: _none, ...attempt } = directAttemptWith(
    'D1',
    {
      payment: paymentNames.nameOf('D1', 'C-1'),
      startedAtMs: chargedAtMs,
      lastCallAtMs: chargedAtMs,
      answerByMs: chargedAtMs + 28_000,
      dueAtMs: chargedAtMs + 2 * MINUTE_MS,
      ...changes,
    },
    { splits: [], ...(otherTrxCode === undefined ? {} : { otherTrxCode }) },
  );
  const scene = await sceneOf(attempt, itemsOfDirect(attempt));
  return { ...scene, attempt };
};
