import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { type AttemptState, attemptStates, keepsPendingCard } from '../../../shared/domain/attempt/states.ts';
import { PENDING_CARD_LIFE_MS } from '../../../shared/domain/attempt/timing.ts';
import { tellFailed } from '../../../shared/domain/attempt/transitions.ts';
import { cardOwnerOf, isCardOf } from '../../../shared/domain/card/stored-card.ts';
import { applied, concludeDeclined } from '../../../shared/payment-flow/conclude.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { attemptWithCard } from '../../support/card/waiting-card.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { posWith, termsWith } from '../../support/dealer/virtual-pos.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfLink } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { sweeperStore } from '../../support/store/sweeper-store.ts';

const MINUTE_MS = 60_000;

describe('Whose card a link stores', () => {
  const link = { dealerCustomerId: 7, customerCode: 'C' };
  const owner = { dealerCustomerId: 7, customerCode: 'C' };
  const cases = [
    { cardStorage: 'always', ticked: false, stored: true },
    { cardStorage: 'payer-decides', ticked: true, stored: true },
    { cardStorage: 'payer-decides', ticked: false, stored: false },
    { cardStorage: 'never', ticked: true, stored: false },
  ] as const;
  test.each(cases)(
    'with $cardStorage, ticked: $ticked (IsTokenized of dealer interface 2.8)',
    ({ cardStorage, ticked, stored }) => {
      const terms = termsWith({ cardStorage });
      expect(cardOwnerOf({ ...link, terms }, { cardStorage: true }, ticked)).toEqual(stored ? owner : undefined);
    },
  );

  test('nobody’s without the feature, and without a customer', () => {
    const terms = termsWith({ cardStorage: 'always' });
    expect(cardOwnerOf({ ...link, terms }, { cardStorage: false }, true)).toBeUndefined();
    expect(cardOwnerOf({ dealerCustomerId: 0, terms }, { cardStorage: true }, true)).toBeUndefined();
  });

  test('a stored card belongs to one customer', () => {
    expect(isCardOf({ customer: owner }, 7)).toBe(true);
    expect(isCardOf({ customer: owner }, 8)).toBe(false);
  });
});

const PENDING = { sealed: 'v1.SEALED', customer: { dealerCustomerId: 100_001, customerCode: 'C-1' } } as const;

describe('A pending card (rule 27)', () => {
  const waiting: readonly AttemptState[] = ['authenticating', 'charging', 'in-doubt'];
  test.each(attemptStates)('%s: waits only where an approval may still come', (state) => {
    expect(keepsPendingCard({ state, told: 'nobody' })).toBe(waiting.includes(state));
    expect(keepsPendingCard({ state, told: 'failed' })).toBe(false);
  });

  test('is deleted with a decline, and when "failed" is reported', async () => {
    const store = new MemoryTable();
    const attempts = dynamoAttempts(store);
    const declined = await attemptWithCard(store);
    const link = linkWith();
    const told = linkAttemptWith(link, { pendingCard: PENDING });
    const progress = { ...link.progress, attempts: 1, latest: told.reference, activeAttempt: told.reference };
    const items = [...itemsOfLink({ ...link, progress }), ...itemsOfAttempt(told)];
    await store.transact(items.map((put) => ({ put })));
    const nowMs = Date.now();
    expect(await concludeDeclined(attempts, declined, { code: '005' }, { nowMs, resultReference: '' })).toBe(true);
    expect(await applied(attempts, tellFailed(told, { nowMs, resultReference: '' }))).toMatchObject({ told: 'failed' });
    for (const { reference } of [declined, told]) {
      expect(await attempts.find(reference)).not.toHaveProperty('pendingCard');
    }
  });

  /** An attempt whose bank answers nothing, and a sweeper that runs whenever something is due. */
  const silentBank = async () => {
    const store = new MemoryTable();
    const clock = new FakeClock();
    const attempts = dynamoAttempts(store);
    const attempt = await attemptWithCard(store, { startedAtMs: clock.now() });
    const inquire: BankGateway['inquire'] = async () => ({ kind: 'unknown', cause: 'not-asked' });
    const settle = reconcilePayments({
      ...sweeperStore(store),
      attempts,
      bank: { inquire } as unknown as BankGateway,
      posVersions: { find: async () => posWith() },
      opener: { open: async () => 'secret' },
      cardStoring: cardStoringOver(store, { clock }),
      randomness: systemRandomness,
      clock,
      log: new FakeLog(),
      metrics: { reconciled: () => undefined },
    });
    const run = () => settle({ deadlineMs: clock.now() + 55_000 });
    return { clock, run, found: () => attempts.find(attempt.reference) };
  };

  test('is kept while the bank is asked, for an hour', async () => {
    const { clock, run, found } = await silentBank();
    for (let minute = 1; minute < 59; minute += 1) {
      clock.advance(MINUTE_MS);
      await run();
      expect((await found())?.pendingCard, `minute ${minute}`).toBeDefined();
    }
  });

  test('is dropped by the sweeper after an hour, though the pauses between its looks have grown by then', async () => {
    const { clock, run, found } = await silentBank();
    const end = clock.now() + PENDING_CARD_LIFE_MS + MINUTE_MS;
    while (clock.now() < end) {
      clock.advance(MINUTE_MS);
      await run();
    }
    const attempt = await found();
    expect(attempt).toMatchObject({ state: 'in-doubt', told: 'nobody' });
    expect(attempt).not.toHaveProperty('pendingCard');
  });
});
