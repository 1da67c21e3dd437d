/** Either identifier of a customer. */
export interface CustomerNames {
  readonly dealerCustomerId?: number | undefined;
  readonly customerCode?: string | undefined;
}

/** Fields of a customer as a dealer sends them, before their rules were applied. */
export interface CustomerFields extends CustomerNames {
  readonly password?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly gender?: number | undefined;
  readonly birthDate?: string | undefined;
  readonly gsmNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly address?: string | undefined;
}

/** Fields of a card that a dealer stores for a customer. There is no CVC among them. */
export interface CardToAddFields {
  readonly number?: string | undefined;
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly holderName?: string | undefined;
  readonly cardName?: string | undefined;
}

/** Most cards that a dealer may store for one customer by itself. */
export const MAX_CARDS_OF_CUSTOMER = 20;
