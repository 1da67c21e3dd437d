import * as z from 'zod/mini';
import type { MessageChannel } from '../../../domain/message/message.ts';
import { type OptOutReason, optOutReasons } from '../../../domain/message/opt-out.ts';
import type { OptOuts } from '../../../ports/messages.ts';
import { objectRow, parseRow } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT } from '../engine/writes.ts';
import { keys } from '../keys.ts';

const optOutRow = objectRow(() => ({ reason: z.enum(optOutReasons) }));

/** `OPT-OUT#<channel>#h`: the recipient stands in the key as a digest alone. */
export const optOutItem = (
  channel: MessageChannel,
  recipient: string,
  noted: { readonly atMs: number; readonly reason: OptOutReason },
) => ({ ...keys.optOut(channel, recipient), entity: 'opt-out', channel, ...noted });

export const dynamoOptOuts = (table: Table): OptOuts => ({
  find: async (channel, recipient) => {
    const row = await table.get(keys.optOut(channel, recipient));
    return row === undefined ? undefined : parseRow('opt-out', optOutRow, row).reason;
  },

  add: async (channel, recipient, noted) => {
    await table.transact([{ put: optOutItem(channel, recipient, noted), onlyIf: ABSENT }]);
  },
});
