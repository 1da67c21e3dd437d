import type { ReusableLinkFields } from '../../../shared/domain/reusable-link/link-fields.ts';
import type { EveryField } from '../../../shared/http/read-members.ts';
import { reusableLinkFieldsOf } from '../../../shared/http/reusable-link-members.ts';
import type { ReusableLinkRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = ({ LinkCode, ...members }: ReusableLinkRequest): EveryField<ReusableLinkFields> => ({
  linkCode: LinkCode,
  ...reusableLinkFieldsOf(members),
});
