import { cardBrandOf } from '../../domain/card/bank-card-brand.ts';
import { shortDay } from '../../domain/message/moment-text.ts';
import type { PlanMessageKind } from '../../domain/message/plan-message.ts';
import type { PlanFacts } from '../../domain/outbox/event.ts';
import { amountText } from '../amounts.ts';
import { brandName } from '../card-pictures.ts';
import { texts } from '../texts.ts';
import { type EmailContents, type EmailFrame, emailDealerName, emailDocument } from './email-document.ts';
import { emailTexts } from './email-texts.ts';

interface PlanEmail extends EmailFrame {
  readonly kind: PlanMessageKind;
  readonly plan: PlanFacts;
}

const LAST_DIGITS = 4;

const cardText = (maskedCard: string): string =>
  `${brandName(cardBrandOf(maskedCard)) ?? ''} •••• ${maskedCard.slice(-LAST_DIGITS)}`.trim();

/** The e-mail about a payment plan to the customer of its sale. Of a paid one it is the receipt. It holds no address. */
export const planEmail = (email: PlanEmail): EmailContents => {
  const { kind, language, plan } = email;
  const words = emailTexts[language];
  const heads = words.plan[kind];
  const amount = amountText(plan.amount, { currency: plan.currency, language });
  const card = kind === 'plan-failed' || plan.maskedCard === undefined ? undefined : cardText(plan.maskedCard);
  return emailDocument({
    ...email,
    subject: heads.subject(amount),
    heading: heads.heading,
    sentence: heads.sentence(emailDealerName(email)),
    amount,
    facts: [
      { name: words.dueDay, value: shortDay(plan.dueDay, language) },
      { name: texts[language].receipt.card, value: card },
      { name: words.paymentNumber, value: plan.paymentId === undefined ? undefined : String(plan.paymentId) },
    ],
  });
};
