import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { RefusalReason } from '../../../shared/domain/refusal-reasons.ts';
import { daytimeFrom } from '../../../shared/domain/sale/daytime.ts';
import { type TryFailure, withdrawn } from '../../../shared/domain/sale/payment-plan.ts';
import {
  requestBegun,
  requestFailed,
  requestFieldsOf,
  requestLookOf,
  requestPaid,
  requestPaused,
  requestSent,
  requestWaits,
} from '../../../shared/domain/sale/plan-request.ts';
import { slotAfter } from '../../../shared/domain/sale/slots.ts';
import { type CreateLinkDependencies, createLink } from '../../../shared/links/create-link.ts';
import { dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import type { LinkClosing } from '../../../shared/ports/attempts.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { PlanEngine, PlanFile } from '../../../shared/ports/plan-engine.ts';
import type { ChargingPause } from '../../../shared/ports/stage-brake.ts';
import type { PlanRequests } from './charge-plan.ts';
import { type ConcludePlanDependencies, concludePlan, type MovedPlan } from './conclude-plan.ts';

export interface PlanRequestsDependencies extends CreateLinkDependencies, ConcludePlanDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'create' | 'findByName'>;
  readonly links: Pick<LinkClosing, 'cancel'>;
  readonly brake: ChargingPause;
}

const LIMIT_REASONS: readonly RefusalReason[] = ['DailyDealerLimitExceeded', 'MonthlyDealerLimitExceeded'];

const failureOf = ({ reason }: Refusal): TryFailure => (LIMIT_REASONS.includes(reason) ? 'limit' : 'request-refused');

/**
 * The payment of a plan's request: that of the try which its end will be. So a crash between link and plan finds the same link
 * again, and a request after card tries has a name of its own.
 */
const paymentOf = ({ plan }: PlanFile, { paymentNames }: Pick<PlanRequestsDependencies, 'paymentNames'>) =>
  paymentNames.nameOfTry(plan, plan.historyCount + 1);

/** The link of a plan: the one that an earlier look made, or a new one; undefined where definition or customer are gone. */
const linkOf = async (
  file: PlanFile,
  { dealer, dealerCustomerTypeId }: { readonly dealer: Dealer; readonly dealerCustomerTypeId: number },
  deps: PlanRequestsDependencies,
): Promise<PaymentRequest | undefined> => {
  const payment = paymentOf(file, deps);
  const known = await deps.paymentRequests.findByName(payment);
  if (known !== undefined) return known;
  const { dealerCode } = dealer;
  const [definition, found] = await Promise.all([
    deps.definitions.find(dealerCustomerTypeId),
    deps.customers.find(dealerCode, { dealerCustomerId: file.sale.dealerCustomerId }),
  ]);
  if (definition?.dealerCode !== dealerCode || found.byId === undefined) return undefined;
  const nowMs = deps.clock.now();
  const fields = requestFieldsOf({ ...file, customer: found.byId, dealer, definition, nowMs });
  let other: PaymentRequest | undefined;
  // Of two workers at once one makes the link, and the other one finds it: a draft with another id would be refused as well.
  const { dealerSaleId, dealerPaymentPlanId } = file.plan;
  const create: PaymentRequests['create'] = async (request) => {
    const link = { ...request.link, plan: { dealerSaleId, dealerPaymentPlanId } };
    const outcome = await deps.paymentRequests.create({ ...request, link });
    if (outcome.kind === 'id-taken') other = await deps.paymentRequests.findByName(payment);
    return other === undefined ? outcome : { kind: 'created' };
  };
  const paymentNames = { ...deps.paymentNames, nameOf: () => payment };
  const paymentRequests = { ...deps.paymentRequests, create };
  const call = { dealer, operation: 'CreateUserPosPayment', fields, fingerprint: '' } as const;
  const made = await createLink(call, { ...deps, paymentNames, paymentRequests });
  if (made.kind !== 'created') throw new Error('a link without a code repeats none');
  return other ?? made.link;
};

/**
 * A plan that ended or went on while its link was made leaves no link behind that could be paid: no look at the plan would see
 * it. A plan that is still requested by this name, or has ended by this link, keeps it.
 */
const cancelUnwanted = async (
  { due }: MovedPlan,
  link: PaymentRequest,
  deps: PlanRequestsDependencies,
): Promise<void> => {
  const now = await deps.plans.open(due);
  const isFollowed = now?.plan.state === 'requested' && paymentOf(now, deps) === link.payment;
  if (isFollowed || now?.plan.userPosPaymentId === link.userPosPaymentId) return;
  await deps.links.cancel(link, deps.clock.now());
};

/** The dealer while it may charge; undefined under a pause, which is no try: whoever is paused could not be paid either. */
const dealerNow = async ({ plan }: PlanFile, { dealerOf, brake }: PlanRequestsDependencies) => {
  const [known, stagePaused] = await Promise.all([dealerOf(plan.dealerCode), brake.isOn()]);
  return dealerWhoMayCharge(known, { stagePaused });
};

const failed = (looked: MovedPlan, because: TryFailure, deps: PlanRequestsDependencies) =>
  concludePlan(looked, ({ plan }) => requestFailed(plan, because, deps.clock.now()), deps);

