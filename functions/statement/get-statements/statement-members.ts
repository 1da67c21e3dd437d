import { type DayText, istanbulDayRange, istanbulTimeOf } from '../../../shared/domain/calendar.ts';
import { type Currency, minor, toWireAmount } from '../../../shared/domain/money/money.ts';
import type { MovementKind, StatementEntry } from '../../../shared/domain/statement/movement.ts';
import type { Statement } from '../../../shared/domain/statement/statement.ts';
import { madeOfMembers } from '../../../shared/http/payment-detail.ts';

/** CurrencyId. */
const CURRENCY_IDS = { TL: 1, USD: 2, EUR: 3, GBP: 4 } as const satisfies Record<Currency, number>;

/** StatementStatus. */
const NOTHING_TO_PAY = 0;
const WILL_BE_PAID = 1;
const PAY_DAY_CAME = 2;

/** Status: a statement never changes, so each is complete. */
const COMPLETE = 1;

const startOf = (day: DayText): string => istanbulTimeOf(istanbulDayRange(day).firstMs);
const endOf = (day: DayText): string => istanbulTimeOf(istanbulDayRange(day).lastMs);

const statusOf = ({ payout, paidOn }: Statement, today: DayText): number => {
  if (payout === 0) return NOTHING_TO_PAY;
  return paidOn > today ? WILL_BE_PAID : PAY_DAY_CAME;
};

/** A statement as the interface shows it. `accountingId` is the number of its account. */
export const statementMembers = (statement: Statement, accountingId: number, today: DayText) => ({
  DealerStatementId: statement.statementId,
  CurrencyId: CURRENCY_IDS[statement.currency],
  StatementStartDate: startOf(statement.day),
  StatementEndDate: endOf(statement.day),
  WillBePaidOn: startOf(statement.paidOn),
  StatementStatus: statusOf(statement, today),
  SalesCount: statement.sales.count,
  SalesTotal: toWireAmount(statement.sales.total),
  SalesCommissionTotal: toWireAmount(statement.sales.commission),
  RefundCount: statement.refunds.count,
  RefundTotal: toWireAmount(statement.refunds.total),
  RefundCommissionTotal: toWireAmount(statement.refunds.commission),
  DealerAccountingId: accountingId,
  Status: COMPLETE,
  CurrencyCode: statement.currency,
  SubDealerId: statement.subDealerId,
  OwedBefore: toWireAmount(statement.owedBefore),
  PayoutTotal: toWireAmount(statement.payout),
  OwedAfter: toWireAmount(statement.owedAfter),
  PoolTotal: toWireAmount(statement.poolAfter),
});

/** TrxType, as in the detail of a payment; 5 and 6 stand for pool steps and 7 for other shares, which no bank knows. */
const TRX_TYPES = {
  charge: 2,
  capture: 2,
  void: 3,
  refund: 4,
  reversal: 4,
  'pool-approval': 5,
  'pool-undo': 6,
  'share-change': 7,
} as const satisfies Record<MovementKind, number>;

/** A change of shares may take away: its sign tells. Of the others TrxType does. */
const shownAmounts = ({ kind, gross, commission, balance }: StatementEntry): readonly [number, number] =>
  kind === 'share-change'
    ? [gross, commission]
    : [Math.abs(gross === 0 ? balance : gross), gross < 0 ? 0 - commission : commission];

const entryMembersOf = (entry: StatementEntry, [amount, commission]: readonly [number, number]) => ({
  DealerPaymentId: entry.paymentId,
  VirtualPosOrderId: entry.orderId,
  OtherTrxCode: entry.otherTrxCode ?? '',
  ...madeOfMembers(entry),
  TrxDate: istanbulTimeOf(entry.atMs),
  TrxType: TRX_TYPES[entry.kind],
  Amount: toWireAmount(minor(amount)),
  DealerCommissionAmount: toWireAmount(minor(commission)),
  CurrencyCode: entry.currency,
});

/**
 * What moved: a sale or refund by what the payer paid or got, a pool step by what became payable or ceased to be, a change
 * of shares by what the account has more or less.
 */
export const entryMembers = (entry: StatementEntry) => entryMembersOf(entry, shownAmounts(entry));
