import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The Standard Webhooks specification asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new secret, as the Standard Webhooks specification writes it: a prefix, and random bytes in base64. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

const signatureOf = (secret: string, content: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content, 'utf8').digest('base64')}`;
};

/**
 * The headers by which a receiver knows that an event is ours: a signature for each secret, the current one first, over
 * id, time and body.
 */
export const webhookHeaders = ({
  eventId,
  nowMs,
  body,
  secrets,
}: {
  readonly eventId: string;
  readonly nowMs: number;
  readonly body: string;
  readonly secrets: readonly string[];
}): Readonly<Record<string, string>> => {
  const seconds = String(Math.floor(nowMs / 1000));
  const content = `${eventId}.${seconds}.${body}`;
  return {
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, content)).join(' '),
  };
};
