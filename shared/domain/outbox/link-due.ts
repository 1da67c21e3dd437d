import { THREE_D_LIFE_MS } from '../attempt/timing.ts';
import type { Definition } from '../link/definition.ts';
import type { LinkDelivery, PaymentRequest } from '../link/payment-request.ts';
import { promisedChannels } from '../message/messaging-settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A payer who began 3D in time may still pay after the expiry (rule 15): a link has expired when nobody can. */
const LAST_PAYMENT_MS = THREE_D_LIFE_MS + MINUTE_MS;

/** Pause before a link is looked at again whose last attempt has no answer yet. */
const ATTEMPT_PAUSE_MS = 5 * MINUTE_MS;

/** A reminder that would follow its link so soon would only repeat it. */
const REMINDER_REST_MS = HOUR_MS;

/**
 * When the payer of a new link is reminded; undefined where nobody is: the definition asks for no reminder, the link goes to no
 * contact, or it lives hardly longer than the time before its expiry that the definition names.
 */
export const reminderAtMs = (
  { reminderHours, deliveryMode }: Pick<Definition, 'reminderHours' | 'deliveryMode'>,
  link: Pick<PaymentRequest, 'createdAtMs' | 'expiresAtMs'> & { readonly delivery: LinkDelivery },
): number | undefined => {
  if (reminderHours === undefined || promisedChannels(deliveryMode, link.delivery).length === 0) return undefined;
  const atMs = link.expiresAtMs - reminderHours * HOUR_MS;
  return atMs - link.createdAtMs < REMINDER_REST_MS ? undefined : atMs;
};

/** When a link is looked at, to tell that it expired. */
export const expiryDueAtMs = ({ expiresAtMs }: Pick<PaymentRequest, 'expiresAtMs'>): number =>
  expiresAtMs + LAST_PAYMENT_MS;

/** When a new link is first looked at; undefined where nobody is reminded of it or told that it expired. */
export const linkDueAtMs = (
  link: Pick<PaymentRequest, 'expiresAtMs' | 'progress'>,
  { tellsExpiry }: { readonly tellsExpiry: boolean },
): number | undefined => link.progress.remindAtMs ?? (tellsExpiry ? expiryDueAtMs(link) : undefined);

export type LinkDueMove = 'remind' | 'tell-expired' | 'nothing' | { readonly againAtMs: number };

/** What becomes of a link that is due. A payer who is paying is reminded later, if the link is still open then. */
export const linkDueMove = (
  link: Pick<PaymentRequest, 'state' | 'expiresAtMs' | 'progress'>,
  nowMs: number,
): LinkDueMove => {
  if (link.state !== 'open') return 'nothing';
  const { activeAttempt, remindAtMs } = link.progress;
  if (remindAtMs !== undefined && nowMs < link.expiresAtMs) {
    if (nowMs < remindAtMs) return { againAtMs: remindAtMs };
    return activeAttempt === undefined ? 'remind' : { againAtMs: nowMs + ATTEMPT_PAUSE_MS };
  }
  if (nowMs < expiryDueAtMs(link)) return { againAtMs: expiryDueAtMs(link) };
  return activeAttempt === undefined ? 'tell-expired' : { againAtMs: nowMs + ATTEMPT_PAUSE_MS };
};
