import type { Channel, Dealer, StepPermission } from '../domain/dealer/dealer.ts';
import type { StepDecision, StepQuestion } from '../domain/payment/begin-step.ts';
import { chargeOf } from '../domain/payment/charge-of-attempt.ts';
import type { Payment, PaymentKind } from '../domain/payment/payment.ts';
import type { PaymentIds } from '../domain/payment/payment-ids.ts';
import type { Step, StepAsker } from '../domain/payment/step.ts';
import type { StepChange } from '../domain/payment/step-change.ts';
import { isFinalStep } from '../domain/payment/step-states.ts';
import { Refusal } from '../domain/refusal.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
import type { Clock } from '../ports/clock.ts';
import type { EndedDays } from '../ports/ended-days.ts';
import type { Identifiers } from '../ports/identifiers.ts';
import type { Payments, Steps } from '../ports/payments.ts';
import { findNamedPayment, type NamedPayment } from './named-payment.ts';
import type { StepUnderWay } from './step-under-way.ts';

export interface AskForStepDependencies {
  readonly payments: Payments;
  readonly steps: Steps;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
  /** Present in a sandbox stage, for steps that the end of the bank's day forbids. */
  readonly endedDays?: EndedDays;
}

/** The channel that a payment came by. */
const channelOf: Readonly<Record<PaymentKind, Channel>> = {
  direct: 'directPayment',
  'three-d': 'directPayment',
  'mobile-3d': 'mobile3D',
  link: 'paymentRequest',
};

/** A permission that a dealer needs. Operators need none. */
interface NeededPermission {
  readonly dealer: Pick<Dealer, StepPermission>;
  readonly permission: StepPermission;
}

/** Who asks for a step, and of which payment: the same for dealers and operators. */
export interface StepCaller {
  readonly dealer: Dealer;
  readonly ids: PaymentIds;
  readonly asker: StepAsker;
  /** Asks only what would happen: nothing is written or sent, and the answer is a StepTried. */
  readonly triesOnly?: true;
}

/** Ends a request that only asks what would happen, before it does anything. */
export class StepTried extends Error {
  override readonly name = 'StepTried';
  /** The step that would begin, or the one that the same request has begun. */
  readonly step: Step;
  /** VirtualPosOrderId of the charge. */
  readonly orderId: string;
  readonly wouldBegin: boolean;

  constructor({ step, orderId, wouldBegin }: Pick<StepTried, 'step' | 'orderId' | 'wouldBegin'>) {
    super('the step was only tried');
    this.step = step;
    this.orderId = orderId;
    this.wouldBegin = wouldBegin;
  }
}

/** What a request of this caller begins with. Only dealers need the permission. */
export const askedBy = (
  { dealer, ids, asker, triesOnly }: StepCaller,
  permission: StepPermission,
): Pick<StepRequest<never, never>, 'dealerCode' | 'ids' | 'asker' | 'triesOnly' | 'needed'> => ({
  dealerCode: dealer.dealerCode,
  ids,
  asker,
  ...(triesOnly === true ? { triesOnly } : {}),
  ...(asker.by === 'operator' ? {} : { needed: { dealer, permission } }),
});

/** True where the dealer may take steps of this permission with payments that came as this one did. */
export const hasStepPermission = ({ kind }: Pick<Payment, 'kind'>, { dealer, permission }: NeededPermission): boolean =>
  dealer[permission].includes(channelOf[kind]);

const refuseWithoutPermission = (payment: Payment, needed: NeededPermission | undefined): void => {
  if (needed === undefined || hasStepPermission(payment, needed)) return;
  const sentence = 'This dealer has no permission to do this with payments of this channel.';
  throw new Refusal('ChannelPermissionNotAvailable', sentence);
};

/** A step that begins. Its intent is decided and not written yet. */
export interface StepIntent extends NamedPayment {
  readonly change: StepChange;
  readonly question: StepQuestion;
}

export interface StepRequest<Reason extends RefusalReason, Done> {
  readonly dealerCode: string;
  readonly ids: PaymentIds;
  readonly asker: StepAsker;
  readonly triesOnly?: true;
  readonly needed?: NeededPermission;
  readonly decide: (question: StepQuestion, named: NamedPayment) => StepDecision<Reason>;
  /**
   * Writes the intent and carries it out. Undefined when the payment has changed meanwhile: then it is decided anew.
   */
  readonly begin: (intent: StepIntent) => Promise<Done | undefined>;
}

/** The result of a request for a step. */
export type AskedStep<Done> =
  | { readonly kind: 'begun'; readonly done: Done }
  /** The same request was carried out before. */
  | { readonly kind: 'same-answer'; readonly under: StepUnderWay }
  /** The same request is being carried out. */
  | { readonly kind: 'running'; readonly under: StepUnderWay };

/** The step that an operator's command began: a command applies once, whatever the payment is by now (rule 36). */
const stepOfCommand = ({ steps }: Payment, asker: StepAsker): Step | undefined =>
  asker.by === 'operator'
    ? steps.find((step) => step.asker.by === 'operator' && step.asker.commandId === asker.commandId)
    : undefined;

/** How often a request is decided anew because something else happened to its payment meanwhile. */
const MAX_DECISIONS = 5;

/**
 * Handles every request for a step: finds the payment, decides, begins the step. A repeat is answered even if the
 * dealer has lost the permission since, as for a known code (rule 6). Refuses with the operation's reasons. Throws
 * StepTried where the request only asks what would happen, and StoreUnavailable.
 */
export const askForStep = async <Reason extends RefusalReason, Done>(
  { payments, identifiers, clock, endedDays }: Omit<AskForStepDependencies, 'steps'>,
  { dealerCode, ids, asker, triesOnly, needed, decide, begin }: StepRequest<Reason, Done>,
): Promise<AskedStep<Done>> => {
  // A request that begins nothing takes no number from the sequence.
  const trxIdOfStep = triesOnly === true ? Promise.resolve(0) : identifiers.next('transaction');
  for (let decision = 0; decision < MAX_DECISIONS; decision += 1) {
    // The payment and a number for its step are read in parallel: one trip.
    const [named, trxId] = await Promise.all([findNamedPayment(payments, dealerCode, ids), trxIdOfStep]);
    const { payment, attempt } = named;
    const begun = stepOfCommand(payment, asker);
    if (begun !== undefined) {
      return { kind: isFinalStep(begun) ? 'same-answer' : 'running', under: { ...named, step: begun } };
    }
    const dayEndedAtMs = await endedDays?.endedAtMs(attempt);
    const { steps } = payment;
    const question = { charge: chargeOf(attempt, payment), steps, nowMs: clock.now(), trxId, asker, dayEndedAtMs };
    const decided = decide(question, named);
    if (decided.kind === 'same-answer' || decided.kind === 'running') {
      if (triesOnly === true) throw new StepTried({ step: decided.step, orderId: attempt.orderId, wouldBegin: false });
      return { kind: decided.kind, under: { ...named, step: decided.step } };
    }
    refuseWithoutPermission(payment, needed);
    if (decided.kind === 'refused') throw new Refusal(decided.reason, decided.sentence);
    if (triesOnly === true)
      throw new StepTried({ step: decided.change.step, orderId: attempt.orderId, wouldBegin: true });
    const done = await begin({ ...named, change: decided.change, question });
    if (done !== undefined) return { kind: 'begun', done };
  }
  throw new Error('a payment moved on each time that a step of it was to begin');
};
