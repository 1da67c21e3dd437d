import type { OfferedCard } from '../../../shared/domain/card/offered-card.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { MinorUnits } from '../../../shared/domain/money/money.ts';
import type { InstallmentQuote } from '../../../shared/domain/virtual-pos/installment-quote.ts';
import type { LinkPayer } from '../../../shared/payment-flow/link-attempt.ts';
import type { GateStartOutcome } from '../../../shared/payment-flow/start-at-gate.ts';
import type { PayerBrowser } from '../../../shared/ports/three-d-gate.ts';

/** What the payer posted, read by name and not trusted. */
export type PostedStoredCard =
  /** The card was chosen: what it may pay is shown. */
  | { readonly action: 'choose'; readonly reference: string }
  | {
      readonly action: 'pay';
      readonly reference: string;
      readonly cvc: string;
      readonly password: string;
      readonly choice: { readonly count: number; readonly total: MinorUnits } | undefined;
    };

export interface StoredCardCall extends LinkPayer {
  readonly token: string;
  readonly posted: PostedStoredCard;
  /** The payer's browser, as its request tells of it. */
  readonly browser: PayerBrowser;
}

/** What can be wrong with a field of the form of a stored card. */
export interface StoredCardProblem {
  readonly field: 'cvc' | 'password';
  readonly kind: 'missing' | 'wrong';
}

/** The form of a stored card. */
export interface StoredCardForm {
  readonly kind: 'stored-card';
  readonly link: PaymentRequest;
  readonly card: OfferedCard;
  readonly asksPassword: boolean;
  readonly quotes: readonly InstallmentQuote[];
  readonly chosenCount: number;
  readonly problems: readonly StoredCardProblem[];
  readonly totalChanged: boolean;
  readonly provisional?: true;
}

/** A press of a moment ago starts a payment with this card. */
interface BeingStarted {
  readonly kind: 'being-started';
  readonly link: PaymentRequest;
}

/** What is shown in answer; the page's words are not decided here. */
export type StoredCardOutcome = { readonly kind: 'unknown' } | GateStartOutcome | StoredCardForm | BeingStarted;
