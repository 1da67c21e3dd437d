import type { StoredCredential } from '../../../shared/ports/dealers.ts';
import { shownTime } from './values-in-views.ts';

/** A dealer's API users with their valid credentials, the newest first. */
export const shownUsers = (credentials: readonly StoredCredential[]) =>
  [...Map.groupBy(credentials, ({ username }) => username)]
    .map(([username, all]) => ({
      username,
      credentials: all
        .toSorted((a, b) => (b.issuedAtMs ?? 0) - (a.issuedAtMs ?? 0))
        .map(({ credentialId, issuedAtMs }, index) => ({
          credentialId,
          ...(issuedAtMs === undefined ? {} : { issuedAt: shownTime(issuedAtMs) }),
          newest: index === 0,
        })),
    }))
    .toSorted((a, b) => (a.username < b.username ? -1 : 1));
