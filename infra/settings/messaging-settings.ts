import * as z from 'zod';
import type { StageMessaging } from '../../shared/domain/message/messaging-settings.ts';

/** How a stage sends messages, under `messaging` in its settings. A channel that is left out is not set up. */
export const messagingSchema = z.strictObject({
  sms: z
    .strictObject({
      // A sender id, a number or a pool of End User Messaging, registered for Turkey.
      sender: z
        .string()
        .regex(/^[A-Za-z0-9+_-]{1,64}$/, { error: 'must be a sender id, a number or the id of a pool' }),
      // Further sender ids that dealers may use. The right to send is on the named senders alone.
      dealerSenders: z
        .array(z.string().regex(/^[A-Za-z0-9]{3,11}$/))
        .max(100)
        .default([]),
      // In minor units of the currency of the bill, rounded up.
      segmentPriceMinor: z.int().min(1).max(10_000),
      dailyBudgetMinor: z.int().min(1).max(1_000_000_000),
    })
    .optional(),
  email: z.strictObject({ from: z.email() }).optional(),
  recipients: z
    .union([z.literal('any recipient'), z.array(z.string().min(1)).max(50)], {
      error: 'must be the words "any recipient" or a list of phones (5XXXXXXXXX) and e-mail addresses',
    })
    .optional(),
});

type Kind = 'production' | 'sandbox';

/** The settings complete: a production stage sends to anybody, a sandbox stage to those whom it lists (rule 43). */
export const stageMessaging = (
  { sms, email, recipients }: z.output<typeof messagingSchema>,
  kind: Kind,
): StageMessaging => ({
  ...(sms === undefined ? {} : { sms }),
  ...(email === undefined ? {} : { email }),
  recipients: recipients ?? (kind === 'production' ? 'any recipient' : []),
});

/** What synthesis and deployment say of the stage's messages. */
export const messagingNotice = ({ sms, email, recipients }: StageMessaging): string => {
  const missing = [...(sms === undefined ? ['SMS'] : []), ...(email === undefined ? ['e-mail'] : [])];
  const ways = [
    ...(sms === undefined ? [] : [`SMS as ${sms.sender}`]),
    ...(email === undefined ? [] : [`e-mail from ${email.from}`]),
  ];
  const sends =
    ways.length === 0
      ? 'Sends no messages.'
      : `Sends ${ways.join(' and ')}, to ${Array.isArray(recipients) ? `${recipients.length} listed recipients` : 'any recipient'}.`;
  const lacks = missing.length === 0 ? '' : ` Not set up: ${missing.join(', ')}; put-definition refuses what needs it.`;
  return `${sends}${lacks}`;
};

/** Name of the SES configuration set whose events tell what became of e-mails. */
export const emailEventsName = (stage: string): string => `payment-link-${stage}`;
