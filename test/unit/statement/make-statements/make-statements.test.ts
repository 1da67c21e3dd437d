import { describe, expect, test } from 'vitest';
import type { MakeStatementsAnswer } from '../../../../functions/statement/make-statements/contract.ts';
import { makeStatements } from '../../../../functions/statement/make-statements/make-statements.ts';
import {
  dealerItem,
  dynamoDealerDirectory,
  dynamoDealers,
  listedDealerItem,
} from '../../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { blockIdentifiers } from '../../../../shared/adapters/dynamodb/identifiers.ts';
import { keys } from '../../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorChanges } from '../../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { paymentKeys } from '../../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoStatementMaking } from '../../../../shared/adapters/dynamodb/statement/statement-making.ts';
import { dynamoStatements } from '../../../../shared/adapters/dynamodb/statement/statements.ts';
import { dayAfter } from '../../../../shared/domain/calendar.ts';
import type { StatementNumbers } from '../../../../shared/observability/log.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { splitWith } from '../../../support/payment/attempts.ts';
import { paidAt, refundedAt } from '../../../support/payment/paid-payments.ts';
import { paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Noon in Istanbul. */
const NOON_MS = Date.UTC(2027, 0, 15, 9);
const DAY = '20270115';
const RUN_MS = 55_000;
const COMMAND = { commandId: '3f2b8e0e-7e0b-4d7c-9d9a-0c5d3a3c1f11', stage: 'local' };

/** Dealers in a table in memory, and the job over it; `slowMs` is what one page takes. */
const scene = async (dealerCodes: readonly string[]) => {
  const store = new MemoryTable();
  const clock = new FakeClock(NOON_MS);
  const log = new FakeLog();
  const ran: StatementNumbers[] = [];
  const slow = { ms: 0 };
  for (const dealerCode of dealerCodes) {
    const dealer = dealerWith({ dealerCode, name: dealerCode });
    await store.transact([{ put: dealerItem(dealer) }, { put: listedDealerItem(dealer) }]);
  }
  const making = dynamoStatementMaking(store);
  const job = makeStatements({
    making: {
      ...making,
      countedOn: (query) => {
        clock.advance(slow.ms);
        return making.countedOn(query);
      },
    },
    payments: dynamoPayments(store, paymentNames),
    identifiers: blockIdentifiers(store),
    dealers: dynamoDealers(store),
    dealerDirectory: dynamoDealerDirectory(store),
    changes: dynamoOperatorChanges(store),
    clock,
    stage: 'local',
    log,
    metrics: { ran: (numbers) => void ran.push(numbers) },
  });
  const night = async (): Promise<StatementNumbers> => {
    await job({ source: 'aws.events' }, clock.now() + RUN_MS);
    return ran.at(-1) ?? expect.unreachable();
  };
  const byHand = (command: object): Promise<MakeStatementsAnswer | undefined> =>
    job({ ...COMMAND, ...command }, clock.now() + RUN_MS);
  const statements = async (dealerCode: string) => {
    const days = { from: '20260101', until: '20280101' };
    const page = await dynamoStatements(store).pageOfDealer({ dealerCode, ...days, limit: 500 });
    return page.map(({ statement }) => statement);
  };
  /** One in the night behind `DAY`, plus some days. */
  const atNight = (days = 0): void => clock.advance(NOON_MS + 13 * HOUR_MS + days * DAY_MS - clock.now());
  return { store, clock, log, slow, night, byHand, statements, atNight };
};

const paid = (store: MemoryTable, dealerCode: string, startedAtMs = NOON_MS, subDealers: readonly number[] = []) =>
  paidAt(
    store,
    dealerCode,
    { startedAtMs, endedAtMs: startedAtMs + 1000 },
    { splits: subDealers.map((id) => splitWith(id)) },
  );

const shown = ({ day, subDealerId, sales, refunds, payout }: Awaited<ReturnType<Scene['statements']>>[number]) =>
  `${day} ${subDealerId}: ${sales.count} for ${sales.total}, back ${refunds.count} for ${refunds.total}, pays ${payout}`;
type Scene = Awaited<ReturnType<typeof scene>>;

describe('The nightly job', () => {
  test('makes the statements of a day an hour after its end, once, and what it missed', async () => {
    const { store, clock, night, statements, atNight } = await scene(['A', 'B', 'C']);
    const attempt = await paid(store, 'A');
    await paid(store, 'A', NOON_MS + 2 * DAY_MS);
    await paid(store, 'C');
    atNight();
    clock.advance(-1);
    expect(await night()).toEqual({ made: 0, failed: 0, late: 0 });
    atNight();
    expect(await night()).toEqual({ made: 2, failed: 0, late: 0 });
    expect(await night()).toEqual({ made: 0, failed: 0, late: 0 });
    const [first] = await statements('A');
    expect(first && shown(first)).toBe(`${DAY} 0: 1 for 10000, back 0 for 0, pays 9850`);
    // A refund of the next day, and three nights without a run.
    const nextNoon = { startedAtMs: NOON_MS + DAY_MS, endedAtMs: NOON_MS + DAY_MS + 1 };
    await refundedAt(store, attempt, 4000, nextNoon);
    atNight(3);
    expect(await night()).toEqual({ made: 2, failed: 0, late: 0 });
    expect((await statements('A')).map(shown)).toEqual([
      `${DAY} 0: 1 for 10000, back 0 for 0, pays 9850`,
      '20270116 0: 0 for 0, back 1 for 4000, pays 0',
      // What was owed for the refund is deducted.
      '20270117 0: 1 for 10000, back 0 for 0, pays 5910',
    ]);
    expect((await statements('A'))[0]).toEqual(first);
    expect(await statements('B')).toEqual([]);
  });

  test('a credit that the bank did in a later night belongs to that night, though the day of its request is stated', async () => {
    const { store, night, statements, atNight } = await scene(['A']);
    const attempt = await paid(store, 'A');
    // Asked for one minute before midnight and done two minutes later.
    const midnight = NOON_MS + 12 * HOUR_MS;
    await refundedAt(store, attempt, 10_000, { startedAtMs: midnight - 60_000, endedAtMs: midnight + 60_000 });
    atNight();
    await night();
    expect((await statements('A')).map(shown)).toEqual([`${DAY} 0: 1 for 10000, back 0 for 0, pays 9850`]);
    atNight(1);
    await night();
    expect((await statements('A')).slice(1).map(shown)).toEqual(['20270116 0: 0 for 0, back 1 for 10000, pays 0']);
  });

  test('a long day goes on where a run had to stop, and each charge counts once', async () => {
    const { store, slow, night, statements, atNight } = await scene(['A', 'B']);
    for (let index = 0; index < 130; index += 1) await paid(store, 'A', NOON_MS + index, [7, 8]);
    await paid(store, 'B');
    atNight();
    slow.ms = RUN_MS;
    const runs: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      const { made, failed } = await night();
      expect(failed).toBe(0);
      runs.push(made);
    }
    expect(runs.filter((made) => made > 0)).toHaveLength(2);
    const made = await statements('A');
    expect(made.map(({ subDealerId, sales }) => [subDealerId, sales.count])).toEqual([
      [0, 130],
      [7, 130],
      [8, 130],
    ]);
    expect(await statements('B')).toHaveLength(1);
  });

  test('two runs at once make each statement once', async () => {
    const { store, night, statements, atNight } = await scene(['A']);
    for (let index = 0; index < 3; index += 1) await paid(store, 'A', NOON_MS + index, [7]);
    atNight();
    await Promise.all([night(), night(), night()]);
    expect((await statements('A')).map(({ sales }) => sales.count)).toEqual([3, 3]);
    const rows = store.rows().filter(({ entity }) => entity === 'statement' || entity === 'statement-pointer');
    expect(rows).toHaveLength(4);
  });

  test('a dealer whose row cannot be read gets no statement, keeps nobody waiting, and is made up once it can', async () => {
    const { store, log, night, statements, atNight } = await scene(['A', 'B']);
    const damaged = await paid(store, 'A');
    await paid(store, 'B');
    const key = paymentKeys.attempt(damaged);
    const row = (await store.get(key)) ?? expect.unreachable();
    await store.transact([{ put: { ...row, ...key, state: 'nonsense' } }]);
    atNight();
    expect(await night()).toEqual({ made: 1, failed: 1, late: 0 });
    expect(await statements('A')).toEqual([]);
    expect(log.lines).toEqual([
      { level: 'error', event: 'statements not made', fields: { dealerCode: 'A', errorName: 'UnreadableRow' } },
    ]);
    await store.transact([{ put: { ...row, ...key } }]);
    expect(await night()).toEqual({ made: 1, failed: 0, late: 0 });
    expect(await statements('A')).toHaveLength(1);
  });

  test('is late where the statements of yesterday are not all there at six in the morning', async () => {
    const { store, clock, night, atNight } = await scene(['A']);
    await paid(store, 'A');
    atNight();
    await night();
    const damaged = await paid(store, 'A', NOON_MS + DAY_MS);
    const key = paymentKeys.attempt(damaged);
    const row = (await store.get(key)) ?? expect.unreachable();
    await store.transact([{ put: { ...row, ...key, state: 'nonsense' } }]);
    atNight(1);
    expect(await night()).toMatchObject({ failed: 1, late: 0 });
    clock.advance(5 * HOUR_MS);
    expect(await night()).toMatchObject({ failed: 1, late: 1 });
  });
});

