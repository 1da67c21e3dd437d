import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { answerOfStep } from '../../../shared/http/synchronous-step-answer.ts';
import type { SynchronousStepDependencies } from '../../../shared/payment-flow/synchronous-step.ts';
import { carryOutVoid } from '../../../shared/payment-flow/void-step.ts';
import type { VoidPaymentRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

/** The one VoidRefundReason of the interface. */
const REASON = 2;

/** Voids a whole payment on a dealer's call (decisions: voids), under rules 3, 4, 11, 40. */
export const voidPayment =
  (deps: SynchronousStepDependencies): UseCase<VoidPaymentRequest> =>
  async ({ dealer, read }) => {
    const { clientIp, reason = REASON, ...ids } = fieldsOf(readValue(read));
    if (reason !== REASON) throw new Refusal('InvalidRequest', 'VoidRefundReason must be 2, or left out.');
    const asker = { by: 'dealer', ...omitUndefined({ clientIp }) } as const;
    return answerOfStep(await carryOutVoid(deps, { dealer, ids, asker }));
  };
