import { beginVoid } from '../domain/payment/void-rules.ts';
import { askedBy, type StepCaller } from './ask-for-step.ts';
import { type CarriedOut, carryOutAtOnce, type SynchronousStepDependencies } from './synchronous-step.ts';

/**
 * Voids a whole payment (decisions: voids), under rules 3, 4, 11, 40. The intent is written before the bank is called; a
 * repeat voids nothing twice. Refuses with the reasons of a void.
 */
export const carryOutVoid = (deps: SynchronousStepDependencies, caller: StepCaller): Promise<CarriedOut> =>
  carryOutAtOnce(deps, { ...askedBy(caller, 'voidChannels'), decide: beginVoid });
