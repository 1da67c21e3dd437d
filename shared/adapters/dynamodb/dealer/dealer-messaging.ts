import * as z from 'zod/mini';
import { languages } from '../../../domain/language.ts';
import { DEFAULT_MESSAGING, type DealerMessaging } from '../../../domain/message/messaging-settings.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { DealerMessagingDirectory } from '../../../ports/dealer-messaging.ts';
import { optionalText, parseRow, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const messagingRow = z.object({
  version: storedWhole,
  language: z.enum(languages),
  senderId: optionalText,
  replyTo: optionalText,
  receiptsTo: optionalText,
  smsTemplate: optionalText,
  smsADay: storedWhole,
  emailsADay: storedWhole,
  resendsADay: storedWhole,
});

export const messagingItem = (dealerCode: string, messaging: DealerMessaging) => ({
  ...keys.messaging(dealerCode),
  entity: 'messaging',
  dealerCode,
  ...messaging,
});

export const dynamoDealerMessaging = (table: Table): DealerMessagingDirectory => ({
  of: async (dealerCode) => {
    const row = await table.get(keys.messaging(dealerCode));
    return row === undefined ? DEFAULT_MESSAGING : omitUndefined(parseRow('messaging', messagingRow, row));
  },
});
