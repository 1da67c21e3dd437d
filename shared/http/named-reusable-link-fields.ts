import type { OperationName } from '../domain/dealer/dealer.ts';
import type { ReusableLinkIdentifiers } from '../domain/reusable-link/named-reusable-link.ts';
import { recordId, text } from './fields.ts';
import { invalidRequestCodes } from './invalid-request-codes.ts';
import { type EveryField, noneLeft } from './read-members.ts';

/** Members of every request about a reusable link that exists. */
export const namedReusableLinkMembers = { UserPosLinkId: recordId(), LinkCode: text({ max: 100 }) };

/** Maps the names of the wire to those of the domain. */
export const reusableLinkIdentifiersOf = (request: {
  readonly UserPosLinkId?: number | undefined;
  readonly LinkCode?: string | undefined;
}): EveryField<ReusableLinkIdentifiers> => {
  const { UserPosLinkId, LinkCode, ...others } = request;
  noneLeft(others);
  return { userPosLinkId: UserPosLinkId, linkCode: LinkCode };
};

/** Codes for a reusable link that is named by its id or by the dealer's code. */
export const namedReusableLinkCodes = (operation: OperationName) =>
  ({
    ...invalidRequestCodes('PaymentUserPos', operation),
    LinkCodeOrUserPosLinkIdMustBeGiven: `PaymentUserPos.${operation}.LinkCodeOrUserPosLinkIdMustBeGiven`,
    UserPosLinkNotFound: `PaymentUserPos.${operation}.UserPosLinkNotFound`,
    LinkCodeDoesntMatchUserPosLinkId: `PaymentUserPos.${operation}.LinkCodeDoesntMatchUserPosLinkId`,
  }) as const;

/** What every operation about reusable links has in its contract. */
export const reusableLinkOperation = (operation: OperationName) =>
  ({
    operation,
    routes: [{ method: 'POST', path: `/PaymentUserPos/${operation}` }],
    authenticationBlocks: ['DealerAuthentication', 'PaymentDealerAuthentication'],
    requestBlock: 'PaymentUserPosRequest',
  }) as const;
