import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { posForBank, posForCard } from '../domain/virtual-pos/choose-virtual-pos.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { VirtualPosDirectory } from '../ports/virtual-pos-directory.ts';

/** A link, and the bank of the card that is to pay it, where it is known. */
export interface CardOnLink {
  readonly link: PaymentRequest;
  readonly bankOfCard: string | undefined;
}

/** The virtual POS that charges the card; undefined where the dealer has none for it. */
export const posForLink = async (
  { link, bankOfCard }: CardOnLink,
  posDirectory: VirtualPosDirectory,
): Promise<VirtualPos | undefined> => {
  const ofDealer = await posDirectory.ofDealer(link.dealerCode);
  const { currency } = link.terms;
  const choice =
    link.bankCode === undefined
      ? posForCard({ ofDealer, currency, bankOfCard })
      : posForBank({ ofDealer, currency, bankCode: link.bankCode });
  return choice.kind === 'chosen' ? choice.pos : undefined;
};
