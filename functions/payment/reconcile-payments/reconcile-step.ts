import { dayEndedEarlyAtMs } from '../../../shared/domain/payment/charge.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { isGivenBack } from '../../../shared/domain/payment/recheck.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { isFinalStep } from '../../../shared/domain/payment/step-states.ts';
import { askAfterCapture } from '../../../shared/payment-flow/ask-after-capture.ts';
import { bookedOrderOf } from '../../../shared/payment-flow/booked-order.ts';
import { concludeGivenBack, concludeRecheckOf, recheckRefused } from '../../../shared/payment-flow/recheck-step.ts';
import { chargedBy, type StepUnderWay } from '../../../shared/payment-flow/step-under-way.ts';
import { historyOf, leaveStep, undo } from '../../../shared/payment-flow/undo.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import { hasAnswered, type ReconcileCall, type ReconcileOutcome } from './reconcile-call.ts';
import { outcomeOf, startReversing } from './reverse-charge.ts';

type Move = (under: StepUnderWay, found: InquiryAnswer, call: ReconcileCall) => Promise<ReconcileOutcome>;

const giveBack: Move = async (under, found, call) => outcomeOf(await undo(under, found, call));

/** How each kind of open step is continued. The first write of a pool step ends it, so it never waits. */
const carryOn: Readonly<Record<Step['kind'], Move>> = {
  capture: async (under, found, call) => outcomeOf(await askAfterCapture(under, found, call)),
  void: giveBack,
  refund: giveBack,
  reversal: giveBack,
  'pool-approval': async (under, _found, call) => outcomeOf(await leaveStep(under, call)),
  'pool-undo': async (under, _found, call) => outcomeOf(await leaveStep(under, call)),
  'share-change': async (under, _found, call) => outcomeOf(await leaveStep(under, call)),
};

/** A late Void may have undone a refund: a charge that stands again is reversed, and an alarm tells operators. */
const recheckGivenBack: Move = async (under, found, call) => {
  const history = await historyOf({ under, found }, call);
  const givenBack = isGivenBack(found, history);
  if (givenBack === undefined) return outcomeOf(await leaveStep(under, call));
  if (givenBack) return outcomeOf(await concludeGivenBack(under, { found, history }, call));
  const outcome = await startReversing(under.attempt, found, { ...call, payment: under.payment });
  if (outcome.kind === 'left-alone') return outcome;
  // The new reversal replaces this question.
  await concludeRecheckOf(under, call);
  return { alarm: 'unexpected-charge', ...outcome };
};

const moveOf = ({ state, kind }: Step): Move => {
  if (state === 'refused') return async (under, found, call) => outcomeOf(await recheckRefused(under, found, call));
  return state === 'done' ? recheckGivenBack : carryOn[kind];
};

/**
 * The question about an end must wait while another step is active: the state of the charge is still open (rule 40).
 */
const mustWait = ({ attempt, step }: StepUnderWay): boolean => isFinalStep(step) && attempt.activeStep !== undefined;

/** The step, which knows of a bank day that an operator ended: what began since the command knows nothing of it. */
const withEndedDay = async (under: StepUnderWay, { deps }: ReconcileCall): Promise<StepUnderWay> => {
  const { step, attempt, payment } = under;
  if (deps.endedDays === undefined || isFinalStep(step) || step.dayEndedAtMs !== undefined) return under;
  const endedAtMs = await deps.endedDays.endedAtMs(attempt);
  const dayEndedAtMs = dayEndedEarlyAtMs(chargeOf(attempt, payment), payment.steps, endedAtMs);
  return dayEndedAtMs === undefined ? under : { ...under, step: { ...step, dayEndedAtMs } };
};

/**
 * Takes one leased step further, or to its end, by the bank's current answer. Throws StoreUnavailable and
 * VaultUnavailable.
 */
export const reconcileStep = async (leased: StepUnderWay, call: ReconcileCall): Promise<ReconcileOutcome> => {
  const time = call.callTime();
  if (time === undefined || mustWait(leased)) return outcomeOf(await leaveStep(leased, call));
  const under = await withEndedDay(leased, call);
  const found = await call.deps.bank.inquire(call.account, bookedOrderOf(chargedBy(under)), time);
  return { ...(await moveOf(under.step)(under, found, call)), bankAnswered: hasAnswered(found) };
};
