import { describe, expect, test } from 'vitest';
import {
  linkIdentifiersDiffer,
  requireLinkIdentifier,
  reusableLinkNotFound,
} from '../../../../shared/domain/reusable-link/named-reusable-link.ts';

describe('The identifiers of a reusable link', () => {
  test.each([{ linkCode: 'BREAD-1' }, { userPosLinkId: 7 }, { linkCode: 'BREAD-1', userPosLinkId: 7 }])(
    'one is enough: %j',
    (identifiers) => {
      expect(requireLinkIdentifier(identifiers)).toBeUndefined();
    },
  );

  test('a request without any is refused', () => {
    expect(() => requireLinkIdentifier({})).toThrow(
      expect.objectContaining({
        reason: 'LinkCodeOrUserPosLinkIdMustBeGiven',
        sentence: 'LinkCode or UserPosLinkId must be given.',
      }),
    );
  });

  test('that name nothing, or two links, are refused by names of their own', () => {
    expect(reusableLinkNotFound()).toMatchObject({
      reason: 'UserPosLinkNotFound',
      sentence: 'No link of this dealer has the given LinkCode or UserPosLinkId.',
    });
    expect(linkIdentifiersDiffer()).toMatchObject({
      reason: 'LinkCodeDoesntMatchUserPosLinkId',
      sentence: 'LinkCode and UserPosLinkId do not name the same link.',
    });
  });
});
