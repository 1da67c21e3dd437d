import { shownValue } from '../../domain/message/shown-value.ts';
import type { LinkMessageKind } from '../../domain/message/sms-text.ts';
import type { Currency, MinorUnits } from '../../domain/money/money.ts';
import { amountText } from '../amounts.ts';
import { showMoment } from '../payment-summary.ts';
import { type EmailContents, type EmailFrame, emailDealerName, emailDocument } from './email-document.ts';
import { emailTexts } from './email-texts.ts';

interface LinkEmail extends EmailFrame {
  readonly kind: LinkMessageKind;
  readonly amount: MinorUnits;
  readonly currency: Currency;
  readonly expiresAtMs: number;
  readonly description?: string | undefined;
  readonly href: string;
}

/** The e-mail that brings a link to its payer, or reminds of it before it expires. */
export const linkEmail = (email: LinkEmail): EmailContents => {
  const { kind, language, currency, expiresAtMs, description, href } = email;
  const words = emailTexts[language];
  const amount = amountText(email.amount, { currency, language });
  return emailDocument({
    ...email,
    subject: words[kind].subject(amount),
    heading: words[kind].heading,
    sentence: words[kind].sentence(emailDealerName(email)),
    amount,
    facts: [
      { name: words.description, value: description === undefined ? undefined : shownValue(description) },
      { name: words.expires, value: `${showMoment(expiresAtMs, language)} (${words.zone})` },
    ],
    action: { text: words.link.button(amount), href },
  });
};
