import { issuerDeclines } from '../../garanti/codes.ts';
import { declineCodeOf } from '../../nestpay/codes.ts';
import type { InquiryAnswer } from '../../ports/bank-answers.ts';
import { readMinor } from '../bank/read-minor.ts';
import type { ReadHistory } from './classify-history.ts';
import type { OrderBooks } from './order-books.ts';
import type { StateTexts } from './response-xml.ts';

const CONTRADICTORY: InquiryAnswer = { kind: 'unknown', cause: 'contradictory' };

/** States that the bank gives an order by itself; any other follows from what was done with its charge. */
const TAKEN = 'APPROVED';
const HELD = 'WAITINGPOSTAUTH';

/** Whether the state of an order agrees with a charge that stands and of which nothing went back. */
const agreesOnStanding = (state: StateTexts, { charge, amount, hasFollowUps }: OrderBooks): boolean => {
  const { Status: status, AuthAmount, PreAuthAmount } = state;
  const isHold = charge === 'authorised';
  if (status === TAKEN && !isHold) return readMinor(AuthAmount) === amount;
  if (status === HELD) return isHold && readMinor(PreAuthAmount) === amount;
  return hasFollowUps;
};

const agrees = (state: StateTexts, books: OrderBooks): boolean => {
  if (books.charge === 'declined') return state.Status !== TAKEN && state.Status !== HELD;
  // Voids and refunds are seen in the history alone.
  if (books.charge === 'voided' || books.credits.length > 0) return true;
  return agreesOnStanding(state, books);
};

/** A charge that did not happen. Where its code does not end the matter for the issuer, the bank is asked once more. */
const declinedBy = ({ row: { returnCode, references } }: OrderBooks): InquiryAnswer => {
  const code = issuerDeclines.get(returnCode);
  if (code !== undefined) return { kind: 'declined', references, code };
  return { kind: 'declined', references, code: declineCodeOf(returnCode, false), asksAgain: true };
};

/**
 * What the state of an order and its history tell together. A charge that stands is believed only where both agree; voids
 * and refunds are told by the history. Everything else is contradictory, and an operator hears of it.
 */
export const classifyInquiry = (state: StateTexts, history: ReadHistory): InquiryAnswer => {
  if (history.kind === 'unknown') return history;
  if (history.kind === 'no-record' || !agrees(state, history.books)) return CONTRADICTORY;
  const { books } = history;
  const { references } = books.row;
  const { charge, amount, credits } = books;
  if (charge === 'declined') return declinedBy(books);
  if (charge === 'voided') return { kind: charge, references };
  return credits.length > 0 ? { kind: 'credited', references } : { kind: charge, amount, references };
};
