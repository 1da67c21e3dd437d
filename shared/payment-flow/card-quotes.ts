import type { CardOrigin } from '../domain/card/bin-record.ts';
import type { Dealer } from '../domain/dealer/dealer.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { ChargedCard, PosQuestion } from '../domain/virtual-pos/choose-virtual-pos.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';

/** A link, and the bank and programme of the card that is to pay it, where they are known. */
export interface CardOnLink {
  readonly link: PaymentRequest;
  readonly origin: CardOrigin | undefined;
}

/** What decides where a card on a link is charged. */
export interface LinkPosQuestion extends PosQuestion {
  readonly terms: PaymentRequest['terms'];
  readonly card: ChargedCard;
}

/**
 * The question where a card on a link is charged, and at which prices. The bank of a mobile payment is the one that its
 * dealer named.
 */
export const posQuestionOf = (
  { link, origin }: CardOnLink,
  {
    ofDealer,
    dealer,
  }: { readonly ofDealer: readonly VirtualPos[]; readonly dealer: Pick<Dealer, 'preferCheapest'> | undefined },
): LinkPosQuestion => {
  const { terms, bankCode } = link;
  const card: ChargedCard =
    bankCode === undefined
      ? { kind: 'card', bankCode: origin?.bankCode, group: origin?.group }
      : { kind: 'card-of-bank', bankCode };
  return { ofDealer, currency: terms.currency, preferCheapest: dealer?.preferCheapest === true, terms, card };
};
