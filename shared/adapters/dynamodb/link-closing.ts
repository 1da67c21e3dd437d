import * as z from 'zod/mini';
import type { LinkClosing } from '../../ports/attempts.ts';
import { keys } from './keys.ts';
import { linkClosed } from './link-progress.ts';
import { readLinkRow } from './rows/payment-request-row.ts';
import { parseRow } from './rows/row.ts';
import type { Table } from './table.ts';

const resultRow = z.object({ linkToken: z.string() });

export const dynamoLinkClosing = (table: Table): LinkClosing => ({
  close: async (link, result) => (await table.transact(linkClosed(link, result))).applied,

  findByResult: async (resultReference) => {
    const row = await table.get(keys.result(resultReference));
    if (row === undefined) return undefined;
    const link = await table.get(keys.link(parseRow('result', resultRow, row).linkToken));
    return link === undefined ? undefined : readLinkRow(link);
  },
});
