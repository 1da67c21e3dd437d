import { istanbulDayOf, istanbulDayRange, istanbulTimeOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { type Currency, currencies, toWireAmount } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { DEALER_ITSELF } from '../../../shared/domain/statement/movement.ts';
import { statementDays } from '../../../shared/domain/statement/statement-query.ts';
import { statementDaysOfTransfers, type Transfer, transfersOf } from '../../../shared/domain/statement/transfer.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { wholeNumberIn } from '../../../shared/http/values.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Statements } from '../../../shared/ports/statements.ts';
import type { TransfersRequest } from './contract.ts';

export interface ListTransfersDependencies {
  readonly statements: Pick<Statements, 'ofDays'>;
  readonly clock: Clock;
}

const DAY_FIELDS = { start: 'TransferStartDate', end: 'TransferEndDate' } as const;

/** The one currency that is asked for; undefined for all. */
const currencyIn = ({ CurrencyCode }: TransfersRequest): Currency | undefined => {
  const code = CurrencyCode?.trim().toUpperCase();
  if (code === undefined || code === '') return undefined;
  const found = currencies.find((currency) => currency === code);
  if (found === undefined) throw new Refusal('InvalidRequest', 'CurrencyCode must be TL, USD, EUR or GBP.');
  return found;
};

/** Nothing is blocked here, and chargebacks are not known to the service. */
const NOT_KEPT = {
  BlockedCount: 0,
  BlockedAmount: 0,
  UnBlockedCount: 0,
  UnBlockedAmount: 0,
  ChargebackCount: 0,
  ChargebackAmount: 0,
} as const;

/** One transfer as the interface shows it. `accountingId` is the number of its account, as in GetStatementList. */
const transferMembers = ({ totals: { sales, refunds }, ...transfer }: Transfer, accountingId: number) => ({
  DealerAccountingId: accountingId,
  CurrencyCode: transfer.currency,
  TransferDate: istanbulTimeOf(istanbulDayRange(transfer.paidOn).firstMs),
  SalesCount: sales.count,
  SalesTotal: toWireAmount(sales.total),
  SalesCommissionTotal: toWireAmount(sales.commission),
  RefundCount: refunds.count,
  RefundTotal: toWireAmount(refunds.total),
  RefundCommissionTotal: toWireAmount(refunds.commission),
  ...NOT_KEPT,
  PayoutTotal: toWireAmount(transfer.payout),
  DealerStatementIdList: transfer.statementIds,
});

const accountingIdOf = ({ subDealerId }: Transfer, { dealerCode }: Dealer): number =>
  subDealerId || (wholeNumberIn(dealerCode) ?? 0);

/** Reads what is paid out to the dealer or one of its sub-dealers (decisions: statements). It reads statements alone. */
export const listTransfers =
  ({ statements, clock }: ListTransfersDependencies): UseCase<TransfersRequest> =>
  async ({ dealer, read }) => {
    const request = readValue(read);
    const { TransferStartDate: start, TransferEndDate: end, SubDealerId } = request;
    const currency = currencyIn(request);
    const days = statementDays({ start, end }, istanbulDayOf(clock.now()), DAY_FIELDS);
    if (days.kind === 'refused') throw new Refusal('InvalidRequest', days.sentence);
    const account = { dealerCode: dealer.dealerCode, subDealerId: SubDealerId ?? DEALER_ITSELF };
    const made = await statements.ofDays(account, statementDaysOfTransfers(days));
    const found = transfersOf(made, days).filter((one) => currency === undefined || one.currency === currency);
    if (found.length === 0) throw new Refusal('NoDataFound', 'Nothing is paid out in this period.');
    return {
      data: {
        IsSuccessful: true,
        ResultCode: '',
        ResultMessage: '',
        ListItemCount: found.length,
        AccountingList: found.map((transfer) => transferMembers(transfer, accountingIdOf(transfer, dealer))),
      },
    };
  };
