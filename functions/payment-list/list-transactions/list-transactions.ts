import { toWireAmount } from '../../../shared/domain/money/money.ts';
import { attemptAsReported } from '../../../shared/domain/payment/payment.ts';
import { cutList } from '../../../shared/domain/payment-list/list-cut.ts';
import {
  isUnpaidOfLink,
  listAnswer,
  type PeriodNames,
  passes,
  readPeriod,
  refuseUnknown,
} from '../../../shared/http/list-fields.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { chargeEntry, hasReachedBank, stepEntry } from '../../../shared/http/payment-transactions.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { ListEntry, ListedTransaction, PaymentLists } from '../../../shared/ports/payment-lists.ts';
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

/** Reads the transactions of entries as they are shown, those alone that the request wants. */
const shownTransactions =
  ({ lists }: ListTransactionsDependencies, { trxType, trxStatus }: ListTransactionsFields) =>
  async (entries: readonly ListEntry[]) =>
    (await lists.transactions(entries))
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
    const of = 'attempts-and-steps';
    const found = await deps.lists.entries({ dealerCode, listingShards, subDealerId, period, of });
    const isFiltered = trxType !== undefined || trxStatus !== undefined;
    const list = await cutList(found, shownTransactions(deps, fields), { fill: isFiltered });
    const { message: ResultMessage, entries: PaymentTrxList } = listAnswer(list, NAMES);
    const ListItemCount = PaymentTrxList.length;
    return { data: { IsSuccessful: true, ResultCode: '00', ResultMessage, ListItemCount, PaymentTrxList } };
  };
