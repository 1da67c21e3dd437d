import { linkAfter, type PlannedLinkChange, usedUpBy } from '../domain/reusable-link/link-change.ts';
import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';
import type { Change } from '../ports/operator-changes.ts';
import type { LinkWithPlaces } from '../ports/reusable-links.ts';

const CHANGEABLE = [
  'active',
  'description',
  'expiresAtMs',
  'maxPayments',
] as const satisfies readonly (keyof ReusableLink)[];

/** The change that writes a planned change of a reusable link with its audit entry, and the names of what it changes. */
export const auditedLinkChange = (
  change: PlannedLinkChange,
  found: LinkWithPlaces,
  nowMs: number,
): { readonly change: Change; readonly changed: readonly string[] } => ({
  change: { kind: 'reusable-link-change', record: { ...change, ...usedUpBy(linkAfter(change, found), found, nowMs) } },
  changed: CHANGEABLE.filter((name) => change.after[name] !== found.link[name]),
});
