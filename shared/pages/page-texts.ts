import type { CardField, ReportedDecline } from '../domain/card/card-input.ts';
import type { LinkState } from '../domain/link/payment-request.ts';

export interface Said {
  readonly heading: string;
  readonly sentence: string;
}

/** What is said of a field that is empty, and of one that is filled in wrongly. */
interface FieldProblem {
  readonly missing: string;
  readonly wrong: string;
}

export interface CardFormTexts {
  readonly heading: string;
  readonly cardNumber: string;
  /** Before the names of the brands that can pay. */
  readonly brands: string;
  readonly holderName: string;
  readonly expiry: string;
  readonly expiryHint: string;
  readonly cvc: string;
  readonly cvcHint: string;
  readonly cvcOnBack: string;
  readonly cvcOnFront: string;
  readonly password: string;
  readonly storedCards: {
    readonly heading: string;
    /** Stands for a brand that the service does not know. */
    readonly card: string;
    readonly another: string;
    readonly useAnother: string;
  };
  readonly problems: Readonly<Record<CardField | 'password', FieldProblem>>;
  readonly problemsHeading: string;
  readonly errorInTitle: string;
  /** The button of the first step, for payers without script. */
  readonly proceed: string;
  readonly threeD: {
    readonly heading: string;
    readonly mandatory: string;
    readonly withBank: string;
    readonly withBankHint: string;
    readonly without: string;
    readonly withoutHint: string;
  };
  readonly reassurance: string;
  readonly storage: { readonly payerDecides: string; readonly payerDecidesHint: string; readonly always: string };
  readonly pay: string;
  /** The button that names its sum, which stands for `{}`. */
  readonly payTotal: string;
  readonly sending: Said & { readonly elapsed: string; readonly slow: string };
}

interface InstallmentTexts {
  readonly heading: string;
  readonly count: (count: number) => string;
  /** The chosen count, in a line beside the amount. */
  readonly chosen: (count: number, total: string) => string;
  readonly firstMonth: (amount: string) => string;
  /** Stands under counts whose months are not all equal. */
  readonly whoDivides: string;
  readonly commission: (amount: string) => string;
  readonly total: string;
  readonly more: (count: number) => string;
  readonly notForCard: string;
}

export interface PageTexts {
  /** The title of a page on which a link is paid. */
  readonly payTitle: (dealer: string, amount: string) => string;
  readonly otherLanguage: string;
  readonly dealer: string;
  readonly amount: string;
  readonly description: string;
  readonly buyer: string;
  readonly summary: string;
  readonly details: string;
  readonly moreProducts: (count: number) => string;
  readonly linesTotal: string;
  readonly openUntil: string;
  readonly terms: string;
  readonly contact: string;
  readonly sandbox: { readonly name: string; readonly cards: string; readonly taken: string; readonly refused: string };
  readonly states: Readonly<Record<Exclude<LinkState, 'open'>, Said>>;
  readonly unknownLink: Said;
  /** An address of an earlier call of the dealer. */
  readonly begunAgain: {
    readonly heading: string;
    readonly nothingCharged: string;
    /** The bank has taken money there, which the service gives back or has given back. */
    readonly givenBack: string;
  };
  readonly failure: Said & { readonly correlation: string };
  readonly cardForm: CardFormTexts;
  readonly installments: InstallmentTexts;
  /** What happened, and what to do next. */
  readonly decline: Readonly<Record<Exclude<ReportedDecline, 'try-later'>, Said>> & {
    readonly 'try-later': { readonly heading: string; readonly sentence: (openUntil: string) => string };
  };
  readonly notices: Readonly<Record<'total-changed' | 'being-started' | 'no-quotes', Said>>;
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
  readonly notNow: Said;
  readonly waiting: Said & {
    readonly elapsed: (seconds: number) => string;
    readonly stay: string;
    readonly checkNow: string;
    readonly long: string;
    readonly warning: string;
    readonly retry: string;
    /** In place of another try, where the first result is final. */
    readonly leaveWarning: string;
  };
  readonly atBank: Said & { readonly warning: string; readonly confirm: string };
  readonly handOver: Said & { readonly proceed: string };
  /** Between the bank and the result, where the payer goes on by a button. */
  readonly finishing: Said & { readonly proceed: string };
  readonly redirect: {
    readonly paid: string;
    readonly notPaid: string;
    readonly sentence: string;
    readonly proceed: string;
  };
  readonly receipt: {
    readonly heading: string;
    readonly sentence: (dealer: string) => string;
    readonly installments: string;
    readonly card: string;
    readonly date: string;
    readonly zone: string;
    /** The dealer's own number of the payment. */
    readonly orderNumber: string;
    /** The number under which the bank knows it. */
    readonly transactionNumber: string;
    readonly authorizationCode: string;
    readonly life: string;
    readonly qr: string;
    readonly print: string;
    readonly share: string;
    readonly copied: string;
    readonly back: string;
    /** The receipt by e-mail: its field, its button, and what became of it. */
    readonly email: {
      readonly label: string;
      readonly button: string;
      readonly onItsWay: string;
      readonly wrong: string;
      readonly tooMany: string;
    };
  };
  readonly qr: { readonly heading: string; readonly sentence: string; readonly image: string };
}
