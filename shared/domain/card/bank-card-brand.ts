export type CardBrand = 'visa' | 'mastercard' | 'maestro' | 'american-express' | 'troy' | 'other';

/** Troy has a range of its own, and shares 65 with the network that its cards use abroad. */
const PREFIXES: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['american-express', /^3[47]/],
  ['troy', /^(?:9792|65)/],
  ['maestro', /^(?:50[1-3]|5[6-8]|6304|6390|67)/],
];

export const cardBrandOf = (number: string): CardBrand =>
  PREFIXES.find(([, prefix]) => prefix.test(number))?.[0] ?? 'other';

/** Two brands take part in 3D Secure. */
const takesPart = (brand: CardBrand): boolean => brand === 'visa' || brand === 'mastercard';

/** False for cards of other brands: they are refused before the gate, with 013 (dealer interface 7.7). */
export const canAuthenticate = (number: string): boolean => takesPart(cardBrandOf(number));

/** The brands that can pay on a form: all that a virtual POS takes, or those that can pass through 3D. */
export const brandsTaken = (threeD: 'mandatory' | 'choosable'): readonly CardBrand[] =>
  PREFIXES.map(([brand]) => brand).filter((brand) => threeD === 'choosable' || takesPart(brand));

const AMERICAN_EXPRESS_CVC = 4;
const CVC = 3;

/** Digits of the security code of a brand's cards. */
export const cvcLengthOf = (brand: CardBrand): number => (brand === 'american-express' ? AMERICAN_EXPRESS_CVC : CVC);
