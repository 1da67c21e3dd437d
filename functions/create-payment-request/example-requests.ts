import {
  type ExampleFields,
  type ExampleSetUp,
  OWN_DEFINITION_ID,
  type RefusalExample,
} from '../../shared/openapi/operation-document.ts';
import type { contract } from './contract.ts';

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
export const refused = (
  reason: Reason,
  { summary, message, ...more }: { readonly summary: string; readonly message: string; readonly setUp?: ExampleSetUp },
  changes: ExampleFields = {},
): RefusalExample<Reason> => ({ name: reason, summary, request: { ...least, ...changes }, reason, message, ...more });
