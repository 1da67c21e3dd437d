import { paymentOfDesk } from '../../../shared/desk/named-payment.ts';
import { isStepAction } from '../../../shared/desk/payment-actions.ts';
import type { DeskActing } from './act-at-desk.ts';
import { type ActOnPaymentDependencies, actOnPayment } from './payment-step.ts';

/** Posts to a payment of the session's dealer (rules 54, 55). */
export const actOnPayments =
  (deps: ActOnPaymentDependencies): DeskActing =>
  async (call, { id, action }) => {
    const named = isStepAction(action) ? await paymentOfDesk(call, id, deps.payments) : undefined;
    if (named === undefined || !isStepAction(action)) return undefined;
    return actOnPayment({ call, named, action }, deps);
  };
