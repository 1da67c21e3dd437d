import { istanbulDayOf } from '../../domain/calendar.ts';
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts';
import type { Language } from '../../domain/language.ts';
import { shortMoment } from '../../domain/message/moment-text.ts';
import { type MinorUnits, minor } from '../../domain/money/money.ts';
import { typedAmountText } from '../../domain/money/typed-amount.ts';
import { isUncaptured, voidDayEndsAtMs } from '../../domain/payment/charge.ts';
import { chargeOf } from '../../domain/payment/charge-of-attempt.ts';
import { askedForOf } from '../../domain/payment/payment.ts';
import type { Step } from '../../domain/payment/step.ts';
import { closedFromMs } from '../../domain/statement/statement-days.ts';
import type { PageAnswer } from '../../http/page-response.ts';
import {
  type ConfirmStepView,
  confirmStepPage,
  type PoolOwner,
  type WhatHappens,
} from '../../pages/desk/payment/confirm-step-page.ts';
import { notDonePage, paymentPath } from '../../pages/desk/payment/not-done-page.ts';
import { stepTexts } from '../../pages/desk/payment/step-texts.ts';
import type { StepTried } from '../../payment-flow/ask-for-step.ts';
import type { NamedPayment } from '../../payment-flow/named-payment.ts';
import type { TryStepDependencies } from '../../payment-flow/try-step.ts';
import type { Randomness } from '../../ports/identifiers.ts';
import type { DeskCall } from '../call/desk-call.ts';
import { ONCE_FIELD } from '../call/desk-command.ts';
import { type AskedStep, shownStepText, tryAsked } from './asked-step.ts';
import { stepCallerOf } from './named-payment.ts';
import { stepRefusalOf } from './refused-step.ts';
import { AMOUNT_FIELD, hiddenFieldsOf, partFieldOf, SHOWN_FIELD, shareFieldOf } from './step-form.ts';

export interface ConfirmStepDependencies extends TryStepDependencies {
  readonly randomness: Pick<Randomness, 'guid'>;
}

/** What somebody at the desk wants done with which payment. */
export interface WantedAtDesk {
  readonly named: NamedPayment;
  readonly asked: AskedStep;
}

/** Path and query of the page that says what will happen, for the way back from the password. */
export const confirmPath = ({ named, asked }: WantedAtDesk, language: Language): string => {
  const { action, amount, shares = [], subDealerIds } = asked;
  const query = new URLSearchParams({ go: 'yes' });
  if (amount !== undefined) query.set(AMOUNT_FIELD, typedAmountText(amount, language));
  for (const share of shares) query.set(shareFieldOf(share.subDealerId), typedAmountText(share.amount, language));
  for (const id of subDealerIds) query.set(partFieldOf(id), 'yes');
  return `${paymentPath(named.payment.paymentId)}/${action}?${query.toString()}`;
};

/** Whose money a pool step moves, by its postings. */
const ownersOf = ({ postings }: Step): readonly PoolOwner[] =>
  postings.flatMap(({ account }): readonly PoolOwner[] => {
    if (account === 'dealer') return ['dealer'];
    const [, id] = /^sub-dealer:(\d+)$/.exec(account) ?? [];
    return id === undefined ? [] : [Number(id)];
  });

/** What a step moves: its own amount, or for a pool step what leaves one side of the pool. */
const movedBy = ({ kind, amount, postings }: Step): MinorUnits => {
  if (kind !== 'pool-approval' && kind !== 'pool-undo') return amount;
  return minor(postings.reduce((sum, posting) => sum + Math.max(0, posting.amount), 0));
};

const happensOf = (step: Step, { attempt, payment }: NamedPayment, call: DeskCall): WhatHappens => {
  const { language, nowMs } = call;
  const charge = chargeOf(attempt, payment);
  const moment = (atMs: number): string => shortMoment(atMs, { language, nowMs });
  switch (step.kind) {
    case 'refund':
      return { kind: 'refund', moment: step.dueAtMs <= step.startedAtMs ? undefined : moment(step.dueAtMs) };
    case 'capture': {
      const captured = { ...step, state: 'done' } as const;
      const undoneUntil = moment(voidDayEndsAtMs({ ...charge, captured: step.amount }, [...payment.steps, captured]));
      return { kind: 'capture', held: attempt.terms.total, undoneUntil };
    }
    case 'pool-approval':
      return {
        kind: 'approve',
        owners: ownersOf(step),
        undoneUntil: moment(closedFromMs(istanbulDayOf(step.endedAtMs ?? nowMs))),
      };
    case 'pool-undo':
      return { kind: 'undo', owners: ownersOf(step) };
    case 'void':
    case 'reversal':
    case 'share-change':
      return { kind: isUncaptured(charge) ? 'release' : 'void' };
  }
};

const viewOf = (
  { step }: StepTried,
  { named, asked }: WantedAtDesk,
  { call, once }: { readonly call: DeskCall; readonly once: string },
): ConfirmStepView => {
  const { attempt, payment } = named;
  const name = askedForOf(attempt, payment).buyer.fullName ?? payment.link?.delivery.fullName;
  return {
    frame: call.frame,
    paymentId: payment.paymentId,
    orderId: attempt.orderId,
    action: asked.action,
    amount: movedBy(step),
    currency: attempt.terms.currency,
    maskedCard: attempt.maskedCard,
    payerName: name === undefined ? undefined : maskCardNumbers(name),
    shares: step.shares.flatMap(({ subDealerId, amount }) => (amount === undefined ? [] : [{ subDealerId, amount }])),
    happens: happensOf(step, named, call),
    fields: [[ONCE_FIELD, once], [SHOWN_FIELD, shownStepText(step)], ...hiddenFieldsOf(asked)],
  };
};

/**
 * The page that says what a step would do, by the decision that carries it out, with the form that begins it (rule 54). A
 * payment whose same step is under way leads to its own page, which tells how it stands. `changed`: a form was refused because the payment is another one
 * by now. Throws StoreUnavailable.
 */
export const confirmStep = async (
  deps: ConfirmStepDependencies,
  { call, wanted, changed }: { readonly call: DeskCall; readonly wanted: WantedAtDesk; readonly changed?: true },
): Promise<PageAnswer> => {
  const { named, asked } = wanted;
  const { paymentId } = named.payment;
  const once = deps.randomness.guid().toLowerCase();
  try {
    const tried = await tryAsked(deps, { caller: stepCallerOf(call, named), once }, asked);
    if (!tried.wouldBegin) return { location: `${paymentPath(paymentId)}?done=${asked.action}` };
    const view = viewOf(tried, wanted, { call, once });
    if (changed === undefined) return { statusCode: 200, page: confirmStepPage(view) };
    const notice = { kind: 'bad', text: stepTexts[call.language].changed } as const;
    return { statusCode: 409, page: confirmStepPage({ ...view, notice }) };
  } catch (error) {
    const reason = stepRefusalOf(error);
    if (reason === undefined) throw error;
    return { statusCode: 409, page: notDonePage({ frame: call.frame, paymentId, reason, movesMoney: true }) };
  }
};
