import type { ReportedDecline } from '../domain/card/card-input.ts';
import { adviceFor } from '../domain/card/card-rules.ts';
import { areAttemptsUsedUp, countAttempt } from '../domain/link/attempt-count.ts';
import { type LinkState, linkStateAt, type PaymentRequest } from '../domain/link/payment-request.ts';

/** What the page of a link shows to anybody, by the link's state alone. */
export type LinkView =
  | { readonly kind: 'state'; readonly state: Exclude<LinkState, 'open'> }
  /** An attempt is active: the bank is being asked. */
  | { readonly kind: 'waiting' }
  /** No attempt is left. The link is still open, because one attempt may yet succeed. */
  | { readonly kind: 'used-up' }
  /** Too many attempts in the window (rule 33). */
  | { readonly kind: 'pause'; readonly untilMs: number }
  | { readonly kind: 'payable'; readonly advice?: ReportedDecline };

export const linkViewAt = (link: PaymentRequest, nowMs: number): LinkView => {
  const { progress } = link;
  const state = linkStateAt(link, nowMs);
  if (progress.activeAttempt !== undefined && link.state === 'open') return { kind: 'waiting' };
  if (state !== 'open') return { kind: 'state', state };
  if (areAttemptsUsedUp(progress)) return { kind: 'used-up' };
  const counted = countAttempt(progress, nowMs);
  if ('pauseUntilMs' in counted) return { kind: 'pause', untilMs: counted.pauseUntilMs };
  const { lastDecline } = progress;
  if (lastDecline === undefined) return { kind: 'payable' };
  return { kind: 'payable', advice: lastDecline.unanswered === true ? 'unanswered' : adviceFor(lastDecline.code) };
};
