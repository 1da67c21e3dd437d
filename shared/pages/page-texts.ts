import type { CardField, DeclineTold } from '../domain/card/card-input.ts';
import type { LinkState } from '../domain/link/payment-request.ts';

interface Said {
  readonly heading: string;
  readonly sentence: string;
}

export interface CardFormTexts {
  readonly heading: string;
  readonly reassurance: string;
  readonly bin: {
    readonly heading: string;
    readonly reason: string;
    readonly label: string;
    readonly hint: string;
    readonly invalid: string;
    readonly proceed: string;
  };
  readonly pricesFor: (firstDigits: string) => string;
  readonly otherCard: string;
  readonly cardNumber: string;
  readonly holderName: string;
  readonly expiry: string;
  readonly month: string;
  readonly monthHint: string;
  readonly year: string;
  readonly yearHint: string;
  readonly cvc: string;
  readonly cvcHint: string;
  readonly problems: Readonly<Record<CardField, string>>;
  readonly problemsHeading: string;
  readonly errorInTitle: string;
  readonly threeD: {
    readonly heading: string;
    readonly mandatory: string;
    readonly withBank: string;
    readonly withBankHint: string;
    readonly without: string;
    readonly withoutHint: string;
  };
  readonly storage: { readonly payerDecides: string; readonly payerDecidesHint: string; readonly always: string };
  readonly pay: string;
  readonly payTotal: (total: string) => string;
  readonly busy: string;
}

interface InstallmentTexts {
  readonly heading: string;
  readonly count: (count: number) => string;
  readonly monthly: (count: number, monthly: string) => string;
  readonly firstMonth: (amount: string) => string;
  readonly commission: (amount: string) => string;
  readonly noCommission: string;
  readonly total: string;
}

export interface PageTexts {
  readonly title: string;
  readonly otherLanguage: string;
  readonly dealer: string;
  readonly amount: string;
  readonly description: string;
  readonly buyer: string;
  readonly basket: string;
  readonly product: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly moreProducts: (count: number) => string;
  readonly openUntil: string;
  readonly details: string;
  readonly states: Readonly<Record<Exclude<LinkState, 'open'>, { readonly name: string; readonly sentence: string }>>;
  readonly unknownLink: Said;
  readonly failure: Said & { readonly correlation: string };
  readonly cardForm: CardFormTexts;
  readonly installments: InstallmentTexts;
  readonly decline: {
    readonly heading: string;
    readonly advice: Readonly<Record<DeclineTold, string>>;
    /** Above a form that may be used at once. */
    readonly tryAgain: string;
    /** Above the form where the payer is to come later. */
    readonly comeBack: (openUntil: string) => string;
    readonly giveUp: string;
  };
  readonly totalChanged: Said;
  readonly noQuotes: Said;
  readonly giveUp: {
    readonly toDealer: string;
    readonly here: string;
    readonly warning: string;
    readonly confirm: string;
  };
  readonly pause: {
    readonly heading: string;
    readonly sentence: (minutes: number) => string;
    readonly usedUp: string;
    readonly tryAgain: string;
  };
  readonly waiting: Said & {
    readonly stay: string;
    readonly checkNow: string;
    readonly long: string;
    readonly warning: string;
    readonly retry: string;
  };
  readonly handOver: Said & { readonly proceed: string };
  readonly redirect: {
    readonly paid: string;
    readonly notPaid: string;
    readonly sentence: string;
    readonly proceed: string;
  };
  readonly receipt: {
    readonly heading: string;
    readonly sentence: string;
    readonly total: string;
    readonly installments: string;
    readonly card: string;
    readonly date: string;
    readonly orderId: string;
    readonly print: string;
    readonly back: string;
  };
}
