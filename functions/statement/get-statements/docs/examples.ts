import type { Statement } from '../../../../shared/domain/statement/statement.ts';
import { amount, choice, flag, objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import {
  pipelineExamples,
  refusalsOf,
  successesOf,
  unexpectedExample,
} from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf, ExampleSetUp } from '../../../../shared/openapi/operation-document.ts';
import { madeOfSchemas } from '../../../../shared/openapi/payment-detail.ts';
import { counted, exampleStatement, exampleSums, statementOrder } from '../../../../shared/openapi/statement-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const date = (description: string) => text(`${description}, on clocks in Istanbul.`);

const statement = objectOf({
  DealerStatementId: whole('Number of the statement.'),
  CurrencyId: choice([1, 2, 3, 4], '1 TL, 2 USD, 3 EUR, 4 GBP.'),
  StatementStartDate: date('First moment of the day'),
  StatementEndDate: date('Last moment of the day'),
  WillBePaidOn: date('Day of the payout: the next one from Monday to Friday'),
  StatementStatus: choice([0, 1, 2], '0 nothing is paid out, 1 will be paid out, 2 the day of the payout has come.'),
  SalesCount: whole('Sales and captures that were reported paid on the day.'),
  SalesTotal: amount(
    "What payers paid for them. For a dealer's payments with sub-dealers: the commission that the dealer takes from them.",
  ),
  SalesCommissionTotal: amount('What is deducted of it.'),
  RefundCount: whole('Refunds and voids that were done on the day, whenever their payments began.'),
  RefundTotal: amount('What payers got back.'),
  RefundCommissionTotal: amount('What is given back of the commission.'),
  DealerAccountingId: whole('Number of the account: of the sub-dealer, or the DealerId of the dealer.'),
  Status: choice([1], '1: complete. A statement never changes.'),
  CurrencyCode: text('TL, USD, EUR or GBP.'),
  SubDealerId: whole("Number of the sub-dealer; 0 for the dealer's own statement."),
  OwedBefore: amount('What the account owed from the days before; never above 0.'),
  PayoutTotal: amount('What is paid out for the day, after what was owed.'),
  OwedAfter: amount('What the account owes after the day; never above 0.'),
  PoolTotal: amount("What waits for the dealer's approval after the day."),
});

const entry = objectOf({
  DealerPaymentId: whole('Number of the payment.'),
  VirtualPosOrderId: text('Order of the charge.'),
  OtherTrxCode: text("The dealer's own code, or empty."),
  ...madeOfSchemas,
  TrxDate: date('When it came to count'),
  TrxType: choice(
    [2, 3, 4, 5, 6, 7],
    '2 sale or capture, 3 void, 4 refund, 5 pool approval, 6 undone pool approval, 7 other shares.',
  ),
  Amount: amount(
    'Share of the account in what the payer paid or got back; of a pool step what it moved; of other shares what the account has more, or less below 0.',
  ),
  DealerCommissionAmount: amount('Commission that was deducted, or given back.'),
  CurrencyCode: text('TL, USD, EUR or GBP.'),
});

const data = objectOf({
  IsSuccessful: flag('Always true.'),
  ResultCode: text('Always empty.'),
  ResultMessage: text('Says so where PaymentList is cut, else empty.'),
  ListItemCount: whole('Number of statements.'),
  StatementList: { type: 'array', items: statement, description: 'Newest first.' },
  PaymentList: {
    type: 'array',
    maxItems: 500,
    items: entry,
    description: 'What moved in the statement that StatementId names, oldest first; empty without StatementId.',
  },
});

const stored: Omit<Statement, 'dealerCode'> = {
  ...exampleStatement,
  day: '20261120',
  madeAtMs: Date.UTC(2026, 10, 20, 22),
};

const setUp: ExampleSetUp = {
  statements: [stored, { ...stored, statementId: 100_001, subDealerId: 1774, sales: counted(1, 2000, 40) }],
};

const shown = {
  DealerStatementId: 100_000,
  CurrencyId: 1,
  StatementStartDate: '2026-11-20T00:00:00',
  StatementEndDate: '2026-11-20T23:59:59.999',
  WillBePaidOn: '2026-11-23T00:00:00',
  StatementStatus: 2,
  ...exampleSums,
  DealerAccountingId: 1001,
  Status: 1,
  CurrencyCode: 'TL',
  SubDealerId: 0,
  OwedBefore: -4.19,
  PayoutTotal: 40,
  OwedAfter: 0,
  PoolTotal: 0,
};

const answered = (one: typeof shown) => ({
  IsSuccessful: true,
  ResultCode: '',
  ResultMessage: '',
  ListItemCount: 1,
  StatementList: [one],
  PaymentList: [],
});

const ofSubDealer = {
  ...shown,
  DealerStatementId: 100_001,
  DealerAccountingId: 1774,
  SubDealerId: 1774,
  SalesCount: 1,
  SalesTotal: 20,
  SalesCommissionTotal: 0.4,
};

const least = { StatementStartDate: '2026-11-20', StatementEndDate: '2026-11-20' };
// Whether the day of the payout has come depends on the day of the reader.
const generated = ['StatementList'];
const success = successesOf(least, { data: answered(shown), generated, setUp });
const refused = refusalsOf<Reason>(least, setUp);

/** The words and examples of the list of statements (decisions: statements). */
export const document: DocumentOf<typeof contract> = {
  title: 'List statements',
  description:
    'Reads what moved on an account day by day: one statement for each currency and each day of Istanbul on which something moved. It is made in the night behind the day and never changes: what happens later belongs to its own day. Without dates it is about the last 31 days; one call is about 366 days at most.',
  further: {
    GetStatementListMarketPlace: {
      title: 'List statements of a sub-dealer',
      description: 'The same. SubDealerId names the sub-dealer whose statements are read.',
    },
  },
  fields: {
    StatementStartDate: { description: 'First day, such as 2026-11-22. A time of day behind it is ignored.' },
    StatementEndDate: { description: 'Last day, written in the same way. Absent: today.' },
    AccountingId: {
      description: 'Number of the account, as DealerAccountingId tells it. It names the same as SubDealerId.',
    },
    StatementId: { description: 'One statement, with what moved in it; the dates do not matter then.' },
    SubDealerId: { description: "Number of a sub-dealer. Absent: the dealer's own statements." },
  },
  data,
  order: statementOrder({
    reading: 'statements',
    invalidRequest:
      'A field cannot be read; a date is none; StatementEndDate is before StatementStartDate, or more than 366 days behind it.',
    noData: 'No statement fits: nothing moved, the night is not over, or an id is unknown.',
  }),
  examples: [
    success('own', "A day of the dealer's own account", {}),
    success(
      'subDealer',
      'A day of a sub-dealer',
      { SubDealerId: 1774 },
      { data: answered(ofSubDealer), operation: 'GetStatementListMarketPlace' },
    ),
    ...pipelineExamples(least, { operation: 'GetStatementList' }),
    refused(
      'InvalidRequest',
      { summary: 'A date cannot be read', message: 'StatementStartDate is not a date such as 2026-11-22.' },
      { StatementStartDate: '22.11.2026' },
    ),
    refused(
      'NoDataFound',
      { summary: 'Nothing moved', message: 'There is no statement that fits the request.' },
      { StatementStartDate: '2026-11-19', StatementEndDate: '2026-11-19' },
    ),
    unexpectedExample(least),
  ],
};
