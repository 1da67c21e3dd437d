import type { ConfirmStepDependencies } from '../../../shared/desk/confirm-step.ts';
import type { ShowDeskPage } from './desk-pages.ts';
import { showStep } from './payment-step.ts';
import { type ShowSendAgainDependencies, showSendAgain } from './send-again.ts';

export type ShowPaymentActsDependencies = ConfirmStepDependencies & ShowSendAgainDependencies;

/** The pages below that of a payment, one for each thing that can be done with it: `/desk/payments/{id}/{view}`. */
export const showPaymentActs = (deps: ShowPaymentActsDependencies): ShowDeskPage => {
  const [step, again] = [showStep(deps), showSendAgain(deps)];
  return async (call, asked) => (await step(call, asked)) ?? again(call, asked);
};

/** All pages of payments: those below a payment's own, and the others. */
export const withPaymentActs =
  (payments: ShowDeskPage, acts: ShowDeskPage): ShowDeskPage =>
  (call, asked) =>
    asked.view === undefined ? payments(call, asked) : acts(call, asked);
