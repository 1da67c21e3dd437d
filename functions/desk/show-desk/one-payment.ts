import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { actionsOf, type PaymentAction, type SentAbout } from '../../../shared/desk/payment/payment-actions.ts';
import { deliveriesOfPayment } from '../../../shared/desk/payment/told-programs.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { callOf, paidAtMsOf } from '../../../shared/domain/attempt/attempt.ts';
import { lifeOf, lifeStateOf, type ToldDelivery } from '../../../shared/domain/desk/payment-life.ts';
import { deskStateOf, tookMoney } from '../../../shared/domain/desk/payment-state.ts';
import { wayOf } from '../../../shared/domain/desk/payment-way.ts';
import { sharesNow } from '../../../shared/domain/ledger/payment-ledger.ts';
import { type LedgerShare, leftOfShare, leftOfShares } from '../../../shared/domain/ledger/share.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import { isUncaptured, voidDayEndsAtMs } from '../../../shared/domain/payment/charge.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { askedForOf, type Payment, reportedAttempt } from '../../../shared/domain/payment/payment.ts';
import type { Step, StepKind } from '../../../shared/domain/payment/step.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import {
  type MadeBy,
  type PaymentNews,
  type PaymentView,
  paymentPage,
} from '../../../shared/pages/desk/payment/payment-page.ts';
import type { EndedDays } from '../../../shared/ports/ended-days.ts';
import type { Messages } from '../../../shared/ports/messages.ts';
import type { Outbox } from '../../../shared/ports/outbox.ts';
import type { Payments } from '../../../shared/ports/payments.ts';

export interface OnePaymentDependencies {
  readonly payments: Pick<Payments, 'findById'>;
  readonly messages: Pick<Messages, 'ofPayment'>;
  readonly outbox: Pick<Outbox, 'deliveriesOf'>;
  /** Present in a sandbox stage. */
  readonly endedDays?: EndedDays;
}

interface Found {
  readonly payment: Payment;
  /** Undefined while nobody has tried to pay. */
  readonly attempt: Attempt | undefined;
  readonly messages: SentAbout['messages'];
  readonly deliveries: readonly ToldDelivery[];
  readonly dayEndedAtMs: number | undefined;
}

/** Reads a payment and what was sent about it: two trips for the payment by its id, and a third for the rest. */
const find = async (
  { payments, messages, outbox, endedDays }: OnePaymentDependencies,
  dealerCode: string,
  id: number,
): Promise<Found | undefined> => {
  const payment = await payments.findById(dealerCode, id);
  if (payment === undefined) return undefined;
  const attempt = reportedAttempt(payment);
  const [sent, told, dayEndedAtMs] = await Promise.all([
    messages.ofPayment(payment.name),
    deliveriesOfPayment(payment, outbox),
    attempt === undefined ? undefined : endedDays?.endedAtMs(attempt),
  ]);
  return { payment, attempt, messages: sent, deliveries: told, dayEndedAtMs };
};

/** The page of what a payment was made by. */
const madeByOf = ({ payment, attempt }: Found): MadeBy => {
  const way = wayOf(payment, attempt);
  const { link } = payment;
  const plan = link?.plan ?? (attempt?.kind === 'direct' ? attempt.direct.plan : undefined);
  if (way === 'plan') return { way, href: plan && `/desk/sales/${plan.dealerSaleId}` };
  if (way === 'reusable-link')
    return { way, href: link?.madeOf && `/desk/reusable-links/${link.madeOf.userPosLinkId}` };
  return way === 'link' && link !== undefined ? { way, href: `/desk/links/${link.userPosPaymentId}` } : { way };
};

const shareRow = (share: LedgerShare) => ({
  subDealerId: share.subDealerId,
  gross: share.gross,
  refunded: share.refunded,
  left: leftOfShare(share),
  pooled: share.pooled,
});

type ChargeView = NonNullable<PaymentView['charge']>;

const chargeView = (
  { payment, dayEndedAtMs }: Found,
  attempt: Attempt,
  { nowMs, actions }: { readonly nowMs: number; readonly actions: readonly PaymentAction[] },
): ChargeView => {
  const charge = chargeOf(attempt, payment);
  const state = deskStateOf(attempt, payment, nowMs);
  const shares = sharesNow(charge, payment.steps);
  const took = tookMoney(state);
  const voidUntilMs = voidDayEndsAtMs(charge, payment.steps);
  const hasEnd = actions.includes('void') && dayEndedAtMs === undefined && Number.isFinite(voidUntilMs);
  return {
    state,
    maskedCard: attempt.maskedCard,
    installments: attempt.terms.installments,
    startedAtMs: attempt.startedAtMs,
    paidAtMs: took ? paidAtMsOf(attempt) : undefined,
    captured: attempt.captured,
    refunded: attempt.refunded,
    left: took && state !== 'voided' && !isUncaptured(charge) ? leftOfShares(shares) : undefined,
    authCode: attempt.bank?.authCode,
    code: state === 'failed' ? attempt.bank?.code : undefined,
    pooled: took && charge.money.pooled && shares.length > 0 ? shares.some(({ pooled }) => pooled) : undefined,
    voidUntilMs: hasEnd ? voidUntilMs : undefined,
  };
};

