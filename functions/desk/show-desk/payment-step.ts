import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { freshPasswordOr } from '../../../shared/desk/call/fresh-password.ts';
import { type AskedStep, tryAsked } from '../../../shared/desk/payment/asked-step.ts';
import { type ConfirmStepDependencies, confirmPath, confirmStep } from '../../../shared/desk/payment/confirm-step.ts';
import { paymentOfDesk, stepCallerOf, subDealersOf } from '../../../shared/desk/payment/named-payment.ts';
import { isStepAction, mayBegin, type PaymentStepAction } from '../../../shared/desk/payment/payment-actions.ts';
import { stepRefusalOf } from '../../../shared/desk/payment/refused-step.ts';
import {
  AMOUNT_FIELD,
  partFieldOf,
  readTypedStep,
  type StepFormProblem,
  shareFieldOf,
} from '../../../shared/desk/payment/step-form.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { mostCaptured } from '../../../shared/domain/payment/capture-rules.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { askSharesPage, askStepPage } from '../../../shared/pages/desk/payment/ask-step-page.ts';
import { notDonePage } from '../../../shared/pages/desk/payment/not-done-page.ts';
import type { NotDone } from '../../../shared/pages/desk/payment/not-done-reasons.ts';
import type { NamedPayment } from '../../../shared/payment-flow/named-payment.ts';
import type { ShowDeskPage } from './desk-pages.ts';

interface Looked {
  readonly call: DeskCall;
  readonly named: NamedPayment;
  readonly action: PaymentStepAction;
}

const notDone = ({ call, named }: Looked, reason: NotDone, statusCode: 403 | 409): PageAnswer => {
  const { paymentId } = named.payment;
  return { statusCode, page: notDonePage({ frame: call.frame, paymentId, reason, movesMoney: true }) };
};

/** All of it: what the form for a part begins from. */
const whole = (action: PaymentStepAction): AskedStep => ({ action, subDealerIds: [] });

/** The form for an amount, empty or as it was typed, with the most that is possible by the payment's own rules. */
const askAmount = async (
  looked: Looked & { readonly action: 'refund' | 'capture' },
  problem: StepFormProblem | undefined,
  deps: ConfirmStepDependencies,
): Promise<PageAnswer> => {
  const { call, named, action } = looked;
  const { query = {} } = call.page;
  const field = (name: string) => ({
    name,
    typed: query[name] ?? '',
    problem: problem?.field === name ? problem.problem : undefined,
  });
  const once = deps.randomness.guid();
  const { step } = await tryAsked(deps, { caller: stepCallerOf(call, named), once }, whole(action));
  const subDealers = subDealersOf(named);
  const mayBeAbove = action === 'capture' && call.dealer.captureAbove && subDealers.length === 0;
  const page = askStepPage({
    frame: call.frame,
    paymentId: named.payment.paymentId,
    action,
    currency: named.attempt.terms.currency,
    most: mayBeAbove ? mostCaptured(step.amount) : step.amount,
    amount: field(AMOUNT_FIELD),
    shares: subDealers.map((subDealerId) => ({ ...field(shareFieldOf(subDealerId)), subDealerId })),
  });
  return { statusCode: problem === undefined ? 200 : 400, page };
};

const askShares = ({ call, named, action }: Looked & { readonly action: 'approve' | 'undo' }): PageAnswer => {
  const parts = subDealersOf(named).map((subDealerId) => ({ name: partFieldOf(subDealerId), subDealerId }));
  return {
    statusCode: 200,
    page: askSharesPage({ frame: call.frame, paymentId: named.payment.paymentId, action, parts }),
  };
};

const confirmed = async (looked: Looked, deps: ConfirmStepDependencies): Promise<PageAnswer> => {
  const { call, named, action } = looked;
  const { currency } = named.attempt.terms;
  const readIn = { language: call.language, currency, subDealerIds: subDealersOf(named) };
  const asked = readTypedStep(action, call.page.query ?? {}, readIn);
  if ('problem' in asked) {
    if (action !== 'refund' && action !== 'capture') throw new Error('only amounts are typed');
    return askAmount({ ...looked, action }, asked, deps);
  }
  const wanted = { named, asked };
  return freshPasswordOr(call, confirmPath(wanted, call.language)) ?? confirmStep(deps, { call, wanted });
};

/** The first page of an action: a form where something is to be chosen, else what will happen. */
const firstPage = (looked: Looked, deps: ConfirmStepDependencies): Promise<PageAnswer> => {
  const { call, named, action } = looked;
  const isChosen = call.page.query?.go !== undefined;
  if (!isChosen && (action === 'refund' || action === 'capture'))
    return askAmount({ ...looked, action }, undefined, deps);
  if (!isChosen && (action === 'approve' || action === 'undo') && subDealersOf(named).length > 1) {
    return Promise.resolve(askShares({ ...looked, action }));
  }
  return confirmed(looked, deps);
};

/**
 * The pages before a step of a payment: what is to be chosen, then what will happen, to whom, and until when it can be undone.
 * They move nothing, and promise nothing: the step is decided anew when its form is posted (rule 54).
 */
export const showStep =
  (deps: ConfirmStepDependencies): ShowDeskPage =>
  async (call, { id = '', view = '' }) => {
    if (!isStepAction(view)) return undefined;
    const named = await paymentOfDesk(call, id, deps.payments);
    if (named === undefined) return undefined;
    const looked: Looked = { call, named, action: view };
    if (!mayBegin(view, { role: call.role, attempt: named.attempt, nowMs: call.nowMs })) {
      return notDone(looked, view === 'void' && mayDo(call.role, 'void') ? 'too-late-void' : 'not-allowed', 403);
    }
    try {
      return await firstPage(looked, deps);
    } catch (error) {
      const reason = stepRefusalOf(error);
      if (reason === undefined) throw error;
      return notDone(looked, reason, 409);
    }
  };
