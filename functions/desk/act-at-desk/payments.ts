import { paymentOfDesk } from '../../../shared/desk/payment/named-payment.ts';
import { paymentActions } from '../../../shared/desk/payment/payment-actions.ts';
import type { DeskActing } from './act-at-desk.ts';
import { type ActOnPaymentDependencies, actOnPayment } from './payment-step.ts';
import { type SendAgainDependencies, sendReceiptAgain, sendWebhooksAgain } from './send-again.ts';

export type ActOnPaymentsDependencies = ActOnPaymentDependencies & SendAgainDependencies;

/** Posts to a payment of the session's dealer: its steps, its receipt, and what its programs are told (rules 54, 55). */
export const actOnPayments =
  (deps: ActOnPaymentsDependencies): DeskActing =>
  async (call, { id, action: asked }) => {
    const action = paymentActions.find((one) => one === asked);
    const named = action === undefined ? undefined : await paymentOfDesk(call, id, deps.payments);
    if (action === undefined || named === undefined) return undefined;
    if (action === 'receipt') return sendReceiptAgain({ call, named }, deps);
    if (action === 'webhooks') return sendWebhooksAgain({ call, named }, deps);
    return actOnPayment({ call, named, action }, deps);
  };