describe('make-statements by hand', () => {
  test('makes the days of one dealer up to a day, twice without effect, and leaves an audit entry', async () => {
    const { store, byHand, statements, atNight } = await scene(['A', 'B']);
    await paid(store, 'A');
    await paid(store, 'A', NOON_MS + DAY_MS);
    await paid(store, 'B');
    atNight(1);
    const done = { ok: true, result: { made: 1, failed: 0, doneDay: DAY, isDone: true } };
    expect(await byHand({ dealerCode: 'A', day: DAY })).toEqual(done);
    expect(await byHand({ dealerCode: 'A', day: DAY })).toEqual({ ...done, result: { ...done.result, made: 0 } });
    expect(await statements('B')).toEqual([]);
    expect(await byHand({})).toEqual({
      ok: true,
      result: { made: 2, failed: 0, doneDay: dayAfter(DAY), isDone: true },
    });
    expect(await store.get(keys.command(COMMAND.commandId))).toMatchObject({ command: 'make-statements' });
  });

  test.each([
    ['a day that is not over for statements', { dealerCode: 'A', day: '20270116' }, 'InvalidInput'],
    ['a day without a dealer', { day: DAY }, 'InvalidInput'],
    ['a day that does not exist', { dealerCode: 'A', day: '20270231' }, 'InvalidInput'],
    ['an unknown dealer', { dealerCode: 'X' }, 'NotFound'],
    ['another stage', { stage: 'production' }, 'WrongStage'],
  ])('refuses %s', async (_what, command, code) => {
    const { byHand, atNight } = await scene(['A']);
    atNight();
    expect(await byHand(command)).toMatchObject({ ok: false, error: { code } });
  });
});
