import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { sharesOf } from '../../../shared/http/step-shares.ts';
import type { AskForStepDependencies } from '../../../shared/payment-flow/ask-for-step.ts';
import { acceptRefund } from '../../../shared/payment-flow/refund-step.ts';
import type { RefundPaymentRequest } from './contract.ts';
import { fieldsOf } from './read-fields.ts';

/** Takes a refund request of a dealer (decisions: refunds), under rules 11, 17, 40. */
export const refundPayment =
  (deps: AskForStepDependencies): UseCase<RefundPaymentRequest> =>
  async ({ dealer, read }) => {
    const { clientIp, amount, shares, refundCode, ...ids } = fieldsOf(readValue(read));
    const asker = { by: 'dealer', ...omitUndefined({ clientIp }) } as const;
    const asked = omitUndefined({ amount, shares: sharesOf(shares), refundCode });
    const { step, replayed } = await acceptRefund(deps, { dealer, ids, asker }, asked);
    const data = { IsSuccessful: true, ResultCode: '', ResultMessage: '', RefundRequestId: step.refundRequestId ?? 0 };
    return { data, replayed };
  };
