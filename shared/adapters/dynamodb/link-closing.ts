import * as z from 'zod/mini';
import { giveUpLink } from '../../domain/link/link-states.ts';
import type { LinkClosing } from '../../ports/attempts.ts';
import { parseRow } from './engine/row.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { linkWrites } from './link-progress.ts';
import { readLinkRow } from './rows/payment-request-row.ts';

const resultRow = z.object({ linkToken: z.string() });

export const dynamoLinkClosing = (table: Table): LinkClosing => ({
  close: async (link, result) => (await table.transact(linkWrites(giveUpLink(link, result)))).applied,

  findByResult: async (resultReference) => {
    const row = await table.get(keys.result(resultReference));
    if (row === undefined) return undefined;
    const link = await table.get(keys.link(parseRow('result', resultRow, row).linkToken));
    return link === undefined ? undefined : readLinkRow(link);
  },
});
