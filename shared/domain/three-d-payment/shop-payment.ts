import type { LinkAttempt } from '../attempt/attempt.ts';
import { MAX_ATTEMPTS_PER_CODE } from '../attempt/code-binding.ts';
import type { AttemptState } from '../attempt/states.ts';
import { NO_PROGRESS, type PaymentRequest } from '../link/payment-request.ts';
import { referenceOf } from '../payment/payment-name.ts';
import { BOX_LIFE_MS } from './box.ts';

/** A shop's 3D payment, with the attempt of its latest call once the payer opened it. */
export interface ShopPayment {
  readonly link: PaymentRequest;
  readonly attempt?: LinkAttempt;
}

/**
 * What the same request with a known code gets.
 * - `new-box`: nobody opened the payment yet. The card of this request replaces the one in the box.
 * - `next-call`: it ended unpaid, and this request is a new try.
 */
export type ShopRepeat = 'new-box' | 'running' | 'paid' | 'next-call' | 'used-up';

/** `authenticating` is not among them: once the payment is closed, the lock for charge fails. */
const MAY_BE_CHARGED: readonly AttemptState[] = ['charging', 'in-doubt', 'reversing'];

/**
 * Decides what a repeat of a code gets (rule 10). A repeat need not wait a minute after a decline: the payer must pass
 * 3D again before anything is charged. While the bank may hold the money, or a reversal runs, no further call begins,
 * whatever was reported.
 */
export const shopRepeatOf = ({ link: { state, progress }, attempt }: ShopPayment): ShopRepeat => {
  if (state === 'paid') return 'paid';
  if (state === 'open') return attempt === undefined ? 'new-box' : 'running';
  if (attempt !== undefined && MAY_BE_CHARGED.includes(attempt.state)) return 'running';
  return progress.attempts < MAX_ATTEMPTS_PER_CODE ? 'next-call' : 'used-up';
};

/** The payment at a call whose box is made now. The attempt that the box begins gets the number of the call. */
const atCall = (link: PaymentRequest, number: number, nowMs: number): PaymentRequest => ({
  ...link,
  state: 'open',
  version: link.version + 1,
  expiresAtMs: nowMs + BOX_LIFE_MS,
  progress: {
    ...NO_PROGRESS,
    attempts: number,
    latest: referenceOf({ payment: link.payment, number }),
    threeDOnly: true,
  },
});

/** The number of a new call. */
export const callNumberOf = (before: ShopPayment | undefined): number => {
  if (before === undefined) return 1;
  const { attempts } = before.link.progress;
  return shopRepeatOf(before) === 'next-call' ? attempts + 1 : attempts;
};

/** The payment after a call. `drafted` is made from the request; `before` is the payment as it was read. */
export const shopPaymentAt = (
  drafted: PaymentRequest,
  before: ShopPayment | undefined,
  nowMs: number,
): PaymentRequest => {
  const kept = before === undefined ? { version: 0 } : { version: before.link.version };
  return atCall({ ...drafted, ...kept }, callNumberOf(before), nowMs);
};

/** When the box of the latest call was made. */
export const boxMadeAtMs = ({ expiresAtMs }: Pick<PaymentRequest, 'expiresAtMs'>): number => expiresAtMs - BOX_LIFE_MS;
