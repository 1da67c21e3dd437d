import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listPayments } from '../../../functions/payment-list/list-payments/list-payments.ts';
import { getLinkFunnel } from '../../../functions/reusable-link/get-link-funnel/get-link-funnel.ts';
import { getStatements } from '../../../functions/statement/get-statements/get-statements.ts';
import { dynamoFunnelCounting, dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { dynamoStatementMarks } from '../../../shared/adapters/dynamodb/statement/statement-mark.ts';
import { dynamoStatements } from '../../../shared/adapters/dynamodb/statement/statements.ts';
import { type MoneyOfDays, moneyOfDays } from '../../../shared/desk/figures/money-of-days.ts';
import { DAY_MS, dayTextOf, istanbulDayOf, numberOfDay } from '../../../shared/domain/calendar.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { type DayMoney, moneyByCurrency } from '../../../shared/domain/desk/day-money.ts';
import { sumsByCurrency, sumsByMonth } from '../../../shared/domain/desk/statement-sums.ts';
import { type Currency, currencies } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { OperationCall } from '../../../shared/http/operation-handler.ts';
import { readFunnel } from '../../../shared/links/ask-funnel.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { type LedgerMove, MONEY_DEALER, moneyFact, moneyScene } from '../../support/desk/money-scene.ts';
import { FUNNEL_DEALER, requestFact } from '../../support/payment/drawn-requests.ts';
import { funnelScene } from '../../support/payment/funnel-scene.ts';

/** Half past three in the afternoon of a Thursday in Istanbul. */
const NOW_MS = Date.UTC(2027, 2, 18, 12, 30);
const TODAY = '20270318';
const FROM = dayTextOf(numberOfDay(TODAY) - 30);
const dealer = dealerWith({ dealerCode: MONEY_DEALER });

type Scene = Awaited<ReturnType<typeof moneyScene>>;

/** What an operation answers, as its program reads it; an empty list where it has nothing. */
const answered = async <Answer>(answer: Promise<{ readonly data: unknown }>, empty: Answer): Promise<Answer> => {
  try {
    return (await answer).data as Answer;
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'NoDataFound') return empty;
    throw error;
  }
};

const callWith = <Request>(value: Request, operation: OperationName, of = dealer): OperationCall<Request> => ({
  dealer: of,
  operation,
  sourceAddress: '203.0.113.7',
  read: { ok: true, value },
});

const askMoney = ({ store, clock, payments, making }: Scene): Promise<MoneyOfDays> =>
  moneyOfDays(
    {
      statements: dynamoStatements(store),
      marks: dynamoStatementMarks(store),
      lists: making,
      payments,
      clock,
    },
    { dealerCode: MONEY_DEALER, listingShards: 1, from: FROM },
  );

/** Minor units of an amount that an operation writes. */
const minorOf = (amount: number): number => Math.round(amount * 100);

interface Plain {
  readonly paid: number;
  readonly givenBack: number;
}
const NOTHING: Plain = { paid: 0, givenBack: 0 };

const plainSum = (moves: readonly LedgerMove[], isWanted: (move: LedgerMove) => boolean): Plain =>
  moves
    .filter(isWanted)
    .reduce((sum, { paid, givenBack }) => ({ paid: sum.paid + paid, givenBack: sum.givenBack + givenBack }), NOTHING);

const plain = (found: Omit<DayMoney, 'day' | 'currency'> | undefined): Plain => ({
  paid: found?.paid ?? 0,
  givenBack: found?.givenBack ?? 0,
});

const moneyIn = (days: readonly DayMoney[], currency: Currency): Plain =>
  plain(moneyByCurrency(days).find((one) => one.currency === currency));

