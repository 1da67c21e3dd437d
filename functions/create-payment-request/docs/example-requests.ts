import { refusalsOf } from '../../../shared/openapi/example-makers.ts';
import { OWN_DEFINITION_ID } from '../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

export type Reason = keyof (typeof contract)['codes'];

/** The least that a payment request needs. */
export const least = {
  OtherTrxCode: 'N-1042',
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  Amount: 27.5,
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/result',
};

/** A refusal of the least request with some changes; the example bears the name of its reason. */
export const refused = refusalsOf<Reason>(least);
