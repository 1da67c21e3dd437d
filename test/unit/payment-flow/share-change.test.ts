import { describe, expect, test } from 'vitest';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import { progressItem } from '../../../shared/adapters/dynamodb/statement/statement-item.ts';
import { dynamoStatementMarks } from '../../../shared/adapters/dynamodb/statement/statement-mark.ts';
import { dayBefore, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { checkLedger } from '../../../shared/domain/ledger/check-ledger.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { decidingAttempt } from '../../../shared/domain/payment/payment.ts';
import { carryOutShareChange, type ShareChangeDependencies } from '../../../shared/payment-flow/share-change.ts';
import type { StatementProgress } from '../../../shared/ports/statements.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect, paymentNames } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const CODE = 'D-1042';

/** 100.00 of the sub-dealers 11 and 12, paid now, and a change of their shares. */
const sceneOf = async (more: Partial<ShareChangeDependencies> = {}) => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  const dealer = dealerWith();
  const payment = paymentNames.nameOf(dealer.dealerCode, CODE);
  const { pendingCard: _stored, ...attempt } = directAttemptWith(
    dealer.dealerCode,
    { payment, startedAtMs: clock.now(), state: 'approved', reportedOutcome: 'paid', endedAtMs: clock.now() },
    { otherTrxCode: CODE },
  );
  await store.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const payments = dynamoPayments(store, paymentNames);
  let trxId = 500_000;
  const deps: ShareChangeDependencies = {
    payments,
    steps: dynamoSteps(store),
    identifiers: {
      next: () => {
        trxId += 1;
        return Promise.resolve(trxId);
      },
    },
    clock,
    subDealers: { find: () => Promise.resolve([]) },
    marks: dynamoStatementMarks(store),
    isOn: true,
    ...more,
  };
  const today = istanbulDayOf(clock.now());
  return {
    deps,
    today,
    mark: (progress: Omit<StatementProgress, 'version'>) =>
      store.transact([{ put: progressItem(dealer.dealerCode, { version: 1, ...progress }) }]),
    change: (first: number, given = deps) =>
      carryOutShareChange(
        given,
        { dealer, ids: { otherTrxCode: CODE }, asker: { by: 'dealer' } },
        {
          by: 'amounts',
          shares: [
            { subDealerId: 11, amount: minor(first) },
            { subDealerId: 12, amount: minor(10_000 - first) },
          ],
        },
      ),
    stored: async () => {
      const found = await payments.find(payment);
      const deciding = found && decidingAttempt(found);
      if (found === undefined || deciding === undefined) throw new Error('no payment');
      return { steps: found.steps, problems: checkLedger(chargeOf(deciding, found), found.steps) };
    },
  };
};

const refused = (sentence: string) => ({ reason: 'UpdateNotAvailable', sentence });
const STATED = refused('A statement has this payment.');

describe('A change of shares (decisions: other shares)', () => {
  test('is written once with its splits, and read as it was written', async () => {
    const { change, stored } = await sceneOf();
    expect(await change(2500)).toMatchObject({ replayed: false });
    expect(await change(2500)).toMatchObject({ replayed: true });
    const { steps, problems } = await stored();
    expect(problems).toEqual([]);
    expect(steps).toMatchObject([
      {
        kind: 'share-change',
        state: 'done',
        shares: [
          { subDealerId: 11, amount: 2500 },
          { subDealerId: 12, amount: 7500 },
        ],
        splits: [
          { subDealerId: 11, amount: 2500, commission: 75 },
          { subDealerId: 12, amount: 7500, commission: 225 },
        ],
      },
    ]);
  });

  test.each([
    ['made', (day: string) => ({ doneDay: day })],
    ['begun', (day: string) => ({ doneDay: dayBefore(day), reading: { after: 'x', pages: 1 } })],
  ])('loses against the statements of its day that are %s between its reading and its write', async (_what, markOf) => {
    const scene = await sceneOf();
    let reads = 0;
    const marks: ShareChangeDependencies['marks'] = {
      of: async (dealerCode) => {
        reads += 1;
        const read = await scene.deps.marks.of(dealerCode);
        if (reads === 1) await scene.mark(markOf(scene.today));
        return read;
      },
    };
    await expect(scene.change(2500, { ...scene.deps, marks })).rejects.toMatchObject(STATED);
    expect((await scene.stored()).steps).toEqual([]);
  });

  test('is taken while the statements of the day before are being made', async () => {
    const scene = await sceneOf();
    const before = dayBefore(scene.today);
    await scene.mark({ doneDay: dayBefore(before), reading: { after: 'x', pages: 1 } });
    expect(await scene.change(2500)).toMatchObject({ replayed: false });
    await scene.mark({ doneDay: before });
    expect(await scene.change(5000)).toMatchObject({ replayed: false });
  });

  test('is refused by a stage that does not write such steps yet (rule 50)', async () => {
    const { change, stored } = await sceneOf({ isOn: false });
    await expect(change(2500)).rejects.toMatchObject(refused('This service does not change shares of payments yet.'));
    expect((await stored()).steps).toEqual([]);
  });
});
