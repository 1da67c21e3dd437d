import * as z from 'zod/mini';
import type { StageMessaging } from '../../domain/message/messaging-settings.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';

const settings = z.object({
  sms: z.optional(
    z.object({
      sender: z.string(),
      dealerSenders: z.array(z.string()),
      segmentPriceMinor: z.int(),
      dailyBudgetMinor: z.int(),
    }),
  ),
  email: z.optional(z.object({ from: z.string() })),
  recipients: z.union([z.literal('any recipient'), z.array(z.string())]),
  emailEvents: z.string(),
});

/** How the stage sends messages, with the name of what takes reports of e-mails. Throws when the variable is missing or wrong. */
export const readMessaging = (variables: NodeJS.ProcessEnv): z.output<typeof settings> => {
  const text = variables.MESSAGING;
  if (text === undefined) throw new Error('environment variable MESSAGING is missing');
  const parsed = z.safeParse(settings, JSON.parse(text));
  if (!parsed.success) throw new Error('environment variable MESSAGING is wrong');
  return parsed.data;
};

/** How the stage sends messages, for the functions that know it. */
export const readStageMessaging = (variables: NodeJS.ProcessEnv): StageMessaging => {
  const { emailEvents: _name, ...stage } = readMessaging(variables);
  return omitUndefined(stage);
};
