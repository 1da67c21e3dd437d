import type { ThreeDFields } from '../../../shared/domain/three-d-payment/three-d-fields.ts';
import { fieldsOf as directFieldsOf } from '../../../shared/http/direct-payment-fields.ts';
import type { EveryField } from '../../../shared/http/read-members.ts';
import type { ThreeDRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: ThreeDRequest): EveryField<ThreeDFields> => {
  const { ReturnHash, RedirectUrl, RedirectURL, RedirectType, IsTokenized, Language, ...payment } = request;
  return {
    ...directFieldsOf(payment),
    returnHash: ReturnHash,
    redirectUrl: RedirectUrl ?? RedirectURL,
    redirectType: RedirectType,
    isTokenized: IsTokenized,
    language: Language,
  };
};
