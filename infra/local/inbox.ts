import { randomUUID } from 'node:crypto';
import * as z from 'zod';

/** A message that a function handed to one of the stand-ins. */
export interface InboxMessage {
  readonly id: string;
  readonly channel: 'sms' | 'email';
  readonly atMs: number;
  readonly to: string;
  readonly from: string;
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
  /** Pictures by content id, as `data:` addresses. */
  readonly images: Readonly<Record<string, string>>;
  readonly reference: string;
}

const smsInput = z.object({
  DestinationPhoneNumber: z.string().regex(/^\+[1-9]\d{6,14}$/),
  OriginationIdentity: z.string().optional(),
  MessageBody: z.string().min(1).max(1600),
  Context: z.record(z.string(), z.string()).optional(),
});

const part = z.object({ Data: z.string() });
const emailInput = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).length(1) }),
  Content: z.object({
    Simple: z.object({
      Subject: part,
      Body: z.object({ Text: part, Html: part.optional() }),
      Attachments: z
        .array(
          z.object({ RawContent: z.base64(), ContentId: z.string().optional(), ContentType: z.string().optional() }),
        )
        .optional(),
    }),
  }),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).optional(),
});

/** The input of a call does not fit the service's own description. */
export class InboxRefusal extends Error {
  override readonly name = 'InboxRefusal';
}

const parse = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw new InboxRefusal(`${read.error.issues[0]?.path.join('.')} is not valid`);
};

/** An address whose local part begins with a word of these asks the stand-in to play a failure, as SES's simulator does. */
export type PlayedFate = 'delivered' | 'bounced' | 'complained';

const fateOf = (to: string): PlayedFate => {
  if (to.startsWith('complaint')) return 'complained';
  return to.startsWith('bounce') || to.endsWith('0000000') ? 'bounced' : 'delivered';
};

/** Most messages that are kept. The oldest go first. */
const MAX_MESSAGES = 200;

const ENCODED_WORD = /=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=(?: (?==\?UTF-8))?/g;
const decoded = (header: string): string =>
  header.replaceAll(ENCODED_WORD, (_word, base64: string) => Buffer.from(base64, 'base64').toString('utf8'));

/**
 * What SMS and e-mails end in on one machine: a list in memory. It stands in for AWS End User Messaging and SES, whose
 * calls it takes; `onAccepted` hears of each message with the fate that its recipient plays.
 */
export class Inbox {
  readonly #messages: InboxMessage[] = [];
  readonly #onAccepted: (message: InboxMessage, fate: PlayedFate) => void;

  constructor(onAccepted: (message: InboxMessage, fate: PlayedFate) => void = () => undefined) {
    this.#onAccepted = onAccepted;
  }

  /** The messages, the newest first. */
  list(): readonly InboxMessage[] {
    return this.#messages.toReversed();
  }

  find(id: string): InboxMessage | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** Answers SendTextMessage. Throws InboxRefusal. */
  sendTextMessage(input: unknown): { readonly MessageId: string } {
    const {
      DestinationPhoneNumber: to,
      OriginationIdentity: from = '',
      MessageBody: text,
      Context,
    } = parse(smsInput, input);
    return this.#keep({ channel: 'sms', to, from, text, images: {}, reference: Context?.reference ?? '' });
  }

  /** Answers SendEmail. Throws InboxRefusal. */
  sendEmail(input: unknown): { readonly MessageId: string } {
    const { FromEmailAddress, Destination, Content, EmailTags = [] } = parse(emailInput, input);
    const { Subject, Body, Attachments = [] } = Content.Simple;
    const images = Attachments.flatMap(({ ContentId, ContentType = 'image/png', RawContent }) =>
      ContentId === undefined ? [] : [[ContentId, `data:${ContentType};base64,${RawContent}`] as const],
    );
    return this.#keep({
      channel: 'email',
      to: Destination.ToAddresses[0] ?? '',
      from: decoded(FromEmailAddress),
      subject: Subject.Data,
      text: Body.Text.Data,
      ...(Body.Html === undefined ? {} : { html: Body.Html.Data }),
      images: Object.fromEntries(images),
      reference: EmailTags.find(({ Name }) => Name === 'reference')?.Value ?? '',
    });
  }

  #keep(message: Omit<InboxMessage, 'id' | 'atMs'>): { readonly MessageId: string } {
    const kept = { ...message, id: randomUUID(), atMs: Date.now() };
    this.#messages.push(kept);
    if (this.#messages.length > MAX_MESSAGES) this.#messages.shift();
    this.#onAccepted(kept, fateOf(kept.to));
    return { MessageId: kept.id };
  }
}