const expectLedger = (money: MoneyOfDays, moves: readonly LedgerMove[]): void => {
  for (const currency of currencies) {
    for (let number = numberOfDay(FROM); number <= numberOfDay(TODAY); number += 1) {
      const day = dayTextOf(number);
      const found = money.days.find((one) => one.day === day && one.currency === currency);
      const isOf = (one: LedgerMove): boolean => one.currency === currency && istanbulDayOf(one.atMs) === day;
      expect([day, currency, plain(found)]).toEqual([day, currency, plainSum(moves, isOf)]);
    }
  }
};

/** What GetPaymentList says of the same payments: what was paid of each, less what went back. */
const netByList = async ({ store, clock }: Scene, currency: Currency): Promise<number> => {
  const useCase = listPayments({ lists: dynamoPaymentLists(store), clock, baseUrl: 'https://pay.example' });
  const period = { PaymentStartDate: '2027-02-16 00:00', PaymentEndDate: '2027-03-18 23:59' };
  const { PaymentList } = await answered(useCase(callWith(period, 'GetPaymentList')), {
    PaymentList: [] as readonly Readonly<Record<string, unknown>>[],
  });
  return PaymentList.filter(
    ({ CurrencyCode, PaymentStatus }) => CurrencyCode === currency && (PaymentStatus === 2 || PaymentStatus === 4),
  )
    .filter(({ TrxStatus }) => TrxStatus === 1)
    .reduce((sum, { Amount, RefAmount }) => sum + minorOf(Number(Amount)) - minorOf(Number(RefAmount)), 0);
};

interface StatementAnswer {
  readonly StatementList: readonly Readonly<Record<string, unknown>>[];
}

/** What GetStatementList says of all accounts: sales and refunds of the payers, each share once. */
const byStatements = async ({ store, clock }: Scene, currency: Currency): Promise<Plain> => {
  const useCase = getStatements({ statements: dynamoStatements(store), clock });
  const days = { StatementStartDate: '20270216', StatementEndDate: TODAY };
  const accounts = Array.from({ length: 51 }, (_, id) => id);
  const lists = await Promise.all(
    accounts.map((id) =>
      answered<StatementAnswer>(
        useCase(callWith({ ...days, ...(id === 0 ? {} : { SubDealerId: id }) }, 'GetStatementList')),
        {
          StatementList: [],
        },
      ),
    ),
  );
  const of = (name: 'Sales' | 'Refund'): number =>
    lists
      .flatMap(({ StatementList }) => StatementList)
      .filter(({ CurrencyCode }) => CurrencyCode === currency)
      .reduce((sum, one) => {
        const commission = one.SubDealerId === 0 ? 0 : minorOf(Number(one[`${name}CommissionTotal`]));
        return sum + minorOf(Number(one[`${name}Total`])) - commission;
      }, 0);
  return { paid: of('Sales'), givenBack: of('Refund') };
};

