import { type BankCode, UNDEFINED_CODE } from '../../domain/attempt/bank-codes.ts';
import { gatewayReason, issuerDeclines, REFUSED_BY_GATEWAY, SUCCESS } from '../../garanti/codes.ts';
import type { BankAnswer, BankReferences } from '../../ports/bank-answers.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import type { GarantiAnswer } from './response-xml.ts';

/** What was requested: a charge, with or without 3D, or a capture, void or refund of an existing order. */
export type AskedFor = 'charge' | 'follow-up';

interface Judged {
  readonly answer: GarantiAnswer;
  readonly orderId: string;
  readonly asked: AskedFor;
}

/** A row of the table of answers. The first whose condition holds decides. */
interface AnswerRow {
  readonly name: string;
  readonly holds: (judged: Judged) => boolean;
  readonly means: (judged: Judged) => BankAnswer;
}

const REFERENCE = /^[0-9A-Za-z]{1,20}$/;

/** Whether a text is a RetrefNum that a later void or refund can name. */
export const isReference = (text: string): boolean => REFERENCE.test(text);

const CODE = /^[0-9A-Za-z]{0,20}$/;
const shaped = (text: string): string => (CODE.test(text) ? text : '');

const referencesOf = ({ authCode, hostReference, batchNumber, sequenceNumber }: GarantiAnswer): BankReferences => ({
  authCode: shaped(authCode),
  hostReference,
  transactionId: [batchNumber, sequenceNumber]
    .map(shaped)
    .filter((part) => part !== '')
    .join('-'),
});

const isApproval = ({ code, message }: GarantiAnswer): boolean => code === SUCCESS && message === 'Approved';

const isRefusal = ({ source, code, message }: GarantiAnswer): boolean =>
  source === 'GVPS' && code === REFUSED_BY_GATEWAY && message !== 'Approved';

/**
 * The code of a refusal before the issuer was asked that shows a defect of ours or of the account (`ReasonCode` 0002, 0651,
 * 0752); undefined for any other answer.
 */
export const defectIn = (
  answer: GarantiAnswer,
): { readonly reasonCode: string; readonly code: BankCode } | undefined => {
  const reason = isRefusal(answer) ? gatewayReason(answer.reasonCode) : undefined;
  return reason?.kind === 'defect' ? { reasonCode: answer.reasonCode, code: reason.code } : undefined;
};

/** True if nothing shows that the issuer was asked. */
const neverReachedIssuer = ({ authCode, hostReference }: GarantiAnswer): boolean =>
  authCode === '' && hostReference === '';

const unknown = (cause: 'contradictory' | 'error-answer') => (): BankAnswer => ({ kind: 'unknown', cause });

/**
 * What the answer to a charge, capture, void or refund proves (rule 3). No capture, void or refund is ever declined: the
 * inquiry and the history tell what became of it.
 */
export const answerRows: readonly AnswerRow[] = [
  {
    name: 'another order',
    holds: ({ answer, orderId }) => answer.orderId !== '' && answer.orderId !== orderId,
    means: unknown('contradictory'),
  },
  {
    name: 'approved',
    holds: ({ answer, orderId }) =>
      isApproval(answer) && answer.orderId === orderId && isReference(answer.hostReference),
    means: ({ answer }) => ({ kind: 'approved', references: referencesOf(answer) }),
  },
  {
    name: 'an approval without its order, its reference or one of its two words',
    holds: ({ answer }) => answer.code === SUCCESS || answer.message === 'Approved',
    means: unknown('contradictory'),
  },
  {
    name: 'a refused capture, void or refund',
    holds: ({ asked }) => asked === 'follow-up',
    means: unknown('error-answer'),
  },
  {
    name: 'a defect of ours or of the account, found before the issuer was asked',
    holds: ({ answer }) => defectIn(answer) !== undefined && neverReachedIssuer(answer),
    means: ({ answer }) => ({
      kind: 'declined',
      code: defectIn(answer)?.code ?? UNDEFINED_CODE,
      procReturnCode: answer.code,
      asksAgain: true,
    }),
  },
  {
    name: 'declined by the issuer',
    holds: ({ answer, orderId }) =>
      answer.source === 'HOST' &&
      answer.message === 'Declined' &&
      answer.orderId === orderId &&
      answer.authCode === '' &&
      issuerDeclines.has(answer.code),
    means: ({ answer: { code } }) => ({
      kind: 'declined',
      code: issuerDeclines.get(code) ?? UNDEFINED_CODE,
      procReturnCode: code,
    }),
  },
  {
    name: 'refused by the gateway, which cannot tell the transaction that is meant',
    holds: ({ answer }) => isRefusal(answer) && gatewayReason(answer.reasonCode)?.kind === 'ask-history',
    means: unknown('error-answer'),
  },
  { name: 'anything else', holds: () => true, means: unknown('error-answer') },
];

/** What an answer proves, by the table. */
export const classifyAnswer = (answer: GarantiAnswer, { orderId }: PosOrder, asked: AskedFor): BankAnswer => {
  const judged = { answer, orderId, asked };
  const row = answerRows.find(({ holds }) => holds(judged));
  return row === undefined ? { kind: 'unknown', cause: 'error-answer' } : row.means(judged);
};
