import type { MessageChannel } from '../../../domain/message/message.ts';
import type { OptOuts } from '../../../ports/messages.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT } from '../engine/writes.ts';
import { keys } from '../keys.ts';

/** `OPT-OUT#<channel>#h`: the recipient stands in the key as a digest alone. */
export const optOutItem = (
  channel: MessageChannel,
  recipient: string,
  noted: { readonly atMs: number; readonly reason: string },
) => ({ ...keys.optOut(channel, recipient), entity: 'opt-out', channel, ...noted });

export const dynamoOptOuts = (table: Table): OptOuts => ({
  includes: async (channel, recipient) => (await table.get(keys.optOut(channel, recipient))) !== undefined,

  add: async (channel, recipient, noted) => {
    await table.transact([{ put: optOutItem(channel, recipient, noted), onlyIf: ABSENT }]);
  },
});
