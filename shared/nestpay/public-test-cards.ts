/** The bank that issued a card, or the name of an issuer that is none of the known banks. */
type Issuer = { readonly bankCode: string } | { readonly issuer: string };

/** A public test card of the interface: the embedded bank approves it, and its BIN record names its issuer. */
export type PublicTestCard = Issuer & { readonly number: string; readonly brand: 'Visa' | 'Mastercard' | 'Troy' };

/**
 * Client libraries, their documents and their tests pay with these cards, with CVC 000. A sandbox takes every one of
 * them, so that such a test passes as it is.
 */
export const publicTestCards: readonly PublicTestCard[] = [
  { number: '5127541122223332', bankCode: '46', brand: 'Mastercard' },
  { number: '4531441122223338', bankCode: '143', brand: 'Visa' },
  { number: '4230021122223332', bankCode: '203', brand: 'Visa' },
  { number: '5126181122223338', bankCode: '124', brand: 'Mastercard' },
  { number: '4258461122223337', bankCode: '135', brand: 'Visa' },
  { number: '5482021122223334', bankCode: '125', brand: 'Mastercard' },
  { number: '4715091122223339', bankCode: '92', brand: 'Visa' },
  { number: '5120171122223335', bankCode: '134', brand: 'Mastercard' },
  { number: '4234951122223336', bankCode: '103', brand: 'Visa' },
  { number: '4022771122223334', bankCode: '111', brand: 'Visa' },
  { number: '5269111122223332', bankCode: '111', brand: 'Mastercard' },
  { number: '5269551122223339', bankCode: '62', brand: 'Mastercard' },
  { number: '4155141122223339', bankCode: '12', brand: 'Visa' },
  { number: '5100051122223333', bankCode: '123', brand: 'Mastercard' },
  { number: '4137291122223335', bankCode: '109', brand: 'Visa' },
  { number: '5101511122223335', bankCode: '99', brand: 'Mastercard' },
  { number: '4397481122223337', issuer: 'ININAL', brand: 'Visa' },
  { number: '5406681122223338', bankCode: '64', brand: 'Mastercard' },
  { number: '4183441122223339', bankCode: '64', brand: 'Visa' },
  { number: '5125951122223335', bankCode: '205', brand: 'Mastercard' },
  { number: '4691801122223339', bankCode: '146', brand: 'Visa' },
  { number: '5313891122223335', issuer: 'Papara', brand: 'Mastercard' },
  { number: '4349131122223337', issuer: 'PTT Bank', brand: 'Visa' },
  { number: '5100101122223336', bankCode: '59', brand: 'Mastercard' },
  { number: '4024591122223334', bankCode: '32', brand: 'Visa' },
  { number: '4347271122223333', issuer: 'Turkcell', brand: 'Visa' },
  { number: '5185991122223338', bankCode: '96', brand: 'Mastercard' },
  { number: '4007421122223335', bankCode: '206', brand: 'Visa' },
  { number: '5313251122223332', issuer: 'Türkpara', brand: 'Mastercard' },
  { number: '4029401122223331', bankCode: '15', brand: 'Visa' },
  { number: '5353551122223336', bankCode: '210', brand: 'Mastercard' },
  { number: '4462121122223339', bankCode: '67', brand: 'Visa' },
  { number: '5136621122223331', bankCode: '10', brand: 'Mastercard' },
  { number: '4162831122223336', bankCode: '209', brand: 'Visa' },
  { number: '9792061122223337', bankCode: '10', brand: 'Troy' },
  { number: '6549971122223339', bankCode: '64', brand: 'Troy' },
];
