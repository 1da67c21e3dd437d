import { describe, expect, test } from 'vitest';
import { orderOf, resolveAnswer } from '../../../shared/payment-flow/await-answer.ts';
import { changeMoment } from '../../../shared/payment-flow/change-moment.ts';
import { type ChargeDependencies, concludeCharge, sendCharge } from '../../../shared/payment-flow/charge.ts';
import { applied, concludeClosed } from '../../../shared/payment-flow/conclude.ts';
import { takingOfLink } from '../../../shared/payment-flow/link-taking.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { KEPT } from '../../support/card/waiting-card.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { reusableLinkWith } from '../../support/link/reusable-links.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import {
  referencesOf,
  SILENCE,
  type StepSceneOptions,
  standing,
  stepScene,
  UNHEARD,
} from '../../support/payment/step-at-bank.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const resolved = async (options: StepSceneOptions, leftMs = 30_000) => {
  const { deps, account, under, calls, startedAtMs } = stepScene(options);
  const time = { answerBy: startedAtMs + leftMs };
  const call = { pos: deps.bank, account, order: orderOf(under.attempt), time, clock: deps.clock };
  return { outcome: await resolveAnswer(SILENCE, call), calls, time };
};

describe('a charge whose answer is unknown is asked about within its time (rules 3, 5)', () => {
  test('three times at most, each by the same deadline', async () => {
    const { outcome, calls, time } = await resolved({ found: [UNHEARD] });
    expect(outcome).toEqual({ kind: 'unknown' });
    expect(calls.map((one) => [one.call, one.time])).toEqual(Array.from({ length: 3 }, () => ['inquire', time]));
  });

  test('until the bank tells the outcome', async () => {
    const { outcome, calls } = await resolved({ found: [UNHEARD, standing('captured')] });
    expect(outcome).toEqual({ kind: 'approved', references: referencesOf('found') });
    expect(calls).toHaveLength(2);
  });

  const declined: InquiryAnswer = { kind: 'declined', code: '004', references: referencesOf('found') };

  test.each([
    [3000, { kind: 'declined', code: '004', references: referencesOf('found') }, 1],
    [2999, { kind: 'unknown' }, 0],
  ])('with %i ms left', async (leftMs, expected, inquiries) => {
    const { outcome, calls } = await resolved({ found: [declined] }, leftMs);
    expect(outcome).toEqual(expected);
    expect(calls).toHaveLength(inquiries);
  });

  test.each([
    [60_000, 20_000],
    [15_000, 15_000],
  ])('the charge itself has 20 seconds of %i ms', async (untilMs, chargeMs) => {
    const { deps, account, under, calls, startedAtMs } = stepScene({ found: [standing('captured')] });
    const noted: unknown[] = [];
    const breaker: ChargeDependencies['breaker'] = {
      note: async (...note) => {
        noted.push(note);
      },
    };
    const sent: unknown[] = [];
    const outcome = await sendCharge({ ...deps, breaker }, under.attempt, {
      account,
      askUntilMs: startedAtMs + untilMs,
      send: async (...call) => {
        sent.push(call);
        return SILENCE;
      },
    });
    expect(outcome).toMatchObject({ kind: 'approved' });
    expect(sent).toEqual([[orderOf(under.attempt), { answerBy: startedAtMs + chargeMs }]]);
    expect(calls.map(({ time }) => time)).toEqual([{ answerBy: startedAtMs + untilMs }]);
    expect(noted).toEqual([[under.attempt, SILENCE]]);
  });
});

describe('an outcome that is not written is not reported (rules 1, 7)', () => {
  const { pendingCard: _stored, ...attempt } = directAttemptWith('D1');
  const { deps } = stepScene();
  const concluded = (isApplied: boolean) => {
    const attempts = { apply: async () => isApplied } as Pick<Attempts, 'apply'> as Attempts;
    const cardStoring = cardStoringOver(new MemoryTable(), { clock: deps.clock });
    const randomness = { token: () => 'T', guid: () => 'G' };
    return (outcome: Parameters<typeof concludeCharge>[2]['outcome']) =>
      concludeCharge({ attempts, cardStoring, randomness, clock: deps.clock }, attempt, {
        outcome,
        card: async () => KEPT,
        storeCardUntilMs: Number.POSITIVE_INFINITY,
        approveUntilMs: Number.POSITIVE_INFINITY,
      });
  };
  const APPROVAL = { kind: 'approved', references: referencesOf('charge') } as const;

  test('another call may have ended the attempt', async () => {
    const conclude = concluded(false);
    expect(await conclude(APPROVAL)).toEqual({ kind: 'not-written' });
    expect(await conclude({ kind: 'declined', code: '004' })).toEqual({ kind: 'not-written' });
    expect(await conclude({ kind: 'unknown' })).toEqual({ kind: 'unknown' });
  });

  test('what is written is reported; a direct payment has no report of its own', async () => {
    const conclude = concluded(true);
    expect(await conclude(APPROVAL)).toEqual({ kind: 'approved', resultReference: '' });
    expect(await conclude({ kind: 'declined', code: '004' })).toEqual({ kind: 'declined', code: '004' });
  });

  test('a change that is not allowed is not written, and a payer who left closes the attempt', async () => {
    const writes: unknown[] = [];
    const attempts = {
      apply: async (change: unknown) => {
        writes.push(change);
        return true;
      },
    } as unknown as Attempts;
    expect(await applied(attempts, undefined)).toBeUndefined();
    expect(writes).toEqual([]);
    const options = { nowMs: attempt.startedAtMs, resultReference: '' };
    expect(await concludeClosed(attempts, { ...attempt, state: 'authenticating' }, undefined, options)).toBe(true);
    expect(writes).toMatchObject([{ attempt: { state: 'closed' } }]);
  });
});

describe('whether a reusable link takes payments now', () => {
  const nowMs = Date.UTC(2027, 0, 15, 9);
  const dealer = dealerWith({ dealerCode: 'D1' });
  const taking = (
    { expiresAtMs }: { readonly expiresAtMs?: number },
    known: typeof dealer | undefined,
    stagePaused = false,
  ) =>
    takingOfLink(
      {
        link: reusableLinkWith({ dealerCode: 'D1', ...(expiresAtMs === undefined ? {} : { expiresAtMs }) }),
        places: [],
      },
      {
        dealerOf: async (code) => (code === 'D1' ? known : undefined),
        brake: { isOn: async () => stagePaused },
        clock: { now: () => nowMs },
      },
    );

  test('it does where nothing stops it', async () => {
    expect(await taking({}, dealer)).toEqual({ kind: 'takes', dealer });
  });

  test('its own end is told before that of its dealer', async () => {
    const expired = { kind: 'stopped', why: 'expired' };
    expect(await taking({ expiresAtMs: nowMs - 1 }, dealer)).toEqual(expired);
    expect(await taking({ expiresAtMs: nowMs - 1 }, undefined, true)).toEqual(expired);
  });

  test.each([
    ['unknown', undefined, false],
    ['paused', { ...dealer, paused: true }, false],
    ['switched off', { ...dealer, enabled: false }, false],
    ['of a stage that is paused', dealer, true],
  ] as const)('a dealer that is %s takes nothing', async (_what, known, stagePaused) => {
    expect(await taking({}, known, stagePaused)).toEqual({ kind: 'stopped', why: 'not-now' });
  });

  test('each write has a moment of its own', () => {
    const randomness = { guid: () => 'G' };
    expect(changeMoment({ listingShards: 4 }, { clock: { now: () => 5 }, randomness })).toEqual({
      changeId: 'G',
      nowMs: 5,
      listingShards: 4,
    });
  });
});
