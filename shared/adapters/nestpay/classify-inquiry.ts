import type { MinorUnits } from '../../domain/money/money.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import { declineCodeOf, isStillReversing } from '../../nestpay/codes.ts';
import {
  type ChargeMeaning,
  type CreditMeaning,
  chargeMeaningOf,
  creditMeaningOf,
  isStanding,
} from '../../nestpay/states.ts';
import type { BankReferences, BankStatement, InquiryAnswer } from '../../ports/bank-answers.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import { readMinor } from '../bank/read-minor.ts';
import {
  AMBIGUOUS,
  hasNoRecordSentence,
  isGiven,
  movedAmount,
  type OrderFacts,
  readOrderFacts,
  SUCCESS,
  saysNoRecord,
} from './order-facts.ts';
import type { NestPayAnswer } from './response-xml.ts';

type Meaning = ChargeMeaning | CreditMeaning;

const CHARGE = 'S';
const CREDIT = 'C';

const meaningOf = ({ TRANS_STAT: state, CHARGE_TYPE_CD: type }: OrderFacts): Meaning | undefined => {
  if (type === CHARGE) return chargeMeaningOf(state);
  return type === CREDIT ? creditMeaningOf(state) : undefined;
};

/** True if the answer mentions another order than ours. */
const namesAnother = (answer: NestPayAnswer, facts: OrderFacts, { orderId }: PosOrder): boolean =>
  [answer.orderId, facts.ORD_ID].some((named) => named !== '' && named !== orderId);

const namesOurs = (answer: NestPayAnswer, facts: OrderFacts): boolean => answer.orderId !== '' || facts.ORD_ID !== '';

/**
 * The captured amount counts only after a capture: before it banks may write zero or nothing there. What the capture of
 * a pre-authorisation took is told by nothing else: the original amount may be the authorised one.
 */
const heldAmount = (facts: OrderFacts, { type }: PosOrder): MinorUnits | undefined => {
  const { ORIG_TRANS_AMT: original, CAPTURE_AMT: captured } = facts;
  if (meaningOf(facts) === 'authorised') return movedAmount(original, undefined);
  return movedAmount(type === 'sale' ? original : undefined, captured);
};

/** The code of a decline in the outer answer, where some banks repeat why the order was declined. */
const outerDecline = ({ response, procReturnCode }: NestPayAnswer): string | undefined =>
  response === 'Declined' && ![SUCCESS, AMBIGUOUS].includes(procReturnCode) ? procReturnCode : undefined;

const returnCodeOf = (answer: NestPayAnswer, facts: OrderFacts): string | undefined =>
  isGiven(facts.PROC_RET_CD) ? facts.PROC_RET_CD : outerDecline(answer);

const STATE = /^[A-Za-z]{1,8}$/;
const RETURN_CODE = /^[0-9A-Za-z]{2}$/;
/** The field is the bank's text and may hold anything. Only a well-formed state or code is shown to operators. */
const shown = (text: string): string => (STATE.test(text) ? text : '?');

const statementOf = (answer: NestPayAnswer, facts: OrderFacts, order: PosOrder): BankStatement => {
  const { TRANS_STAT: state, CHARGE_TYPE_CD: type } = facts;
  const code = returnCodeOf(answer, facts);
  return omitUndefined({
    state: state === '' ? '' : [state, ...(type === '' ? [] : [type])].map(shown).join(' '),
    amount: heldAmount(facts, order) ?? readMinor(facts.ORIG_TRANS_AMT),
    procReturnCode: code !== undefined && RETURN_CODE.test(code) ? code : undefined,
  });
};

const isUnderstood = ({ response, procReturnCode }: NestPayAnswer): boolean =>
  response === 'Approved' && procReturnCode === SUCCESS;

/**
 * Whether the answer may be believed for this state. Money counts as held or given back only if the outer answer says
 * that the question was understood. For a failed transaction some banks answer the question itself with an error.
 */
const isTrusted = (answer: NestPayAnswer, facts: OrderFacts, meaning: Meaning): boolean => {
  if (hasNoRecordSentence(answer) && answer.response !== 'Approved') return false;
  if (meaning === 'credit-failed') return true;
  const { PROC_RET_CD: code } = facts;
  if (meaning === 'declined') return code !== SUCCESS;
  return isUnderstood(answer) && (meaning === 'voided' || !isGiven(code) || code === SUCCESS);
};

const referencesOf = (answer: NestPayAnswer, facts: OrderFacts): BankReferences => ({
  authCode: facts.AUTH_CODE || answer.authCode,
  hostReference: facts.HOST_REF_NUM || answer.hostReference,
  transactionId: facts.TRANS_ID || answer.transactionId,
});

interface Known {
  readonly answer: NestPayAnswer;
  readonly facts: OrderFacts;
  readonly order: PosOrder;
}

const found = ({ answer, facts, order }: Known, meaning: Exclude<Meaning, 'pending'>): InquiryAnswer => {
  const references = referencesOf(answer, facts);
  if (isStanding(meaning)) {
    const amount = heldAmount(facts, order);
    return amount === undefined ? { kind: 'unknown', cause: 'contradictory' } : { kind: meaning, amount, references };
  }
  if (meaning !== 'declined') return { kind: meaning, references };
  const code = returnCodeOf(answer, facts);
  return {
    kind: 'declined',
    references,
    code: code === undefined ? '009' : declineCodeOf(code, false),
    ...(code !== undefined && isStillReversing(code) ? { asksAgain: true } : {}),
  };
};

const judge = (known: Known, contradictory: boolean): InquiryAnswer => {
  const { answer, facts } = known;
  const nothing = { kind: 'unknown', cause: 'contradictory' } as const;
  if (contradictory) return nothing;
  if (!isGiven(facts.TRANS_STAT)) {
    return saysNoRecord(answer) ? { kind: 'no-record' } : { kind: 'unknown', cause: 'error-answer' };
  }
  const meaning = meaningOf(facts);
  if (meaning === undefined || !namesOurs(answer, facts)) return nothing;
  if (meaning === 'pending') return { kind: 'unknown', cause: 'pending' };
  if (isTrusted(answer, facts, meaning)) return found(known, meaning);
  const { PROC_RET_CD: code } = facts;
  const showsBoth = isUnderstood(answer) && isStanding(meaning) && code !== AMBIGUOUS && !hasNoRecordSentence(answer);
  return showsBoth ? { ...nothing, shows: meaning } : nothing;
};

/**
 * Reads the answer to an inquiry by the state of the order's latest transaction. A standing charge comes with the
 * amount that the bank holds, ours or not; of a captured pre-authorisation that is what the capture took. An answer that
 * names another order, or contradicts itself, is contradictory.
 */
export const classifyInquiry = (answer: NestPayAnswer, order: PosOrder): InquiryAnswer => {
  const { facts, contradictory } = readOrderFacts(answer.extra);
  const said = statementOf(answer, facts, order);
  return { said, ...judge({ answer, facts, order }, contradictory || namesAnother(answer, facts, order)) };
};