/** Makes the link of a plan that says that it is being made, or finds the one that an earlier look made. */
const make = async (
  looked: MovedPlan,
  { dealer, dealerCustomerTypeId }: { readonly dealer: Dealer; readonly dealerCustomerTypeId: number },
  deps: PlanRequestsDependencies,
): Promise<PlanFile | undefined> => {
  try {
    const link = await linkOf(looked.file, { dealer, dealerCustomerTypeId }, deps);
    if (link === undefined) return await failed(looked, 'request-refused', deps);
    return await sent(looked, link, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failed(looked, failureOf(error), deps);
  }
};

/**
 * Notes that the request was sent. DeleteSale leaves a plan alone whose request is being made, so the sale is read behind that
 * note: the plan of a sale that was deleted meanwhile is due at once, and its next move cancels the link.
 */
const sent = async (looked: MovedPlan, link: PaymentRequest, deps: PlanRequestsDependencies) => {
  const file = await concludePlan(looked, ({ plan }) => ({ plan: requestSent(plan, link, deps.clock.now()) }), deps);
  if (file === undefined) {
    await cancelUnwanted(looked, link, deps);
    return undefined;
  }
  const now = await deps.plans.open(looked.due);
  if (now?.sale.deletedAtMs === undefined || now.plan.version !== file.plan.version) return file;
  return wait({ ...looked, file: now }, deps.clock.now(), deps);
};

const mayRequest = ({ recurring, channels }: Dealer): boolean => recurring && channels.includes('paymentRequest');

const send = async (
  looked: MovedPlan,
  dealerCustomerTypeId: number,
  deps: PlanRequestsDependencies,
): Promise<PlanFile | undefined> => {
  const nowMs = deps.clock.now();
  const dealer = await dealerNow(looked.file, deps);
  if (dealer === undefined) {
    return concludePlan(looked, ({ plan }) => ({ plan: requestPaused(plan, slotAfter(nowMs)) }), deps);
  }
  if (!mayRequest(dealer)) return failed(looked, 'permission', deps);
  const file = await concludePlan(looked, ({ plan }) => ({ plan: requestBegun(plan, nowMs) }), deps);
  return file === undefined ? undefined : make({ ...looked, file }, { dealer, dealerCustomerTypeId }, deps);
};

/** A plan says that its request is being made, and there is none: whoever made it is gone. */
const makeAgain = async (looked: MovedPlan, deps: PlanRequestsDependencies): Promise<PlanFile | undefined> => {
  const { plan, sale } = looked.file;
  const nowMs = deps.clock.now();
  if (sale.deletedAtMs !== undefined) {
    return concludePlan(looked, (now) => ({ plan: withdrawn(now.plan, nowMs) }), deps);
  }
  const sendAtMs = daytimeFrom(nowMs);
  if (sendAtMs > nowMs) return wait(looked, sendAtMs, deps);
  const dealer = await dealerNow(looked.file, deps);
  if (dealer === undefined) return wait(looked, slotAfter(nowMs), deps);
  const dealerCustomerTypeId = plan.dealerCustomerTypeId ?? sale.dealerCustomerTypeId;
  if (!mayRequest(dealer) || dealerCustomerTypeId === undefined) return failed(looked, 'permission', deps);
  return make(looked, { dealer, dealerCustomerTypeId }, deps);
};

const close = async (looked: MovedPlan, deps: PlanRequestsDependencies): Promise<PlanFile | undefined> => {
  const { file } = looked;
  const nowMs = deps.clock.now();
  const link = await deps.paymentRequests.findByName(paymentOf(file, deps));
  if (file.plan.userPosPaymentId === undefined) {
    return link === undefined ? makeAgain(looked, deps) : sent(looked, link, deps);
  }
  if (link === undefined) throw new Error('a requested plan has no link');
  const look = requestLookOf(link, file.sale, nowMs);
  switch (look.kind) {
    case 'paid': {
      const { orderId, maskedCard } = look;
      return concludePlan({ ...looked, tried: { orderId }, maskedCard }, ({ plan }) => requestPaid(plan, nowMs), deps);
    }
    case 'not-paid':
      // After a restore, what looks unpaid may have been paid: the stage is paused until that is known (rule 47).
      if (link.state === 'open' && (await deps.brake.isOn())) return wait(looked, slotAfter(nowMs), deps);
      return failed(looked, 'request-not-paid', deps);
    case 'cancel': {
      // This look ends the plan itself, so the end of the link need not make it due.
      const { plan: _ended, ...alone } = link;
      // Undefined where a payer came in between: the next look decides anew.
      if (!(await deps.links.cancel(alone, nowMs))) return undefined;
      return concludePlan(looked, ({ plan }) => ({ plan: withdrawn(plan, nowMs) }), deps);
    }
    case 'cancelled':
      return concludePlan(looked, ({ plan }) => ({ plan: withdrawn(plan, nowMs) }), deps);
    case 'wait':
      return wait(looked, look.lookAtMs, deps);
  }
};

const wait = (looked: MovedPlan, lookAtMs: number, deps: PlanRequestsDependencies): Promise<PlanFile | undefined> =>
  concludePlan(looked, ({ plan }) => ({ plan: requestWaits(plan, lookAtMs) }), deps);

/**
 * Sends payment requests for plans without a card, by the code that makes those of dealers, and follows them to their end
 * (decisions: recurring sales). A request that cannot be made fails its plan, with the reason. Every method throws
 * StoreUnavailable, UnreadableRow and VaultUnavailable: then the plan is as it was, and the next look goes on from there.
 */
export const planRequests =
  (parts: Omit<PlanRequestsDependencies, 'plans'>) =>
  (plans: PlanEngine): PlanRequests => {
    const deps = { ...parts, plans };
    return {
      send: (looked, dealerCustomerTypeId) => send(looked, dealerCustomerTypeId, deps),
      close: (looked) => close(looked, deps),
    };
  };
