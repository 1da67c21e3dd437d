import { Refusal } from '../refusal.ts';

/** Either identifier of a reusable link, or both. */
export interface ReusableLinkIdentifiers {
  readonly userPosLinkId?: number | undefined;
  readonly linkCode?: string | undefined;
}

/** Refuses a request without any identifier of a link. */
export const requireLinkIdentifier = ({ userPosLinkId, linkCode }: ReusableLinkIdentifiers): void => {
  if (userPosLinkId !== undefined || linkCode !== undefined) return;
  throw new Refusal('LinkCodeOrUserPosLinkIdMustBeGiven', 'LinkCode or UserPosLinkId must be given.');
};

export const reusableLinkNotFound = (): Refusal =>
  new Refusal('UserPosLinkNotFound', 'No link of this dealer has the given LinkCode or UserPosLinkId.');

export const linkIdentifiersDiffer = (): Refusal =>
  new Refusal('LinkCodeDoesntMatchUserPosLinkId', 'LinkCode and UserPosLinkId do not name the same link.');
