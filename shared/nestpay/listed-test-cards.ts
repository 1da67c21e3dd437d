/**
 * The test cards that a payer's page offers in a sandbox stage: a few of all, with what becomes of them. Their numbers
 * stand here again, so that a page carries no more of the list; a test compares them.
 */
export const listedTestCards = [
  { number: '4111111111111111', isApproved: true },
  { number: '5555555555554444', isApproved: true },
  { number: '4111110000000013', isApproved: true },
  { number: '4111110000000039', isApproved: false },
];
