import { minor } from '../../../../shared/domain/money/money.ts';
import type { Statement } from '../../../../shared/domain/statement/statement.ts';
import { amount, choice, flag, objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf, ExampleSetUp } from '../../../../shared/openapi/operation-document.ts';
import { counted, exampleStatement, exampleSums, statementOrder } from '../../../../shared/openapi/statement-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const ALWAYS_0 = 'Always 0: the service blocks nothing, and is not told of chargebacks.';

const transfer = objectOf({
  DealerAccountingId: whole('Number of the account: of the sub-dealer, or the DealerId of the dealer.'),
  CurrencyCode: text('TL, USD, EUR or GBP.'),
  TransferDate: text('Day of the payout, on clocks in Istanbul.'),
  SalesCount: whole('Sales and captures in it.'),
  SalesTotal: amount('What payers paid for them.'),
  SalesCommissionTotal: amount('What is deducted of it.'),
  RefundCount: whole('Refunds and voids in it.'),
  RefundTotal: amount('What payers got back.'),
  RefundCommissionTotal: amount('What is given back of the commission.'),
  BlockedCount: choice([0], ALWAYS_0),
  BlockedAmount: choice([0], ALWAYS_0),
  UnBlockedCount: choice([0], ALWAYS_0),
  UnBlockedAmount: choice([0], ALWAYS_0),
  ChargebackCount: choice([0], ALWAYS_0),
  ChargebackAmount: choice([0], ALWAYS_0),
  PayoutTotal: amount('What is paid out.'),
  DealerStatementIdList: {
    type: 'array',
    items: { type: 'integer' },
    description: 'The statements that it pays, as GetStatementList numbers them.',
  },
});

const data = objectOf({
  IsSuccessful: flag('Always true.'),
  ResultCode: text('Always empty.'),
  ResultMessage: text('Always empty.'),
  ListItemCount: whole('Number of transfers.'),
  AccountingList: { type: 'array', items: transfer, description: 'Newest first.' },
});

/** The statement of a Saturday, which is paid out with that of the Sunday. */
const saturday: Omit<Statement, 'dealerCode'> = {
  ...exampleStatement,
  day: '20261121',
  madeAtMs: Date.UTC(2026, 10, 21, 22),
};

const sunday: Omit<Statement, 'dealerCode'> = {
  ...saturday,
  statementId: 100_001,
  day: '20261122',
  sales: counted(1, 2000, 36),
  refunds: counted(0, 0, 0),
  balance: minor(1964),
  owedBefore: minor(0),
  payout: minor(1964),
};

const setUp: ExampleSetUp = {
  statements: [
    saturday,
    sunday,
    { ...saturday, statementId: 100_002, currency: 'USD' },
    { ...saturday, statementId: 100_003, subDealerId: 1774 },
  ],
};

const nothing = {
  BlockedCount: 0,
  BlockedAmount: 0,
  UnBlockedCount: 0,
  UnBlockedAmount: 0,
  ChargebackCount: 0,
  ChargebackAmount: 0,
};

const ofSaturday = {
  DealerAccountingId: 1001,
  CurrencyCode: 'TL',
  TransferDate: '2026-11-23T00:00:00',
  ...exampleSums,
  ...nothing,
  PayoutTotal: 40,
  DealerStatementIdList: [100_000],
};

const inLira = {
  ...ofSaturday,
  SalesCount: 3,
  SalesTotal: 75,
  SalesCommissionTotal: 1.35,
  PayoutTotal: 59.64,
  DealerStatementIdList: [100_000, 100_001],
};
const inDollars = { ...ofSaturday, CurrencyCode: 'USD', DealerStatementIdList: [100_002] };
const ofSubDealer = { ...ofSaturday, DealerAccountingId: 1774, DealerStatementIdList: [100_003] };

const answered = (...list: readonly (typeof ofSaturday)[]) => ({
  IsSuccessful: true,
  ResultCode: '',
  ResultMessage: '',
  ListItemCount: list.length,
  AccountingList: list,
});

const least = { TransferStartDate: '2026-11-23 00:00', TransferEndDate: '2026-11-23 23:59' };
// The dealer of an example has a number of its own.
const success = successesOf(least, { data: answered(inDollars, inLira), generated: ['AccountingList'], setUp });
const refused = refusalsOf<Reason>(least, setUp);

/** The words and examples of the list of transfers (decisions: statements). */
export const document: DocumentOf<typeof contract> = {
  title: 'List payouts',
  description:
    'Reads what is paid out to an account, by day and currency: the statements whose payout falls on the day, added up. Without dates it is about the last 31 days; one call is about 366 days at most.',
  fields: {
    TransferStartDate: { description: 'First day of payouts, such as 2026-11-22. A time of day behind it is ignored.' },
    TransferEndDate: {
      description: 'Last day of payouts, written in the same way; it may be a day to come. Absent: today.',
    },
    CurrencyCode: { description: 'TL, USD, EUR or GBP. Absent: all.' },
    SubDealerId: { description: "Number of a sub-dealer. Absent: the dealer's own payouts." },
  },
  data,
  order: statementOrder({
    reading: 'payouts',
    invalidRequest:
      'A field cannot be read; a date is none; CurrencyCode is unknown; TransferEndDate is before TransferStartDate, or more than 366 days behind it.',
    noData: 'Nothing is paid out in the period, the night is not over, or an id is unknown.',
  }),
  examples: [
    success('own', "A day of the dealer's own payouts", {}),
    success('currency', 'In one currency', { CurrencyCode: 'USD' }, { data: answered(inDollars) }),
    success('subDealer', 'Of a sub-dealer', { SubDealerId: 1774 }, { data: answered(ofSubDealer), generated: [] }),
    ...pipelineExamples(least, { operation: 'GetAccountingList' }),
    refused(
      'InvalidRequest',
      { summary: 'A date cannot be read', message: 'TransferStartDate is not a date such as 2026-11-22.' },
      { TransferStartDate: '22.11.2026' },
    ),
    refused(
      'InvalidRequest',
      { name: 'unknownCurrency', summary: 'An unknown currency', message: 'CurrencyCode must be TL, USD, EUR or GBP.' },
      { CurrencyCode: 'TRY' },
    ),
    refused(
      'NoDataFound',
      { summary: 'Nothing is paid out', message: 'Nothing is paid out in this period.' },
      { TransferStartDate: '2026-11-24', TransferEndDate: '2026-11-24' },
    ),
    unexpectedExample(least),
  ],
};
