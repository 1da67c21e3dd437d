import { type Attempt, isOfLink, splitsOfAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulClockOf } from '../../../shared/domain/calendar.ts';
import { amountCell, type CsvCell, csvRow, EMPTY_CELL, numberCell, textCell } from '../../../shared/domain/csv.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { PaymentSplit } from '../../../shared/domain/split/payment-split.ts';
import type { ListedPayment, ListedStep } from '../../../shared/ports/operator-payments.ts';
import { paidFor } from './payment-view.ts';
import { shownTime } from './values-in-views.ts';

/** The source of a row: a payment and one of its splits, if it has any. */
interface RowOf {
  readonly dealerCode: string;
  readonly attempt: Attempt;
  readonly link: ReturnType<typeof paidFor>;
  readonly split?: PaymentSplit;
  /** Counts from 1; 0 for a payment without splits. */
  readonly splitNumber: number;
}

/** The source of a step's row: the step and the charge that it is about. */
interface StepRowOf {
  readonly dealerCode: string;
  readonly attempt: Attempt;
  readonly link: ReturnType<typeof paidFor>;
  readonly step: Step;
}

interface Column {
  readonly name: string;
  readonly meaning: string;
  /** Its cell in the row of a payment; empty if absent. */
  readonly cell?: (row: RowOf) => CsvCell;
  /** Its cell in the row of a step; empty if absent, so that sums over a column of payments stay what they are. */
  readonly ofStep?: (row: StepRowOf) => CsvCell;
}

const text = (value: string | undefined): CsvCell => (value === undefined ? EMPTY_CELL : textCell(value));
const number = (value: number | undefined): CsvCell => (value === undefined ? EMPTY_CELL : numberCell(value));
const amount = (value: number | undefined): CsvCell => (value === undefined ? EMPTY_CELL : amountCell(minor(value)));
const moment = (epochMs: number | undefined): CsvCell =>
  epochMs === undefined ? EMPTY_CELL : textCell(shownTime(epochMs));
const localMoment = (epochMs: number | undefined): CsvCell =>
  epochMs === undefined ? EMPTY_CELL : textCell(istanbulClockOf(epochMs));
const directOf = (attempt: Attempt) => (isOfLink(attempt) ? undefined : attempt.direct);

