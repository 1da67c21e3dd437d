import type { BankCode } from './bank-codes.ts';

/** What a dealer can do about a decline. */
export interface BankCodeAdvice {
  /** Whether the same card may be tried again. */
  readonly sameCardAgain: 'yes' | 'later' | 'after a correction' | 'no';
  readonly advice: string;
}

const again = (advice: string): BankCodeAdvice => ({ sameCardAgain: 'yes', advice });
const later = (advice: string): BankCodeAdvice => ({ sameCardAgain: 'later', advice });
const corrected = (advice: string): BankCodeAdvice => ({ sameCardAgain: 'after a correction', advice });
const never = (advice: string): BankCodeAdvice => ({ sameCardAgain: 'no', advice });

/** What to do about each bank code, for the documents. Payers read less: four pieces of advice and no reason (rule 33). */
export const bankCodeAdvice: Readonly<Record<BankCode, BankCodeAdvice>> = {
  '000': again('The bank or this service refused without a reason. Try once more, then ask for another card.'),
  '001': again('The payer did not pass 3D Secure, or gave up. Let the payer try again.'),
  '002': later('The card has no room for the amount. Ask for another card.'),
  '003': corrected('Let the payer check the card number.'),
  '004': later('The issuer gives no reason. The payer asks the issuer, or uses another card.'),
  '005': later('The card may not pay this way. The payer has the issuer allow it, or uses another card.'),
  '006': corrected('Let the payer check the expiry date.'),
  '007': corrected('The card does not allow this kind of payment. Try a single payment, in TL.'),
  '008': later('The bank was not reached, and nothing was charged. Try again after some minutes.'),
  '009': later(
    'The bank gave a code that is not in this table. Ask for another card; an operator sees the code of the bank.',
  ),
  '010': later('The connection to the bank is not safe, and nothing was charged. Tell the operator.'),
  '011': later('The issuer wants a call. The payer calls the issuer and tries again, or uses another card.'),
  '012': corrected('Let the payer check card number, expiry date and CVC.'),
  '013': never('The brand of the card takes no part in 3D Secure. Ask for another card.'),
  '014': never('The issuer knows no such account. Ask for another card.'),
  '015': corrected('Let the payer check the CVC.'),
  '016': later('The issuer could not be asked. Try again after some minutes, or ask for another card.'),
  '017': later('The systems of the bank failed. Try again after some minutes.'),
  '018': never('The card is reported stolen. Do not ship, and ask for another card.'),
  '019': never('The card is reported lost. Do not ship, and ask for another card.'),
  '020': never('The issuer has restricted the card. Ask for another card.'),
  '021': later('The issuer did not answer the bank in time. Try again after some minutes.'),
  '022': never('The bank refuses the merchant and not the card. Tell the operator, who checks the virtual POS.'),
  '023': never('The issuer suspects fraud. Do not ship, and do not try again.'),
  '024': again('Declined after 3D, or 3D of a stored card did not begin. Use another card.'),
  '025': again('3D Secure failed for a technical reason. Let the payer try again, then use another card.'),
  '026': never('The issuer or the card takes no part in 3D Secure. Ask for another card.'),
  '027': never('The issuer did not authorise the payment. Ask for another card.'),
  '028': never('The bank suspects fraud. Do not ship, and do not try again.'),
  '029': later('The card is closed to e-commerce. The payer has the issuer open it, or uses another card.'),
  '030': later('The bank declined. Ask for another card.'),
};
