import {
  linkIdentifiersDiffer,
  type ReusableLinkIdentifiers,
  requireLinkIdentifier,
  reusableLinkNotFound,
} from '../domain/reusable-link/named-reusable-link.ts';
import type { LinkWithPlaces, ReusableLinks } from '../ports/reusable-links.ts';

/**
 * The reusable link of this dealer that a request names: by its code in one trip, by its id in two. Refuses a request without
 * an identifier, identifiers of two links, and those that name none. Throws StoreUnavailable.
 */
export const findNamedReusableLink = async (
  reusableLinks: Pick<ReusableLinks, 'findByCode' | 'findById'>,
  dealerCode: string,
  ids: ReusableLinkIdentifiers,
): Promise<LinkWithPlaces> => {
  requireLinkIdentifier(ids);
  const { linkCode, userPosLinkId } = ids;
  const ofCode = linkCode === undefined ? undefined : await reusableLinks.findByCode(dealerCode, linkCode);
  if (ofCode !== undefined && (userPosLinkId === undefined || ofCode.link.userPosLinkId === userPosLinkId))
    return ofCode;
  const ofId = userPosLinkId === undefined ? undefined : await reusableLinks.findById(dealerCode, userPosLinkId);
  if (linkCode === undefined && ofId !== undefined) return ofId;
  throw ofCode === undefined && ofId === undefined ? reusableLinkNotFound() : linkIdentifiersDiffer();
};
