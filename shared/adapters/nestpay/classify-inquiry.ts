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
import type { BankReferences, BankStatement, InquiryAnswer, PosOrder } from '../../ports/bank-gateway.ts';
import {
  AMBIGUOUS,
  hasNoRecordSentence,
  isGiven,
  movedAmount,
  type OrderFacts,
  readMinor,
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

/** Every mention of the order must be ours. */
const namesAnother = (answer: NestPayAnswer, facts: OrderFacts, { orderId }: PosOrder): boolean =>
  [answer.orderId, facts.ORD_ID].some((named) => named !== '' && named !== orderId);

const namesOurs = (answer: NestPayAnswer, facts: OrderFacts): boolean => answer.orderId !== '' || facts.ORD_ID !== '';

/** A capture's amount counts once something was captured; until then the bank may write zero or nothing there. */
const heldAmount = (facts: OrderFacts): MinorUnits | undefined =>
  movedAmount(facts.ORIG_TRANS_AMT, meaningOf(facts) === 'authorised' ? undefined : facts.CAPTURE_AMT);

/** Code of a real decline in the outer answer: some banks repeat there why the order was declined. */
const outerDecline = ({ response, procReturnCode }: NestPayAnswer): string | undefined =>
  response === 'Declined' && ![SUCCESS, AMBIGUOUS].includes(procReturnCode) ? procReturnCode : undefined;

const returnCodeOf = (answer: NestPayAnswer, facts: OrderFacts): string | undefined =>
  isGiven(facts.PROC_RET_CD) ? facts.PROC_RET_CD : outerDecline(answer);

const STATE = /^[A-Za-z]{1,8}$/;
const RETURN_CODE = /^[0-9A-Za-z]{2}$/;
/** What a bank may write there is no text of ours: only what looks like a state or code is repeated. */
const shown = (text: string): string => (STATE.test(text) ? text : '?');

const statementOf = (answer: NestPayAnswer, facts: OrderFacts): BankStatement => {
  const { TRANS_STAT: state, CHARGE_TYPE_CD: type } = facts;
  const code = returnCodeOf(answer, facts);
  return omitUndefined({
    state: state === '' ? '' : [state, ...(type === '' ? [] : [type])].map(shown).join(' '),
    amount: heldAmount(facts) ?? readMinor(facts.ORIG_TRANS_AMT),
    procReturnCode: code !== undefined && RETURN_CODE.test(code) ? code : undefined,
  });
};

/**
 * The outer answer says whether the question was understood. That is needed for everything by which money counts as
 * held or given back; of a transaction that failed, some banks answer the question itself with an error.
 */
const isTrusted = (answer: NestPayAnswer, facts: OrderFacts, meaning: Meaning): boolean => {
  if (hasNoRecordSentence(answer) && answer.response !== 'Approved') return false;
  if (meaning === 'credit-failed') return true;
  const { PROC_RET_CD: code } = facts;
  if (meaning === 'declined') return code !== SUCCESS;
  const understood = answer.response === 'Approved' && answer.procReturnCode === SUCCESS;
  return understood && (meaning === 'voided' || !isGiven(code) || code === SUCCESS);
};

const referencesOf = (answer: NestPayAnswer, facts: OrderFacts): BankReferences => ({
  authCode: facts.AUTH_CODE || answer.authCode,
  hostReference: facts.HOST_REF_NUM || answer.hostReference,
  transactionId: facts.TRANS_ID || answer.transactionId,
});

const found = (answer: NestPayAnswer, facts: OrderFacts, meaning: Exclude<Meaning, 'pending'>): InquiryAnswer => {
  const references = referencesOf(answer, facts);
  if (isStanding(meaning)) {
    const amount = heldAmount(facts);
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

const judge = (answer: NestPayAnswer, facts: OrderFacts, contradictory: boolean): InquiryAnswer => {
  const nothing: InquiryAnswer = { kind: 'unknown', cause: 'contradictory' };
  if (contradictory) return nothing;
  if (!isGiven(facts.TRANS_STAT)) {
    return saysNoRecord(answer) ? { kind: 'no-record' } : { kind: 'unknown', cause: 'error-answer' };
  }
  const meaning = meaningOf(facts);
  if (meaning === undefined || !namesOurs(answer, facts)) return nothing;
  if (meaning === 'pending') return { kind: 'unknown', cause: 'pending' };
  return isTrusted(answer, facts, meaning) ? found(answer, facts, meaning) : nothing;
};

/**
 * What the answer to an inquiry says of an order, by the state of its latest transaction. A standing charge is told with
 * the amount that the bank holds, whether it is ours or not; an answer that names another order, or whose parts
 * disagree, is contradictory.
 */
export const classifyInquiry = (answer: NestPayAnswer, order: PosOrder): InquiryAnswer => {
  const { facts, contradictory } = readOrderFacts(answer.extra);
  const said = statementOf(answer, facts);
  return { said, ...judge(answer, facts, contradictory || namesAnother(answer, facts, order)) };
};