const STEPS_OF: Readonly<Partial<Record<string, StepKind>>> = {
  void: 'void',
  refund: 'refund',
  capture: 'capture',
  approve: 'pool-approval',
  undo: 'pool-undo',
};

const stepNews = (step: Step, nowMs: number): PaymentNews => ({
  kind: 'step',
  step: step.kind,
  state: lifeStateOf(step, nowMs),
  amount: step.amount,
});

/** What the page says first. `done` is an address's claim: it picks what is told, and the rows say what happened. */
const newsOf = (
  found: Found,
  state: ChargeView['state'] | undefined,
  { done, nowMs }: { readonly done: string; readonly nowMs: number },
): readonly PaymentNews[] => {
  const { payment, attempt, messages, deliveries } = found;
  const kind = Object.hasOwn(STEPS_OF, done) ? STEPS_OF[done] : undefined;
  const asked = kind === undefined ? undefined : payment.steps.findLast((step) => step.kind === kind);
  const active = payment.steps.find(({ number }) => number === attempt?.activeStep);
  const steps = [...new Set([asked, active].filter((step) => step !== undefined))];
  const sent: readonly PaymentNews[] = [
    ...(done === 'receipt' && messages.some((one) => one.kind === 'receipt') ? [{ kind: 'receipt' as const }] : []),
    ...(done === 'webhooks' && deliveries.some(({ delivery }) => delivery.state === 'waiting')
      ? [{ kind: 'webhooks' as const }]
      : []),
  ];
  const waits: readonly PaymentNews[] =
    state === 'in-doubt' ? [{ kind: 'asking' }] : state === 'waiting' ? [{ kind: 'waiting' }] : [];
  return [...steps.map((step) => stepNews(step, nowMs)), ...sent, ...waits];
};

/** What is asked for: what the card was charged, else what the link wants. */
const amountOf = ({ payment, attempt }: Found): Pick<PaymentView, 'amount' | 'currency'> => {
  const terms = attempt?.terms;
  const amount: MinorUnits = terms?.total ?? payment.link?.terms.amount ?? minor(0);
  return { amount, currency: terms?.currency ?? payment.link?.terms.currency ?? 'TL' };
};

const peopleOf = ({ payment, attempt }: Found): Pick<PaymentView, 'payer' | 'description'> => {
  const { link } = payment;
  const asked =
    attempt === undefined ? { buyer: link?.buyer ?? {}, description: link?.description } : askedForOf(attempt, payment);
  const { delivery = {} } = link ?? {};
  const { buyer } = asked;
  return {
    payer: {
      name: buyer.fullName ?? delivery.fullName,
      phone: buyer.gsmNumber ?? delivery.gsmNumber,
      email: buyer.email ?? delivery.email,
      cardHolder: attempt === undefined ? undefined : callOf(attempt)?.cardHolderName,
    },
    description: asked.description,
  };
};

const viewOf = (found: Found, call: DeskCall): PaymentView => {
  const { payment, attempt, messages, deliveries, dayEndedAtMs } = found;
  const { dealer, role, nowMs, frame, page } = call;
  const sent = { messages, deliveries: deliveries.map(({ delivery }) => delivery) };
  const seen = attempt && { payment, attempt, dealer, role, nowMs, dayEndedAtMs };
  const actions = seen === undefined ? [] : actionsOf(seen, sent);
  const charge = attempt && chargeView(found, attempt, { nowMs, actions });
  return {
    frame,
    paymentId: payment.paymentId,
    otherTrxCode: payment.otherTrxCode,
    orderId: attempt?.orderId,
    ...amountOf(found),
    madeBy: madeByOf(found),
    charge,
    ...peopleOf(found),
    shares: attempt === undefined ? [] : sharesNow(chargeOf(attempt, payment), payment.steps).map(shareRow),
    actions,
    news: newsOf(found, charge?.state, { done: page.query?.done ?? '', nowMs }),
    life: lifeOf({ payment, messages, deliveries, nowMs }),
  };
};

/** The page of one payment; undefined where the dealer has none of this DealerPaymentId. Throws StoreUnavailable and UnreadableRow. */
export const showOnePayment = async (
  deps: OnePaymentDependencies,
  call: DeskCall,
  id: number,
): Promise<PageAnswer | undefined> => {
  const found = await find(deps, call.dealer.dealerCode, id);
  return found === undefined ? undefined : { statusCode: 200, page: paymentPage(viewOf(found, call)) };
};
