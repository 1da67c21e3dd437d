import { describe, expect, test } from 'vitest';
import {
  concludeDirectly,
  hearsUntilMs,
} from '../../../functions/direct-payment/make-direct-payment/charge-directly.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { ChargeOutcome } from '../../../shared/payment-flow/await-answer.ts';
import { directDeadlines } from '../../../shared/payment-flow/charge.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { attemptWithCard, KEPT } from '../../support/card/waiting-card.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const APPROVED: ChargeOutcome = {
  kind: 'approved',
  references: { authCode: 'A', hostReference: 'H', transactionId: 'T' },
};
const DECLINED: ChargeOutcome = { kind: 'declined', code: '002' };

const scene = async (options: { readonly blank?: boolean; readonly storesCard?: boolean } = {}) => {
  const store = new MemoryTable();
  const attempts = dynamoAttempts(store);
  const clock = new FakeClock();
  const changes = { startedAtMs: clock.now(), answerByMs: clock.now() + 28_000 };
  const started =
    options.storesCard === true
      ? await attemptWithCard(store, changes)
      : directAttemptWith('D1', changes, { otherTrxCode: 'T-1' });
  const { otherTrxCode: _code, ...withoutCode } = started.direct;
  const attempt = options.blank === true ? { ...started, direct: withoutCode } : started;
  await store.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const untilMs = hearsUntilMs(clock.now());
  return {
    clock,
    untilMs,
    attempts,
    conclude: (outcome: Exclude<ChargeOutcome, { kind: 'unknown' }>, over: Partial<Attempts> = {}) =>
      concludeDirectly(
        {
          attempts: { ...attempts, ...over },
          clock,
          cardStoring: cardStoringOver(store, { clock }),
          randomness: systemRandomness,
        },
        attempt,
        { outcome, card: async () => KEPT, ...directDeadlines(attempt, untilMs) },
      ),
    now: () => attempts.find(attempt.reference),
  };
};

const fails = (outcome: 'unknown' | 'not-applied') => () =>
  Promise.reject(new StoreUnavailable(outcome, 'TimeoutError'));

describe('An approval of a direct payment is written while its caller can hear of it (rules 1, 9)', () => {
  test('and reported, up to the last moment', async () => {
    const { clock, untilMs, conclude, now } = await scene();
    clock.advance(untilMs - clock.now());
    expect(await conclude(APPROVED)).toMatchObject({ IsSuccessful: true });
    expect(await now()).toMatchObject({ state: 'approved', told: 'paid' });
  });

  test.each([false, true])('and not afterwards, with a card to store (%s) or without', async (storesCard) => {
    const { clock, untilMs, conclude, now } = await scene({ storesCard });
    clock.advance(untilMs - clock.now() + 1);
    expect(await conclude(APPROVED)).toBeUndefined();
    expect(await now()).toMatchObject({ state: 'charging', told: 'nobody', version: 1 });
  });

  test('while a decline is written at any time: nothing stays charged by it', async () => {
    const { clock, conclude, now } = await scene();
    clock.advance(3_600_000);
    expect(await conclude(DECLINED)).toMatchObject({ IsSuccessful: false, ResultCode: '002' });
    expect(await now()).toMatchObject({ state: 'declined', told: 'failed' });
  });
});

describe('A direct payment whose last write has no clear answer (rule 1)', () => {
  /** The write fails, and the read after it too. */
  const silent = (outcome: 'unknown' | 'not-applied') => ({
    apply: fails(outcome),
    approveStoring: fails(outcome),
    find: fails('unknown'),
  });
  const unclear = silent('unknown');

  test('is OutcomeUnknown with a code: a repeat learns what became of it', async () => {
    const { conclude } = await scene();
    expect(await conclude(APPROVED, unclear)).toBeUndefined();
  });

  test('is EX without a code if an approval may be written: no reversal is promised', async () => {
    const { conclude } = await scene({ blank: true });
    await expect(conclude(APPROVED, unclear)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test.each([
    ['a decline', DECLINED, unclear],
    ['an approval that the store refused as a whole', APPROVED, silent('not-applied')],
  ] as const)('is OutcomeUnknown without a code for %s: nothing stays charged', async (_name, verdict, over) => {
    const { conclude } = await scene({ blank: true });
    expect(await conclude(verdict, over)).toBeUndefined();
  });

  test('is reported by its row if that can be read', async () => {
    const { conclude, attempts } = await scene({ blank: true });
    const writesUnheard: Attempts['apply'] = async (change) => {
      await attempts.apply(change);
      throw new StoreUnavailable('unknown', 'TimeoutError');
    };
    expect(await conclude(APPROVED, { apply: writesUnheard })).toMatchObject({ IsSuccessful: true });
  });
});
