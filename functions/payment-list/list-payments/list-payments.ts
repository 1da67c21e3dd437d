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
import { paymentDetail } from '../../../shared/http/payment-detail.ts';
import { possibleStatuses } from '../../../shared/http/payment-status.ts';
import { linkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { EarlyFilter, ListEntry, PaymentLists } from '../../../shared/ports/payment-lists.ts';
import type { ListPaymentsRequest } from './contract.ts';
import { fieldsOf, type ListPaymentsFields } from './read-fields.ts';

export interface ListPaymentsDependencies {
  readonly lists: Pick<PaymentLists, 'entries' | 'payments'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const NAMES: PeriodNames = { start: 'PaymentStartDate', end: 'PaymentEndDate' };

const isFiltered = ({ paymentStatus, trxStatus }: ListPaymentsFields): boolean =>
  paymentStatus !== undefined || trxStatus !== undefined;

/** Tells of payments that the request wants, by their attempts alone. */
const earlyFilter = (fields: ListPaymentsFields): EarlyFilter => {
  const { paymentStatus, trxStatus } = fields;
  if (!isFiltered(fields)) return {};
  return {
    attempt: (attempt) =>
      possibleStatuses(attempt).some(
        (status) => passes(paymentStatus, status.PaymentStatus) && passes(trxStatus, status.TrxStatus),
      ),
  };
};

/** Reads the payments of entries as they are shown, those alone that the request wants. */
const shownPayments =
  ({ lists, clock, baseUrl }: ListPaymentsDependencies, fields: ListPaymentsFields) =>
  async (entries: readonly ListEntry[]) => {
    const { paymentStatus, trxStatus, subDealerId } = fields;
    const options = { nowMs: clock.now(), urlOf: linkUrlIn(baseUrl), subDealerId };
    return (await lists.payments(entries, earlyFilter(fields)))
      .map(({ atMs, payment, attempt }) => {
        const shown = paymentDetail({ payment, attempt: attemptAsReported(attempt, payment) }, options);
        return { atMs, shown };
      })
      .filter(({ shown }) => isFiltered(fields) || !isUnpaidOfLink(shown))
      .filter(({ shown }) => passes(paymentStatus, shown.PaymentStatus) && passes(trxStatus, shown.TrxStatus));
  };

/** Lists the payments that began in a period, newest first (decisions: lists of payments). It asks no bank. */
export const listPayments =
  (deps: ListPaymentsDependencies): UseCase<ListPaymentsRequest> =>
  async ({ dealer: { dealerCode, listingShards }, read }) => {
    const fields = fieldsOf(readValue(read));
    const { paymentStatus, trxStatus, subDealerId } = fields;
    refuseUnknown('PaymentStatus', paymentStatus, [0, 1, 2, 3, 4]);
    refuseUnknown('TrxStatus', trxStatus, [0, 1, 2]);
    const period = readPeriod(fields.period, NAMES, deps.clock.now());
    const asked = { dealerCode, listingShards, subDealerId, of: 'attempts' } as const;
    const reads = {
      entries: (part: ListPeriod, most: number) => deps.lists.entries({ ...asked, period: part, most }),
      items: shownPayments(deps, fields),
    };
    const list = await readList(reads, period, { fill: isFiltered(fields) });
    const { message: ResultMessage, entries: PaymentList } = listAnswer(list, NAMES);
    const ListItemCount = PaymentList.length;
    return { data: { IsSuccessful: true, ResultCode: '00', ResultMessage, ListItemCount, PaymentList } };
  };
