import type { PayerAdvice } from '../domain/card-input.ts';
import { adviceFor } from '../domain/card-rules.ts';
import { type LinkState, linkStateAt, type PaymentRequest } from '../domain/payment-request.ts';
import { countAttempt } from './conclude.ts';

/** What the page of a link shows, whoever looks and whatever was posted before. */
export type LinkView =
  | { readonly kind: 'state'; readonly state: Exclude<LinkState, 'open'> }
  /** An attempt holds the slot: the bank is being asked. */
  | { readonly kind: 'waiting' }
  /** Too many attempts in the window (rule 33). */
  | { readonly kind: 'pause'; readonly untilMs: number; readonly advice?: PayerAdvice }
  | { readonly kind: 'payable'; readonly advice?: PayerAdvice };

export const linkViewAt = (link: PaymentRequest, nowMs: number): LinkView => {
  const { progress } = link;
  const state = linkStateAt(link, nowMs);
  if (progress.slot !== undefined && link.state === 'open') return { kind: 'waiting' };
  if (state !== 'open') return { kind: 'state', state };
  const advice = progress.lastDecline === undefined ? {} : { advice: adviceFor(progress.lastDecline.code) };
  const counted = countAttempt(progress, nowMs);
  return 'pauseUntilMs' in counted
    ? { kind: 'pause', untilMs: counted.pauseUntilMs, ...advice }
    : { kind: 'payable', ...advice };
};
