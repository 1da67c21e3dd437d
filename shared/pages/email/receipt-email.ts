import { cardBrandOf } from '../../domain/card/bank-card-brand.ts';
import { shownValue } from '../../domain/message/shown-value.ts';
import type { Currency, MinorUnits } from '../../domain/money/money.ts';
import { amountText } from '../amounts.ts';
import { brandName } from '../card-pictures.ts';
import { showMoment } from '../payment-summary.ts';
import { texts } from '../texts.ts';
import { type EmailContents, type EmailFrame, emailDealerName, emailDocument } from './email-document.ts';
import { emailTexts } from './email-texts.ts';

interface ReceiptEmail extends EmailFrame {
  /** `receipt` goes to the payer who asked for it, `sale` to the dealer. */
  readonly kind: 'receipt' | 'sale';
  readonly total: MinorUnits;
  readonly currency: Currency;
  readonly installments: number;
  readonly maskedCard: string;
  /** A pre-authorisation that is not captured: the money is held, and nobody has it yet. */
  readonly isHeld: boolean;
  readonly paidAtMs: number;
  readonly orderId: string;
  readonly otherTrxCode?: string | undefined;
  readonly authorizationCode?: string | undefined;
  readonly description?: string | undefined;
  /** Name of the payer as the dealer gave it; told to the dealer alone. */
  readonly payerName?: string | undefined;
}

const LAST_DIGITS = 4;

const HELD = { receipt: 'heldReceipt', sale: 'heldSale' } as const;

const written = (text: string | undefined): string | undefined => (text === undefined ? undefined : shownValue(text));

/** The receipt of a payment. It holds brand and last four digits of the card, and no address. */
export const receiptEmail = (email: ReceiptEmail): EmailContents => {
  const { kind, language, currency, maskedCard, paidAtMs } = email;
  const words = emailTexts[language];
  const heads = words[email.isHeld ? HELD[kind] : kind];
  const { receipt, installments } = texts[language];
  const amount = amountText(email.total, { currency, language });
  const card = `${brandName(cardBrandOf(maskedCard)) ?? ''} •••• ${maskedCard.slice(-LAST_DIGITS)}`.trim();
  return emailDocument({
    ...email,
    subject: heads.subject(amount),
    heading: heads.heading,
    sentence: heads.sentence(emailDealerName(email)),
    amount,
    facts: [
      { name: words.payer, value: kind === 'sale' ? written(email.payerName) : undefined },
      { name: receipt.orderNumber, value: written(email.otherTrxCode) },
      { name: words.description, value: written(email.description) },
      { name: receipt.installments, value: installments.count(email.installments) },
      { name: receipt.card, value: card },
      { name: receipt.date, value: `${showMoment(paidAtMs, language)} (${words.zone})` },
      { name: receipt.authorizationCode, value: email.authorizationCode },
      { name: receipt.transactionNumber, value: email.orderId },
    ],
  });
};
