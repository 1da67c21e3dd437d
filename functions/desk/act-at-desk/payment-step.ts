import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { deskCommandOf, ONCE_FIELD, onceIn } from '../../../shared/desk/call/desk-command.ts';
import { freshPasswordOr } from '../../../shared/desk/call/fresh-password.ts';
import {
  type AskedStep,
  carryOutAsked,
  commandOfStep,
  shownStepText,
} from '../../../shared/desk/payment/asked-step.ts';
import { type ConfirmStepDependencies, confirmPath, confirmStep } from '../../../shared/desk/payment/confirm-step.ts';
import { stepCallerOf, subDealersOf } from '../../../shared/desk/payment/named-payment.ts';
import { mayBegin, type PaymentStepAction } from '../../../shared/desk/payment/payment-actions.ts';
import { stepRefusalOf } from '../../../shared/desk/payment/refused-step.ts';
import { hiddenFieldsOf, readPostedStep, SHOWN_FIELD } from '../../../shared/desk/payment/step-form.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { unsureStepPage } from '../../../shared/pages/desk/payment/confirm-step-page.ts';
import { notDonePage, paymentPath } from '../../../shared/pages/desk/payment/not-done-page.ts';
import type { DeskNotDone, StepNotDone } from '../../../shared/pages/desk/payment/not-done-reasons.ts';
import { auditedSteps } from '../../../shared/payment-flow/audited-steps.ts';
import type { CaptureDependencies } from '../../../shared/payment-flow/capture-step.ts';
import type { NamedPayment } from '../../../shared/payment-flow/named-payment.ts';
import type { AuditEntry, OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';

export interface ActOnPaymentDependencies extends CaptureDependencies, Pick<ConfirmStepDependencies, 'randomness'> {
  readonly changes: Pick<OperatorChanges, 'findCommand'>;
}

/** The step that would begin is another one than the page showed. Nothing of it is written. */
class ShownOtherwise extends Error {
  override readonly name = 'ShownOtherwise';
}

type Command = NonNullable<ReturnType<typeof deskCommandOf>>;

/** One post that asks for a step of a payment. */
interface PostedStep {
  readonly call: DeskCall;
  readonly named: NamedPayment;
  readonly asked: AskedStep;
  readonly command: Command;
}

const notDone = (
  { call, named }: Pick<PostedStep, 'call' | 'named'>,
  reason: StepNotDone | DeskNotDone,
  statusCode: 400 | 403 | 409 | 503 = 409,
): PageAnswer => {
  const { paymentId } = named.payment;
  return { statusCode, page: notDonePage({ frame: call.frame, paymentId, reason, movesMoney: true }) };
};

/** What the audit trail says of a step: the payment before it, and what was asked of whom (rule 54). */
const entryOf = (
  step: Step,
  { command, named: { payment, attempt } }: Pick<PostedStep, 'command' | 'named'>,
): AuditEntry => {
  const { kind, amount, shares, number, dealerCode } = step;
  const { terms, state, captured, refunded, orderId } = attempt;
  return {
    ...command,
    dealerCode,
    changed: [kind],
    result: { dealerCode, orderId, paymentId: payment.paymentId, step: number },
    before: omitUndefined({ state, amount: terms.total, currency: terms.currency, captured, refunded }),
    after: { kind, amount, currency: terms.currency, ...(shares.length === 0 ? {} : { shares }) },
  };
};

/**
 * The entry of the same post; `other` where the one-time value was used for another payment, step or amount. Undefined where
 * nobody used it.
 */
const earlier = async (
  { command: { command, commandId, inputFingerprint } }: Pick<PostedStep, 'command'>,
  { changes }: Pick<ActOnPaymentDependencies, 'changes'>,
): Promise<'same' | 'other' | undefined> => {
  const entry = await changes.findCommand(commandId);
  if (entry === undefined) return undefined;
  return entry.command === command && entry.inputFingerprint === inputFingerprint ? 'same' : 'other';
};

/** A repeat is answered by the page of the payment, which says how it stands by now. */
const answerOfEarlier = (posted: PostedStep, found: 'same' | 'other'): PageAnswer =>
  found === 'other' ? notDone(posted, 'used-once') : donePath(posted);

const donePath = ({ named, asked }: Pick<PostedStep, 'named' | 'asked'>): PageAnswer => ({
  location: `${paymentPath(named.payment.paymentId)}?done=${asked.action}`,
});

const unsure = ({ call, named, asked, command }: PostedStep): PageAnswer => ({
  statusCode: 503,
  page: unsureStepPage({
    frame: call.frame,
    paymentId: named.payment.paymentId,
    action: asked.action,
    fields: [[ONCE_FIELD, command.commandId], [SHOWN_FIELD, call.posted.text(SHOWN_FIELD)], ...hiddenFieldsOf(asked)],
  }),
});

/** The same form, posted twice at the same moment or sent again: the other post may have begun the step. */
const meanwhile = async (
  posted: PostedStep,
  deps: ActOnPaymentDependencies,
): Promise<'same' | 'other' | 'unreadable' | undefined> => {
  try {
    return await earlier(posted, deps);
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'unreadable';
    throw error;
  }
};

/** What is said where a step could not be begun. Every other error is a defect. */
const answerOfError = async (
  error: unknown,
  posted: PostedStep,
  deps: ActOnPaymentDependencies,
): Promise<PageAnswer> => {
  const { call, named, asked } = posted;
  const found = await meanwhile(posted, deps);
  if (found === 'same' || found === 'other') return answerOfEarlier(posted, found);
  // A write whose answer never came may still be carried out by the store.
  if (found === 'unreadable' || (error instanceof StoreUnavailable && error.outcome === 'unknown')) {
    return unsure(posted);
  }
  if (error instanceof StoreUnavailable || error instanceof VaultUnavailable)
    return notDone(posted, 'unavailable', 503);
  if (error instanceof ShownOtherwise) return confirmStep(deps, { call, wanted: { named, asked }, changed: true });
  const reason = stepRefusalOf(error);
  if (reason === undefined) throw error;
  return notDone(posted, reason);
};

/** Why this role may not begin the step; undefined where it may. */
const whyNotAllowed = ({ call, named, asked }: PostedStep): DeskNotDone | undefined => {
  const { role, nowMs } = call;
  if (mayBegin(asked.action, { role, attempt: named.attempt, nowMs })) return undefined;
  return asked.action === 'void' && mayDo(role, 'void') ? 'too-late-void' : 'not-allowed';
};

const begin = async (posted: PostedStep, deps: ActOnPaymentDependencies): Promise<PageAnswer> => {
  const { call, named, asked, command } = posted;
  const shown = call.posted.text(SHOWN_FIELD);
  const steps = auditedSteps(deps.steps, (step) => {
    if (shownStepText(step) !== shown) throw new ShownOtherwise();
    return entryOf(step, posted);
  });
  try {
    await carryOutAsked({ ...deps, steps }, { caller: stepCallerOf(call, named), once: command.commandId }, asked);
    return donePath(posted);
  } catch (error) {
    return answerOfError(error, posted, deps);
  }
};

/**
 * Carries out a step that a form of the desk asks for, once for its one-time value: by the use case of the dealers' operation,
 * as the dealer, and only the step that the page showed (rule 54). The answer leads to the page of the payment, which tells
 * what the rows say: an outcome that is unknown stays unknown. Throws what no rule explains.
 */
export const actOnPayment = async (
  {
    call,
    named,
    action,
  }: { readonly call: DeskCall; readonly named: NamedPayment; readonly action: PaymentStepAction },
  deps: ActOnPaymentDependencies,
): Promise<PageAnswer> => {
  const asked = readPostedStep(action, (name) => call.posted.text(name), subDealersOf(named));
  const once = onceIn(call);
  if (once === undefined || asked === undefined) return notDone({ call, named }, 'no-once', 400);
  const command = deskCommandOf(call, commandOfStep(named.payment.paymentId, asked));
  if (command === undefined) return notDone({ call, named }, 'no-once', 400);
  const posted: PostedStep = { call, named, asked, command };
  const found = await earlier(posted, deps);
  if (found !== undefined) return answerOfEarlier(posted, found);
  const forbidden = whyNotAllowed(posted);
  if (forbidden !== undefined) return notDone(posted, forbidden, 403);
  return freshPasswordOr(call, confirmPath({ named, asked }, call.language)) ?? begin(posted, deps);
};
