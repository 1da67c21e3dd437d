import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { sharesOf } from '../../../shared/http/step-shares.ts';
import { answerOfStep } from '../../../shared/http/synchronous-step-answer.ts';
import { type CaptureDependencies, carryOutCapture } from '../../../shared/payment-flow/capture-step.ts';
import type { CapturePaymentRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

/** Captures a pre-authorisation on a dealer's call (decisions: captures), under rules 3, 11, 17, 40. */
export const capturePayment =
  (deps: CaptureDependencies): UseCase<CapturePaymentRequest> =>
  async ({ dealer, read }) => {
    const { clientIp, amount, shares, ...ids } = fieldsOf(readValue(read));
    const asker = { by: 'dealer', ...omitUndefined({ clientIp }) } as const;
    const asked = omitUndefined({ amount, shares: sharesOf(shares) });
    return answerOfStep(await carryOutCapture(deps, { dealer, ids, asker }, asked));
  };
