import { LEAST_CALL_MS } from '../domain/attempt/timing.ts';
import type { Step } from '../domain/payment/step.ts';
import type { RefusalReason } from '../domain/refusal-reasons.ts';
import type { PosAccount } from '../ports/bank-gateway.ts';
import type { Payments } from '../ports/payments.ts';
import { StoreUnavailable } from '../ports/store-errors.ts';
import type { Opener } from '../ports/vault.ts';
import type { VirtualPosVersions } from '../ports/virtual-pos-directory.ts';
import { askAfterStep } from './ask-after-step.ts';
import { type AskForStepDependencies, askForStep, type StepIntent, type StepRequest } from './ask-for-step.ts';
import { type CarryOutStepDependencies, carryOutStep } from './carry-out-step.ts';
import { openPinnedAccount } from './pos-account.ts';
import type { StepUnderWay } from './step-under-way.ts';
import { writeIntent } from './write-intent.ts';

export interface SynchronousStepDependencies extends AskForStepDependencies, CarryOutStepDependencies {
  readonly payments: Payments;
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
}

/** Longest time for the bank to answer the inquiry of a repeated request. */
const INQUIRY_MS = 5000;

/** A request for a capture or void. */
export interface SynchronousStepRequest<Reason extends RefusalReason>
  extends Omit<StepRequest<Reason, CarriedOut>, 'begin'> {
  /** Writes the intent; absent: `writeIntent`, which writes nothing else with it. */
  readonly write?: (intent: StepIntent) => Promise<StepUnderWay | undefined>;
}

/** The result of a capture or void that its caller is answered with. */
export interface CarriedOut {
  /** Undefined or not over: the outcome is unknown. */
  readonly step: Step | undefined;
  /** VirtualPosOrderId of the charge. */
  readonly orderId: string;
  /** True of a request that was carried out before. */
  readonly replayed: boolean;
}

/**
 * A write without a clear answer leaves the outcome unknown. The step is in the queue, so the sweeper asks the bank.
 */
const unknownWithoutStore = async (work: () => Promise<Step | undefined>): Promise<Step | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
};

/** A repeat while the step is not over: the bank is asked, unless the first call still waits for its answer. */
const askAgain = async (under: StepUnderWay, deps: SynchronousStepDependencies): Promise<Step | undefined> => {
  const { step, attempt } = under;
  const nowMs = deps.clock.now();
  if (step.state === 'intended' && nowMs + LEAST_CALL_MS < (step.answerByMs ?? 0)) return undefined;
  const account = await openPinnedAccount(attempt, deps);
  const time = { answerBy: nowMs + INQUIRY_MS };
  return unknownWithoutStore(() => askAfterStep(deps, under, { account, time }));
};

const carriedOut = async (
  intent: StepIntent,
  write: (intent: StepIntent) => Promise<StepUnderWay | undefined>,
  deps: SynchronousStepDependencies,
): Promise<CarriedOut | undefined> => {
  // Opened before the intent: a vault that fails must not leave a step behind that was never sent.
  const account: PosAccount = await openPinnedAccount(intent.attempt, deps);
  const written = await write(intent);
  if (written === undefined) return undefined;
  const step = await unknownWithoutStore(() => carryOutStep(deps, written, account));
  return { step, orderId: intent.attempt.orderId, replayed: false };
};

/**
 * Carries a capture or void out while its caller waits: read, intent, bank, end. A repeat gets the same answer; while
 * the outcome is unknown, a repeat asks the bank. Refuses with the operation's reasons. Throws StoreUnavailable and
 * VaultUnavailable.
 */
export const carryOutAtOnce = async <Reason extends RefusalReason>(
  deps: SynchronousStepDependencies,
  { write = (intent) => writeIntent(deps, intent, intent.change), ...request }: SynchronousStepRequest<Reason>,
): Promise<CarriedOut> => {
  const asked = await askForStep(deps, { ...request, begin: (intent) => carriedOut(intent, write, deps) });
  if (asked.kind === 'begun') return asked.done;
  const { attempt, step } = asked.under;
  const known = asked.kind === 'same-answer' ? step : await askAgain(asked.under, deps);
  return { step: known ?? step, orderId: attempt.orderId, replayed: true };
};
