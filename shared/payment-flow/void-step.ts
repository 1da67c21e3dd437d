import { beginVoid } from '../domain/payment/void-rules.ts';
import { askedBy, type StepCaller, type StepTried } from './ask-for-step.ts';
import { type CarriedOut, carryOutAtOnce, type SynchronousStepDependencies } from './synchronous-step.ts';
import { type TryStepDependencies, tryStep } from './try-step.ts';

const requestOf = (caller: StepCaller) => ({ ...askedBy(caller, 'voidChannels'), decide: beginVoid });

/**
 * Voids a whole payment (decisions: voids), under rules 3, 4, 11, 40. The intent is written before the bank is called; a
 * repeat voids nothing twice. Refuses with the reasons of a void.
 */
export const carryOutVoid = (deps: SynchronousStepDependencies, caller: StepCaller): Promise<CarriedOut> =>
  carryOutAtOnce(deps, requestOf(caller));

/** The void that `carryOutVoid` would begin now. */
export const tryVoid = (deps: TryStepDependencies, caller: StepCaller): Promise<StepTried> =>
  tryStep(deps, requestOf(caller));
