import * as z from 'zod/mini';
import { languages } from '../../../domain/language.ts';
import {
  DEFAULT_MESSAGING,
  type DealerMessaging,
  planMessageModes,
} from '../../../domain/message/messaging-settings.ts';
import { bodyFormats, providerAuthorizations } from '../../../domain/message/sms-provider.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { DealerMessagingDirectory } from '../../../ports/dealer-messaging.ts';
import { objectRow, optionalText, parseRow, rowSchema, storedText, storedWhole } from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const optionalTexts = rowSchema(() => z.optional(z.array(storedText)));

const smsProviderRow = objectRow(() => ({
  url: storedText,
  format: z.enum(bodyFormats),
  body: optionalText,
  headers: z.optional(z.record(z.string(), z.string())),
  authorization: z.enum(providerAuthorizations),
  user: optionalText,
  sender: optionalText,
  key: z.optional(z.object({ sealed: storedText, version: storedWhole })),
  idMember: optionalText,
  codeMember: optionalText,
  acceptedCodes: optionalTexts(),
  againCodes: optionalTexts(),
  optedOutCodes: optionalTexts(),
}));

const messagingRow = objectRow(() => ({
  version: storedWhole,
  language: z.enum(languages),
  senderId: optionalText,
  replyTo: optionalText,
  receiptsTo: optionalText,
  planMessages: z.optional(z.enum(planMessageModes)),
  smsTemplate: optionalText,
  smsADay: storedWhole,
  emailsADay: storedWhole,
  resendsADay: storedWhole,
  smsProvider: z.optional(smsProviderRow()),
}));

export const messagingItem = (dealerCode: string, messaging: DealerMessaging) => ({
  ...keys.messaging(dealerCode),
  entity: 'messaging',
  dealerCode,
  ...messaging,
});

export const dynamoDealerMessaging = (table: Table): DealerMessagingDirectory => ({
  of: async (dealerCode) => {
    const row = await table.get(keys.messaging(dealerCode));
    if (row === undefined) return DEFAULT_MESSAGING;
    const { smsProvider, ...messaging } = parseRow('messaging', messagingRow, row);
    return omitUndefined({ ...messaging, smsProvider: smsProvider && omitUndefined(smsProvider) });
  },
});