const columns: readonly Column[] = [
  {
    name: 'dealerCode',
    meaning: 'the dealer',
    cell: ({ dealerCode }) => textCell(dealerCode),
    ofStep: ({ dealerCode }) => textCell(dealerCode),
  },
  {
    name: 'orderId',
    meaning: 'VirtualPosOrderId',
    cell: ({ attempt }) => textCell(attempt.orderId),
    ofStep: ({ attempt }) => textCell(attempt.orderId),
  },
  {
    name: 'paid',
    meaning: 'direct, or link, which 3D and mobile payments are too',
    cell: ({ attempt }) => textCell(isOfLink(attempt) ? 'link' : 'direct'),
    ofStep: ({ attempt }) => textCell(isOfLink(attempt) ? 'link' : 'direct'),
  },
  {
    name: 'userPosPaymentId',
    meaning: 'of the link, where the payment is of one',
    cell: ({ link }) => number(link.userPosPaymentId),
    ofStep: ({ link }) => number(link.userPosPaymentId),
  },
  {
    name: 'otherTrxCode',
    meaning: "the dealer's code",
    cell: ({ link }) => text(link.otherTrxCode),
    ofStep: ({ link }) => text(link.otherTrxCode),
  },
  {
    name: 'attempt',
    meaning: 'number of the try',
    cell: ({ attempt }) => numberCell(attempt.number),
    ofStep: ({ attempt }) => numberCell(attempt.number),
  },
  { name: 'state', meaning: 'its state, or "unreadable"', cell: ({ attempt }) => textCell(attempt.state) },
  { name: 'told', meaning: 'nobody, failed or paid', cell: ({ attempt }) => textCell(attempt.reportedOutcome) },
  {
    name: 'startedAt',
    meaning: 'time in UTC',
    cell: ({ attempt }) => moment(attempt.startedAtMs),
    ofStep: ({ step }) => moment(step.startedAtMs),
  },
  {
    name: 'endedAt',
    meaning: 'time in UTC',
    cell: ({ attempt }) => moment(attempt.endedAtMs),
    ofStep: ({ step }) => moment(step.endedAtMs),
  },
  { name: 'type', meaning: 'sale or pre-authorisation', cell: ({ attempt }) => textCell(attempt.terms.type) },
  { name: 'amount', meaning: 'what the payer pays', cell: ({ attempt }) => amountCell(attempt.terms.total) },
  {
    name: 'currency',
    meaning: 'of all amounts of the row',
    cell: ({ attempt }) => textCell(attempt.terms.currency),
    ofStep: ({ attempt }) => textCell(attempt.terms.currency),
  },
  { name: 'installments', meaning: '1 = single', cell: ({ attempt }) => numberCell(attempt.terms.installments) },
  { name: 'maskedCard', meaning: 'first six and last four', cell: ({ attempt }) => textCell(attempt.maskedCard) },
  { name: 'posId', meaning: 'virtual POS', cell: ({ attempt }) => textCell(attempt.pos.posId) },
  { name: 'posVersion', meaning: 'its version', cell: ({ attempt }) => numberCell(attempt.pos.version) },
  { name: 'posBankCode', meaning: "the POS's bank", cell: ({ attempt }) => textCell(attempt.pos.bankCode) },
  { name: 'bankCode', meaning: "the bank's result", cell: ({ attempt }) => text(attempt.bank?.code) },
  { name: 'authCode', meaning: "the bank's", cell: ({ attempt }) => text(attempt.bank?.authCode) },
  { name: 'hostReference', meaning: "the bank's", cell: ({ attempt }) => text(attempt.bank?.hostReference) },
  { name: 'transactionId', meaning: "the bank's", cell: ({ attempt }) => text(attempt.bank?.transactionId) },
  {
    name: 'commissionScenario',
    meaning: '1 to 6, of a direct payment with splits',
    cell: ({ attempt }) => number(directOf(attempt)?.commissionScenario),
  },
  {
    name: 'splits',
    meaning: 'how many the payment has',
    cell: ({ attempt }) => numberCell(splitsOfAttempt(attempt).length),
  },
  {
    name: 'split',
    meaning: "this row's, from 1; 0 without splits",
    cell: ({ splitNumber }) => numberCell(splitNumber),
  },
  { name: 'subDealerId', meaning: "this split's", cell: ({ split }) => number(split?.subDealerId) },
  { name: 'splitAmount', meaning: "this split's", cell: ({ split }) => amount(split?.amount) },
  { name: 'splitCommission', meaning: 'deducted from the sub-dealer', cell: ({ split }) => amount(split?.commission) },
  { name: 'splitNet', meaning: 'paid to the sub-dealer', cell: ({ split }) => amount(split?.net) },
  {
    name: 'topDealerCommission',
    meaning: 'deducted from the dealer',
    cell: ({ split }) => amount(split?.topDealerCommission),
  },
  { name: 'topDealerIncome', meaning: 'may be below zero', cell: ({ split }) => amount(split?.topDealerIncome) },
  {
    name: 'row',
    meaning: 'payment, or step for what was done with a payment afterwards',
    cell: () => textCell('payment'),
    ofStep: () => textCell('step'),
  },
  { name: 'step', meaning: 'its number', ofStep: ({ step }) => numberCell(step.number) },
  {
    name: 'stepKind',
    meaning: 'capture, void, refund, reversal, pool-approval or pool-undo',
    ofStep: ({ step }) => textCell(step.kind),
  },
  {
    name: 'stepState',
    meaning: 'intended, in-doubt, done, refused or stuck',
    ofStep: ({ step }) => textCell(step.state),
  },
  { name: 'stepAmount', meaning: 'captured or given back', ofStep: ({ step }) => amount(step.amount) },
  { name: 'refundRequestId', meaning: 'of a refund', ofStep: ({ step }) => number(step.refundRequestId) },
  {
    name: 'startedAtIstanbul',
    meaning: 'startedAt on clocks in Istanbul, whose day is the day of the export',
    cell: ({ attempt }) => localMoment(attempt.startedAtMs),
    ofStep: ({ step }) => localMoment(step.startedAtMs),
  },
  {
    name: 'endedAtIstanbul',
    meaning: 'endedAt on clocks in Istanbul',
    cell: ({ attempt }) => localMoment(attempt.endedAtMs),
    ofStep: ({ step }) => localMoment(step.endedAtMs),
  },
  {
    name: 'userPosLinkId',
    meaning: 'of the reusable link that the payment was made of',
    cell: ({ link }) => number(link.userPosLinkId),
    ofStep: ({ link }) => number(link.userPosLinkId),
  },
  {
    name: 'linkCode',
    meaning: "the dealer's code of that link",
    cell: ({ link }) => text(link.linkCode),
    ofStep: ({ link }) => text(link.linkCode),
  },
];

export const paymentCsvHeader = csvRow(columns.map(({ name }) => textCell(name)));

/** The columns with their meaning, for the help. */
export const describedColumns = columns.map(({ name, meaning }) => `${name} (${meaning})`).join(', ');

const rowOf = (row: RowOf): string => csvRow(columns.map(({ cell }) => cell?.(row) ?? EMPTY_CELL));

const stepRowOf = (row: StepRowOf): string => csvRow(columns.map(({ ofStep }) => ofStep?.(row) ?? EMPTY_CELL));

/** An unreadable payment has a row too: nobody would notice a payment that is missing in an export. */
const unreadableRow = (dealerCode: string, orderId: string, unread: Readonly<Record<string, string>>): string => {
  const known: Readonly<Record<string, string>> = { dealerCode, orderId, ...unread };
  return csvRow(columns.map(({ name }) => text(known[name])));
};

/** The rows of one payment: one per split, or one if it has none. */
export const paymentCsvRows = (
  { attempt, orderId }: ListedPayment,
  { dealerCode, links }: { readonly dealerCode: string; readonly links: ReadonlyMap<string, PaymentRequest> },
): readonly string[] => {
  if (attempt === undefined) return [unreadableRow(dealerCode, orderId, { row: 'payment', state: 'unreadable' })];
  const common = { dealerCode, attempt, link: paidFor(attempt, links) };
  const splits = splitsOfAttempt(attempt);
  if (splits.length === 0) return [rowOf({ ...common, splitNumber: 0 })];
  return splits.map((split, index) => rowOf({ ...common, split, splitNumber: index + 1 }));
};

/** The row of one step. */
export const stepCsvRow = (
  { attempt, step, orderId }: ListedStep,
  { dealerCode, links }: { readonly dealerCode: string; readonly links: ReadonlyMap<string, PaymentRequest> },
): string => {
  if (attempt === undefined || step === undefined) {
    return unreadableRow(dealerCode, orderId, { row: 'step', stepState: 'unreadable' });
  }
  return stepRowOf({ dealerCode, attempt, link: paidFor(attempt, links), step });
};
