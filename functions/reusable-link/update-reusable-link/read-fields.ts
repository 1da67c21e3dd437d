import type { ReusableLinkChangeFields } from '../../../shared/domain/reusable-link/link-change.ts';
import type { ReusableLinkIdentifiers } from '../../../shared/domain/reusable-link/named-reusable-link.ts';
import { reusableLinkIdentifiersOf } from '../../../shared/http/named-reusable-link-fields.ts';
import type { EveryField } from '../../../shared/http/read-members.ts';
import { reusableLinkFieldsOf } from '../../../shared/http/reusable-link-members.ts';
import type { ReusableLinkUpdate } from './contract.ts';

/** Maps the names of the wire to those of the domain: which link, and what is changed of it. */
export const fieldsOf = ({
  UserPosLinkId,
  LinkCode,
  IsActive,
  ...members
}: ReusableLinkUpdate): {
  readonly ids: EveryField<ReusableLinkIdentifiers>;
  readonly fields: EveryField<ReusableLinkChangeFields>;
} => ({
  ids: reusableLinkIdentifiersOf({ UserPosLinkId, LinkCode }),
  fields: { isActive: IsActive, ...reusableLinkFieldsOf(members) },
});