describe('The numbers of the desk (rule 55) are those of the ledger and of the operations, to the minor unit', () => {
  test('each day, the same hour a week ago and the payments of the list, whichever nights have made statements', async () => {
    const seen = { split: 0, back: 0, live: 0, weekAgo: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(moneyFact, { maxLength: 8 }),
        fc.constantFrom<number | 'never'>(1, 1, 2),
        async (facts, nights) => {
          const scene = await moneyScene(facts, NOW_MS, nights);
          const { moves } = scene;
          const money = await askMoney(scene);
          expect(money.missing).toEqual([]);
          expectLedger(money, moves);
          for (const currency of currencies) {
            const { paid, givenBack } = moneyIn(money.days, currency);
            expect(await netByList(scene, currency)).toBe(paid - givenBack);
            const { weekAgo } = money;
            const isEarly = (one: LedgerMove): boolean =>
              one.currency === currency && istanbulDayOf(one.atMs) === '20270311' && one.atMs <= NOW_MS - 7 * DAY_MS;
            if (weekAgo.kind === 'until-now') {
              expect(moneyIn(weekAgo.money, currency)).toEqual(plainSum(moves, isEarly));
              seen.weekAgo += moves.some(isEarly) ? 1 : 0;
            }
          }
          seen.split += facts.some(({ life }) => life.money.splits.length > 1) ? 1 : 0;
          seen.back += moves.some(({ givenBack }) => givenBack > 0) ? 1 : 0;
          seen.live += moves.some(({ atMs }) => istanbulDayOf(atMs) === TODAY) ? 1 : 0;
        },
      ),
      { numRuns: 120 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });

  test('the days that are over are the statements that the API answers, and months are their days', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moneyFact, { minLength: 1, maxLength: 8 }), async (facts) => {
        const scene = await moneyScene(facts, NOW_MS, 1);
        const over = (await askMoney(scene)).days.filter(({ day }) => day < TODAY);
        for (const currency of currencies) {
          expect(await byStatements(scene, currency)).toEqual(moneyIn(over, currency));
        }
        const own = await dynamoStatements(scene.store).ofDays(
          { dealerCode: MONEY_DEALER, subDealerId: 0 },
          { from: FROM, until: TODAY },
        );
        for (const sum of sumsByCurrency(own)) {
          const months = sumsByMonth(own, sum.currency);
          const parts = own.filter(({ currency }) => currency === sum.currency);
          for (const all of [months, parts]) {
            expect(all.reduce((total, { payout }) => total + payout, 0)).toBe(sum.payout);
            expect(all.reduce((total, { sales }) => total + sales.total, 0)).toBe(sum.sales.total);
            expect(all.reduce((total, { refunds }) => total + refunds.commission, 0)).toBe(sum.refunds.commission);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  test('before the first night, days that nobody has counted are told and are no zeros', async () => {
    const old = { minutesAgo: 5 * 24 * 60, chargeMinutes: 0, stepMinutes: 1, currency: 'TL', end: 'paid' } as const;
    const [life] = fc.sample(moneyFact, { numRuns: 1, seed: 7 }).map((one) => one.life);
    const scene = await moneyScene([{ ...old, life: life ?? expect.unreachable() }], NOW_MS, 'never');
    const { missing } = await askMoney(scene);
    expect(missing).toEqual([{ kind: 'days-not-made', from: '20270313', until: '20270316' }]);
  });

  test('the funnel is what GetLinkFunnel answers, and reading it writes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(requestFact, { maxLength: 12 }), async (facts) => {
        const scene = await funnelScene(facts, Date.UTC(2027, 2, 12, 23));
        await scene.run();
        const { store, clock, reads } = scene;
        const names = hmacPaymentNames('local');
        const counting = dynamoFunnelCounting(store);
        const funnels = dynamoFunnels(store);
        const reusableLinks = dynamoReusableLinks(store, names);
        const useCase = getLinkFunnel({ ...reads, counting, funnels, reusableLinks, clock });
        const request = { FromDate: '20270212', ToDate: '20270313' };
        const { data } = await useCase(
          callWith(request, 'GetUserPosFunnel', dealerWith({ dealerCode: FUNNEL_DEALER })),
        );
        const { Total, IsComplete } = data as {
          readonly Total: Readonly<Record<string, unknown>>;
          IsComplete: boolean;
        };
        const rows = JSON.stringify(store.rows());
        const days = { from: '20270212', until: '20270313' };
        const question = { dealerCode: FUNNEL_DEALER, listingShards: 1, days, by: 'day' } as const;
        const read = (await readFunnel({ counting, funnels, clock }, question)) ?? expect.unreachable();
        const { stages } = read.total.counts;
        expect(read.isComplete).toBe(IsComplete);
        expect([stages.created, stages.opened, stages.cardSent, stages.paid, stages.expired, stages.cancelled]).toEqual(
          [
            Total.CreatedCount,
            Total.OpenedCount,
            Total.CardSentCount,
            Total.PaidCount,
            Total.ExpiredCount,
            Total.CancelledCount,
          ],
        );
        expect(JSON.stringify(store.rows())).toBe(rows);
      }),
      { numRuns: 20 },
    );
  });
});
