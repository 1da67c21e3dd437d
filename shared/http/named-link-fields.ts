import { recordId, text } from './fields.ts';
import { type EveryField, noneLeft } from './read-members.ts';

/** How a request names a payment request that exists. Absent means not given. */
export interface NamedLinkFields {
  readonly userPosPaymentId?: number | undefined;
  readonly otherTrxCode?: string | undefined;
}

/** Members of every request about a payment request that exists. */
export const namedLinkMembers = { UserPosPaymentId: recordId(), OtherTrxCode: text({ max: 128 }) };

/** Maps the names of the wire to those of the domain. */
export const namedLinkFieldsOf = (request: {
  readonly UserPosPaymentId?: number | undefined;
  readonly OtherTrxCode?: string | undefined;
}): EveryField<NamedLinkFields> => {
  const { UserPosPaymentId, OtherTrxCode, ...others } = request;
  noneLeft(others);
  return { userPosPaymentId: UserPosPaymentId, otherTrxCode: OtherTrxCode };
};
