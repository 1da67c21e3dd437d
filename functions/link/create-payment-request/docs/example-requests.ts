import { refusalsOf } from '../../../../shared/openapi/example-makers.ts';
import { OWN_DEFINITION_ID } from '../../../../shared/openapi/operation-document.ts';
import type { contract } from '../contract.ts';

export type Reason = keyof (typeof contract)['codes'];

/** The smallest request that succeeds. */
export const least = {
  OtherTrxCode: 'N-1042',
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  Amount: 27.5,
  ReturnHash: 1,
  RedirectUrl: 'https://shop.example/result',
};

/** A refusal of the smallest request with changes. The example has the name of its reason. */
export const refused = refusalsOf<Reason>(least);
