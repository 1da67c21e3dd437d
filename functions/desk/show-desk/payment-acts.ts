import type { ConfirmStepDependencies } from '../../../shared/desk/payment/confirm-step.ts';
import { paymentActions } from '../../../shared/desk/payment/payment-actions.ts';
import { showStep } from './payment-step.ts';
import type { PaymentViews } from './payments.ts';
import { type ShowSendAgainDependencies, showSendAgain } from './send-again.ts';

/** The pages below that of a payment, one for each thing that can be done with it: `/desk/payments/{id}/{view}`. */
export const paymentActViews = (deps: ConfirmStepDependencies & ShowSendAgainDependencies): PaymentViews => {
  const [step, again] = [showStep(deps), showSendAgain(deps)];
  return Object.fromEntries(
    paymentActions.map((action) => [action, action === 'receipt' || action === 'webhooks' ? again : step]),
  );
};
