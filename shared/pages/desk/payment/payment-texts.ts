import type { Language } from '../../../domain/language.ts';
import type { PaymentTexts } from './payment-text-kinds.ts';
import { englishOfPayments } from './payment-texts-en.ts';
import { turkishOfPayments } from './payment-texts-tr.ts';

export const paymentTexts: Readonly<Record<Language, PaymentTexts>> = {
  tr: turkishOfPayments,
  en: englishOfPayments,
};
