export type CardBrand = 'visa' | 'mastercard' | 'american-express' | 'troy' | 'other';

const PREFIXES: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['american-express', /^3[47]/],
  ['troy', /^9792/],
];

export const cardBrandOf = (number: string): CardBrand =>
  PREFIXES.find(([, prefix]) => prefix.test(number))?.[0] ?? 'other';

/** Two network brands take part in 3D Secure; a card of another one is refused before the gate, with 013 (7.7). */
export const canAuthenticate = (number: string): boolean => ['visa', 'mastercard'].includes(cardBrandOf(number));
