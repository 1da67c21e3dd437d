import { testCard } from './test-cards.ts';

const SHOWN = [
  { id: 'approved', isApproved: true },
  { id: 'approved-mastercard', isApproved: true },
  { id: 'frictionless', isApproved: true },
  { id: 'insufficient-funds', isApproved: false },
];

/** The test cards that a payer's page offers in a sandbox stage: a few of all, with what becomes of them. */
export const shownTestCards = SHOWN.map(({ id, isApproved }) => ({ number: testCard(id).number, isApproved }));
