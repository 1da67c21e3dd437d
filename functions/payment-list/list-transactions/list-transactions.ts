import { toWireAmount } from '../../../shared/domain/money/money.ts';
import { attemptAsReported } from '../../../shared/domain/payment/payment.ts';
import { readList } from '../../../shared/domain/payment-list/list-cut.ts';
import type { ListPeriod } from '../../../shared/domain/payment-list/list-period.ts';
import {
  isUnpaidOfLink,
  listAnswer,
  type PeriodNames,
  passes,
  readPeriod,
  refuseUnknown,
} from '../../../shared/http/list-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { possibleStatuses } from '../../../shared/http/payment-status.ts';
import {
  chargeEntry,
  chargeType,
  hasReachedBank,
  stepEntry,
  stepStatuses,
  stepType,
} from '../../../shared/http/payment-transactions.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type {
  EarlyFilter,
  ListEntry,
  ListedTransaction,
  ListQuery,
  PaymentLists,
} from '../../../shared/ports/payment-lists.ts';
import type { ListTransactionsRequest } from './contract.ts';
import { fieldsOf, type ListTransactionsFields } from './read-fields.ts';

export interface ListTransactionsDependencies {
  readonly lists: Pick<PaymentLists, 'entries' | 'transactions'>;
  readonly clock: Clock;
}

const NAMES: PeriodNames = { start: 'TrxStartDate', end: 'TrxEndDate' };

const entryOf = ({ payment, attempt, step, part }: ListedTransaction) => {
  const shown = { payment, attempt: attemptAsReported(attempt, payment) };
  const entry = step === undefined ? chargeEntry(shown) : stepEntry(shown, step);
  return { ...entry, ...(part === undefined ? {} : { SubDealerAmount: toWireAmount(part) }) };
};

/** Tells of transactions that the request wants, by their attempts or steps alone. */
const earlyFilter = (trxType: number | undefined, trxStatus: number | undefined): EarlyFilter => ({
  step: (step) =>
    hasReachedBank(step) && passes(trxType, stepType(step)) && passes(trxStatus, stepStatuses[step.state]),
  ...(trxType === undefined && trxStatus === undefined
    ? {}
    : {
        attempt: (attempt) =>
          passes(trxType, chargeType(attempt)) &&
          possibleStatuses(attempt).some((status) => passes(trxStatus, status.TrxStatus)),
      }),
});

/** What the list is read of: charges alone are pre-authorisations, and steps alone are voids and refunds. */
const KINDS: Readonly<Record<number, ListQuery['of']>> = { 1: 'attempts', 3: 'steps', 4: 'steps' };

/** Reads the transactions of entries as they are shown, those alone that the request wants. */
const shownTransactions =
  ({ lists }: ListTransactionsDependencies, { trxType, trxStatus }: ListTransactionsFields) =>
  async (entries: readonly ListEntry[]) =>
    (await lists.transactions(entries, earlyFilter(trxType, trxStatus)))
      .filter(({ step }) => step === undefined || hasReachedBank(step))
      .map((one) => ({ atMs: one.atMs, shown: entryOf(one), isCharge: one.step === undefined }))
      .filter(({ shown, isCharge }) => trxStatus !== undefined || !isCharge || !isUnpaidOfLink(shown))
      .filter(({ shown }) => passes(trxType, shown.TrxType) && passes(trxStatus, shown.TrxStatus));

/** Lists what reached the bank in a period, newest first (decisions: lists of payments). It asks no bank itself. */
export const listTransactions =
  (deps: ListTransactionsDependencies): UseCase<ListTransactionsRequest> =>
  async ({ dealer: { dealerCode, listingShards }, read }) => {
    const fields = fieldsOf(readValue(read));
    const { trxType, trxStatus, subDealerId } = fields;
    refuseUnknown('TrxType', trxType, [1, 2, 3, 4]);
    refuseUnknown('TrxStatus', trxStatus, [0, 1, 2]);
    const period = readPeriod(fields.period, NAMES, deps.clock.now());
    const of = KINDS[trxType ?? 0] ?? 'attempts-and-steps';
    const asked = { dealerCode, listingShards, subDealerId, of };
    const reads = {
      entries: (part: ListPeriod, most: number) => deps.lists.entries({ ...asked, period: part, most }),
      items: shownTransactions(deps, fields),
    };
    const isFiltered = trxType !== undefined || trxStatus !== undefined;
    const list = await readList(reads, period, { fill: isFiltered });
    const { message: ResultMessage, entries: PaymentTrxList } = listAnswer(list, NAMES);
    const ListItemCount = PaymentTrxList.length;
    return { data: { IsSuccessful: true, ResultCode: '00', ResultMessage, ListItemCount, PaymentTrxList } };
  };
