import type { LinkAttempt } from '../attempt/attempt.ts';
import { NO_PROGRESS, type PaymentRequest } from '../link/payment-request.ts';
import { referenceOf } from '../payment/payment-name.ts';
import { BOX_LIFE_MS } from './box.ts';
import type { CalledPayment, RepeatedCall } from './repeated-call.ts';

/** A shop's 3D payment, with the attempt of its latest call once the payer opened it. */
export interface ShopPayment extends CalledPayment {
  readonly attempt?: LinkAttempt;
}

/** The payment as a call found it, and what the call may do there. */
export interface EarlierCalls {
  readonly payment: ShopPayment;
  readonly repeat: Extract<RepeatedCall, { kind: 'unopened' | 'next' }>;
}

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
    generation: number,
    threeDOnly: true,
  },
});

/** The number of a call. A request that is repeated before anybody opened it keeps its own. */
export const callNumberOf = (before: EarlierCalls | undefined): number => {
  if (before === undefined) return 1;
  const { attempts } = before.payment.link.progress;
  return before.repeat.kind === 'next' ? attempts + 1 : attempts;
};

/** The payment after a call. `drafted` is made from the request; `before` is the payment as it was read. */
export const shopPaymentAt = (
  drafted: PaymentRequest,
  before: EarlierCalls | undefined,
  nowMs: number,
): PaymentRequest => {
  const version = before === undefined ? 0 : before.payment.link.version;
  return atCall({ ...drafted, version }, callNumberOf(before), nowMs);
};

/** When the box of the latest call was made. */
export const boxMadeAtMs = ({ expiresAtMs }: Pick<PaymentRequest, 'expiresAtMs'>): number => expiresAtMs - BOX_LIFE_MS;
