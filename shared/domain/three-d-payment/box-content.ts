import type { AttemptTerms, ShopCharge } from '../attempt/attempt.ts';
import type { KeptCard, PendingCard } from '../card/stored-card.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';

/** The content of a box: the card, and everything that the attempt is made from when the payer opens the box. */
export interface BoxContent {
  /** Its CVC waits here, encrypted, and nowhere else (rule 24). */
  readonly card: KeptCard & { readonly cvc?: string };
  readonly maskedCard: string;
  /** The version of the virtual POS that was chosen with the call (rule 14). */
  readonly pos: Pick<VirtualPos, 'posId' | 'version'>;
  readonly terms: AttemptTerms;
  readonly trxId: number;
  readonly listingShards: number;
  readonly shop: ShopCharge;
  /** Present where the card is stored when the payment is approved (rule 27). */
  readonly storing?: Omit<PendingCard, 'sealed'>;
}

export const boxText = (content: BoxContent): string => JSON.stringify(content);

/** Parses the text of an opened box. It is our own text: decryption has authenticated it. */
export const readBoxText = (text: string): BoxContent => JSON.parse(text) as BoxContent;
