import type { AttemptTerms, ShopCharge } from '../attempt/attempt.ts';
import { type PostedCard, postedCard } from '../card/posted-card.ts';
import type { PendingCard } from '../card/stored-card.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';

/** The card of a dealer's call: whole, or named by the token of a stored card, whose number is in no box (rule 24). */
export type BoxCard =
  | {
      readonly kind: 'posted';
      readonly card: PostedCard;
      /** Present where the card is stored when the payment is approved (rule 27). */
      readonly storing?: Omit<PendingCard, 'sealed'>;
    }
  | { readonly kind: 'token'; readonly token: string; readonly cvc?: string };

/** The content of a box: the card, and everything that the attempt is made from when the payer opens the box. */
export interface BoxContent {
  /** Its CVC waits here, encrypted, and nowhere else (rule 24). */
  readonly by: BoxCard;
  readonly maskedCard: string;
  /** The version of the virtual POS that was chosen with the call (rule 14). */
  readonly pos: Pick<VirtualPos, 'posId' | 'version'>;
  readonly terms: AttemptTerms;
  readonly trxId: number;
  readonly listingShards: number;
  readonly shop: ShopCharge;
}

/** A box as it is written. The release before wrote a card in each, also one that it had opened for a token. */
interface BoxRow extends Omit<BoxContent, 'by'> {
  readonly card?: Omit<PostedCard, 'source'>;
  readonly storing?: Omit<PendingCard, 'sealed'>;
  readonly token?: string;
  readonly cvc?: string;
}

const rowOf = ({ by, ...content }: BoxContent): BoxRow => {
  if (by.kind === 'token') return { ...content, token: by.token, ...omitUndefined({ cvc: by.cvc }) };
  const { source: _source, ...card } = by.card;
  return { ...content, card, ...omitUndefined({ storing: by.storing }) };
};

export const boxText = (content: BoxContent): string => JSON.stringify(rowOf(content));

/**
 * A box of the release before that was made for a token is read as one by token: its number is dropped, and the card is
 * read anew (rules 25 and 50).
 */
const cardOf = ({ card, storing, token, cvc, shop }: BoxRow): BoxCard => {
  const named = token ?? shop.cardToken;
  if (named !== undefined) return { kind: 'token', token: named, ...omitUndefined({ cvc: cvc ?? card?.cvc }) };
  if (card === undefined) throw new TypeError('a box holds a card or names one');
  return { kind: 'posted', card: postedCard(card), ...omitUndefined({ storing }) };
};

/** Parses the text of an opened box. It is our own text: decryption has authenticated it. */
export const readBoxText = (text: string): BoxContent => {
  const row = JSON.parse(text) as BoxRow;
  const { card: _card, storing: _storing, token: _token, cvc: _cvc, ...content } = row;
  return { ...content, by: cardOf(row) };
};
