import { OWN_DEFINITION_ID } from './operation-document.ts';

// Words and examples of the operations about reusable links.

/** The smallest request that makes a reusable link. */
export const leastLink = {
  LinkCode: 'BREAD-1',
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  Amount: 27.5,
  Title: 'Bread course',
  ReturnHash: 1,
};
