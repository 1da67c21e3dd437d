import type { CardField } from '../../../shared/domain/card/card-input.ts';
import type { RawCardFields } from '../../../shared/domain/card/card-rules.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { MinorUnits } from '../../../shared/domain/money/money.ts';
import type { InstallmentQuote } from '../../../shared/domain/virtual-pos/installment-quote.ts';
import type { LinkPayer } from '../../../shared/payment-flow/link-attempt.ts';
import type { LinkStartOutcome } from '../../../shared/payment-flow/link-start.ts';

/** What the payer posted, read by name and not trusted. */
export type Posted =
  /** `bin`: the first 8 digits of what was typed; undefined where it is none. A longer number is cut. */
  | { readonly action: 'quote'; readonly bin: string | undefined }
  | {
      readonly action: 'pay';
      readonly card: RawCardFields;
      readonly choice: { readonly count: number; readonly total: MinorUnits } | undefined;
      readonly withoutThreeD: boolean;
      /** The box is ticked that lets the card be stored. */
      readonly storesCard: boolean;
    }
  | { readonly action: 'retry' | 'give-up' | 'another-card' }
  /** Nothing that a form of ours posts: the link is shown as it is. */
  | { readonly action: 'look' };

export interface PayerCall extends LinkPayer {
  readonly token: string;
  readonly posted: Posted;
}

/** What is shown in answer; the page's words are not decided here. */
export type PayerPostOutcome =
  | { readonly kind: 'unknown' }
  /** The dealer has called again since: nothing is paid at this address any more. */
  | { readonly kind: 'begun-again'; readonly link: PaymentRequest; readonly wasCharged: boolean }
  | LinkStartOutcome
  /** The form for another card than a stored one, with what was typed into it before. */
  | { readonly kind: 'form'; readonly link: PaymentRequest }
  /** The first step without script again: what was typed does not begin with 8 digits. */
  | { readonly kind: 'bin'; readonly link: PaymentRequest }
  | {
      readonly kind: 'card';
      readonly link: PaymentRequest;
      readonly quotes: readonly InstallmentQuote[];
      readonly chosenCount: number;
      /** The card's first 8 digits; undefined where the post held fewer, or the quotes are not the card's. */
      readonly bin: string | undefined;
      readonly problems: readonly CardField[];
      readonly threeD: 'mandatory' | 'choosable';
      readonly totalChanged: boolean;
      /** The quotes are not the card's, since too many were asked for: the post of the card shows those. */
      readonly provisional?: true;
    }
  | { readonly kind: 'moved'; readonly location: string };
