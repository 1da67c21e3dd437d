import type { InquiryAnswer } from './bank-answers.ts';
import type { CallTime, PosAccount } from './bank-gateway.ts';
import type { BookedOrder } from './bank-order.ts';

/** What the bank said when the account of a virtual POS was tried. */
export interface TriedAccount {
  readonly answer: InquiryAnswer;
  /** The bank's own code of an answer that calls the request or the account wrong. */
  readonly defect?: string;
}

/** Tries the account of a virtual POS: one inquiry, and no other call of a gateway. */
export interface AccountTrial {
  /**
   * Asks for the state of an order that the bank cannot have. A defect is answered, where the calls of payments raise an
   * alarm. Never rejects for what the bank does.
   */
  inquire(account: PosAccount, order: BookedOrder, time: CallTime): Promise<TriedAccount>;
}
