import { webhookHeaders } from '../../shared/adapters/webhook/sign-webhook.ts';
import { webhookPayload } from '../../shared/domain/webhook/webhook-payload.ts';
import { sampleEvents } from './webhook-samples.ts';

/** Secrets of the documents, made up like every value in them. */
const SECRET = `whsec_${Buffer.from('a secret of the documents, only.').toString('base64')}`;
const FORMER_SECRET = `whsec_${Buffer.from('the one that it took the place of').toString('base64')}`;

/** The second try of each event. */
const SENT_AT_MS = Date.UTC(2026, 10, 22, 9, 30, 21);

/** Signed events that any verifier can be tried with: each by the secret, and the first while secrets rotate. */
export const webhookVectors = () => {
  const signed = sampleEvents.map((event) => {
    const body = webhookPayload(event);
    const headers = webhookHeaders({ eventId: event.eventId, nowMs: SENT_AT_MS, body, secrets: [SECRET] });
    return { type: event.type, headers, body };
  });
  const [first] = sampleEvents;
  const body = first === undefined ? '' : webhookPayload(first);
  const secrets = [SECRET, FORMER_SECRET];
  const rotating = webhookHeaders({ eventId: first?.eventId ?? '', nowMs: SENT_AT_MS, body, secrets });
  return { secret: SECRET, formerSecret: FORMER_SECRET, rotating: { headers: rotating, body }, events: signed };
};

/** The vectors as text of their file. */
export const webhookVectorsText = (): string => `${JSON.stringify(webhookVectors(), undefined, 2)}\n`;
