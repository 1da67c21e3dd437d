import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { viewPayment } from '../../../shared/domain/ledger/payment-ledger.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import {
  type AccountMovement,
  DEALER_ITSELF,
  type MovementKind,
  movementsOfCharge,
  movementsOfStep,
} from '../../../shared/domain/statement/movement.ts';
import {
  type AccountBalance,
  addTotals,
  makeStatement,
  NO_TOTALS,
  type Statement,
  type StatementTotals,
  totalsOfEntry,
} from '../../../shared/domain/statement/statement.ts';
import { live, lives } from '../../support/payment/ledger-lives.ts';
import { chargeWith, type PaymentAfter, STEP_NOON_MS } from '../../support/payment/steps.ts';

const HOUR_MS = 3_600_000;

interface Moved {
  readonly day: string;
  readonly totals: StatementTotals;
  readonly account: number;
}

const movedBy = (movements: readonly AccountMovement[], kind: MovementKind, atMs: number): readonly Moved[] =>
  movements.map((movement) => ({
    day: istanbulDayOf(atMs),
    account: movement.subDealerId,
    totals: totalsOfEntry({ ...movement, kind, atMs, currency: 'TL', paymentId: 1, orderId: '' }),
  }));

const movedIn = ({ charge, steps }: PaymentAfter): readonly Moved[] => [
  ...movedBy(movementsOfCharge(charge), 'charge', charge.startedAtMs),
  ...steps.flatMap((step) => movedBy(movementsOfStep(charge, steps, step), step.kind, step.endedAtMs ?? 0)),
];

/** The statements of one account, day by day. */
const statementsOf = (moved: readonly Moved[], subDealerId: number): readonly Statement[] => {
  const own = moved.filter(({ account }) => account === subDealerId);
  const days = [...new Set(own.map(({ day }) => day))].toSorted();
  let before: AccountBalance | undefined;
  return days.map((day, index) => {
    const totals = own.filter((one) => one.day === day).map((one) => one.totals);
    const sum = totals.reduce(addTotals, NO_TOTALS);
    const account = { dealerCode: 'D1', subDealerId, currency: 'TL' } as const;
    const made = makeStatement(account, sum, before, { statementId: index + 1, day, madeAtMs: 0 });
    before = made.balance;
    return made.statement;
  });
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Sales less refunds, without commissions: what an account is due for. */
const netOf = ({ sales, refunds }: Statement): number =>
  sales.total - sales.commission - (refunds.total - refunds.commission);

describe('The sum of all statements is the ledger', () => {
  test('over random lives of payments and days, for every account, commissions and payouts included', () => {
    const seen = { split: 0, days: 0, owed: 0, pooled: 0 };
    fc.assert(
      fc.property(lives, fc.integer({ min: 1, max: 40 }), ({ money, type, wishes }, hours) => {
        const first = { what: 'capture', fraction: 100, seed: 0 } as const;
        const begun = { charge: chargeWith({ money, type, startedAtMs: STEP_NOON_MS }), steps: [] };
        const asked = type === 'sale' ? wishes : [first, ...wishes];
        const payment = live(begun, asked, { pauseMs: hours * HOUR_MS });
        const { balances, gross, refunded } = viewPayment(payment.charge, payment.steps);
        const moved = movedIn(payment);
        const accounts = [...new Set(moved.map(({ account }) => account))];
        const all = accounts.flatMap((account) => statementsOf(moved, account));
        for (const account of accounts) {
          const own = all.filter(({ subDealerId }) => subDealerId === account);
          const [balance, pool] =
            account === DEALER_ITSELF
              ? [balances.get('dealer'), balances.get('dealer-pool')]
              : [balances.get(`sub-dealer:${account}`), balances.get(`sub-dealer-pool:${account}`)];
          // Every payout and what is owed behind the last one make up the balance.
          expect(sum(own.map(({ payout }) => payout)) + (own.at(-1)?.owedAfter ?? 0)).toBe(balance ?? 0);
          expect(own.at(-1)?.poolAfter ?? 0).toBe(pool ?? 0);
          for (const one of own) {
            expect(netOf(one)).toBe(one.balance + one.pool);
            expect(one.payout).toBeGreaterThanOrEqual(0);
            expect(Math.max(one.owedAfter, one.owedBefore)).toBeLessThanOrEqual(0);
          }
          seen.owed += own.some(({ owedAfter }) => owedAfter < 0) ? 1 : 0;
        }
        const ofDealer = all.filter(({ subDealerId }) => subDealerId === DEALER_ITSELF);
        const service = sum(ofDealer.map(({ sales, refunds }) => sales.commission - refunds.commission));
        expect(service).toBe((balances.get('service') ?? 0) + (balances.get('bank') ?? 0));
        // What payers paid: all that the accounts are due for, and what the service earns.
        expect(sum(all.map(netOf)) + service).toBe(gross - refunded);
        const sharers = money.splits.length === 0 ? ofDealer : all.filter(({ subDealerId }) => subDealerId > 0);
        expect(sum(sharers.map(({ sales }) => sales.total))).toBe(gross);
        expect(sum(sharers.map(({ refunds }) => refunds.total))).toBe(refunded);
        seen.split += money.splits.length > 1 ? 1 : 0;
        seen.days += new Set(moved.map(({ day }) => day)).size > 1 ? 1 : 0;
        seen.pooled += money.pooled ? 1 : 0;
      }),
      { numRuns: 500 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(15);
  });

  test('what is owed is deducted from the next days, and only the rest is paid out', () => {
    const account = { dealerCode: 'D1', subDealerId: 0, currency: 'TL' } as const;
    const dayOf = (day: string, balance: number, before?: AccountBalance) =>
      makeStatement(account, { ...NO_TOTALS, balance: minor(balance) }, before, { statementId: 1, day, madeAtMs: 0 });
    // A Friday, a Saturday and a Monday.
    const friday = dayOf('20261120', -500);
    const saturday = dayOf('20261121', 300, friday.balance);
    const monday = dayOf('20261123', 1000, saturday.balance);
    expect(
      [friday, saturday, monday].map(({ statement: { payout, owedBefore, owedAfter, paidOn } }) => [
        owedBefore,
        payout,
        owedAfter,
        paidOn,
      ]),
    ).toEqual([
      [0, 0, -500, '20261123'],
      [-500, 0, -200, '20261123'],
      [-200, 800, 0, '20261124'],
    ]);
  });
});
