import * as z from 'zod/mini';
import type { Firm } from '../../../domain/dealer/firm.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import { optionalText, type RowOf, rowSchema } from '../engine/row.ts';

/** The firm in the row of a dealer or sub-dealer. Rows from before it have none. */
export const firmRow = rowSchema(() =>
  z.optional(
    z.object({
      title: optionalText,
      contactName: optionalText,
      phoneNumber: optionalText,
      email: optionalText,
      identityNumber: optionalText,
      webSite: optionalText,
      naceCode: optionalText,
    }),
  ),
);

export const firmOf = (row: RowOf<typeof firmRow>): { readonly firm?: Firm } =>
  row === undefined ? {} : { firm: omitUndefined(row) };
