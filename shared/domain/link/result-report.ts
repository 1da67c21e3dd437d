import { type BankCode, bankCodeMessages } from '../attempt/bank-codes.ts';
import type { FormField } from '../form-field.ts';
import { type PaymentRequest, reportedCodeOf } from './payment-request.ts';

/** The fields of the result report. All but `otherTrxCode` have the case of the interface. */
export interface ResultReport {
  /** The hash of the outcome, never CodeForHash itself. Absent where the dealer asked for none: then nothing is proved. */
  readonly hashValue?: string;
  /** Empty on success, like the message: many clients take any text for a failure. */
  readonly resultCode: BankCode | '';
  readonly resultMessage: string;
  readonly trxCode: string;
  readonly otherTrxCode: string;
}

/** The report of a link, from its final state alone; undefined while there is none. */
export const resultReportOf = (link: PaymentRequest): ResultReport | undefined => {
  const { result } = link.progress;
  if (result === undefined || (link.state !== 'paid' && link.state !== 'failed')) return undefined;
  const paid = link.state === 'paid';
  const code = reportedCodeOf(link);
  return {
    ...(link.shop?.signed === false ? {} : { hashValue: paid ? link.secrets.successHash : link.secrets.failureHash }),
    resultCode: code,
    resultMessage: code === '' ? '' : bankCodeMessages[code],
    trxCode: result.orderId,
    otherTrxCode: link.otherTrxCode ?? '',
  };
};

/** How a result is told: by its hash, or in words that a payer could post as well. */
const verdictOf = ({ hashValue, resultCode }: ResultReport): FormField =>
  hashValue === undefined ? ['isSuccessful', resultCode === '' ? 'True' : 'False'] : ['hashValue', hashValue];

/** The five form fields of a report, in the order and spelling of the interface (decisions: the report of a result). */
export const reportFields = (report: ResultReport): readonly FormField[] => [
  verdictOf(report),
  ['resultCode', report.resultCode],
  ['resultMessage', report.resultMessage],
  ['trxCode', report.trxCode],
  ['OtherTrxCode', report.otherTrxCode],
];
