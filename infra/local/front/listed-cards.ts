import { testCard } from '../../../shared/nestpay/test-cards.ts';

/** The card that the demo's virtual POS at Garanti takes, which is the second kind of gateway. */
const AT_GARANTI = { id: 'approved', does: 'asks for a code at Garanti’s gateway, then approves' } as const;

const SHOWN = [
  { id: 'approved', does: 'asks for a code, then approves' },
  { id: 'frictionless', does: 'asks for no code, approves' },
  { id: 'approved-mastercard', does: 'asks for a code, then approves' },
  { id: 'american-express', does: 'approves without 3D; CVC of four digits' },
  { id: 'insufficient-funds', does: 'declines: 002 Insufficient limit' },
  { id: 'expired', does: 'declines: 006 Card expiry date incorrect' },
  { id: 'suspected-fraud', does: 'declines: 028 Suspected fraud' },
  { id: '3d-failed', does: 'verification ends with mdStatus 0' },
  { id: '3d-abandoned', does: 'never comes back from the verification' },
  { id: 'time-out-after-charge', does: 'charges, does not answer in time' },
] as const;

/** A few of the test cards, with what the embedded bank does with them. */
export const shownCards = () => [
  ...SHOWN.map(({ id, does }) => ({ number: testCard(id).number, does })),
  { number: testCard(AT_GARANTI.id).garantiNumber ?? '', does: AT_GARANTI.does },
];
