import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { ANSWER_BY_MS } from '../../../shared/domain/attempt/timing.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import { referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import {
  ABOVE_LIMIT,
  BANK_NOT_TRIED,
  NOT_PERMITTED,
  outcomeOfAttempt,
  wasFoundCharged,
} from '../../../shared/domain/sale/card-outcomes.ts';
import { type CardTries, withoutPaid, withTry } from '../../../shared/domain/sale/card-tries.ts';
import type { PaymentPlan, TakenCard } from '../../../shared/domain/sale/payment-plan.ts';
import { take } from '../../../shared/domain/sale/plan-moves.ts';
import { slotAt } from '../../../shared/domain/sale/slots.ts';
import type { CardOutcome } from '../../../shared/domain/sale/step-course.ts';
import { hostOfGateway } from '../../../shared/domain/virtual-pos/gateway-address.ts';
import { beginWith, type DirectIntentDependencies } from '../../../shared/payment-flow/begin-payment.ts';
import { type ChargeDependencies, charge, linkDeadlines } from '../../../shared/payment-flow/charge.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import { findDirect } from '../../../shared/payment-flow/find-direct.ts';
import { dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import type { PreparedPayment } from '../../../shared/payment-flow/prepare-payment.ts';
import type { PlanBegin, PlanCharges, PlanEngine, PlanFile } from '../../../shared/ports/plan-engine.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import {
  type AttemptsOfTriesDependencies,
  chargesBefore,
  type EarlierCharges,
  paymentOfTry,
} from './attempts-of-tries.ts';
import type { GatewayPlaces } from './gateway-places.ts';
import { type PrepareCardDependencies, prepareCard } from './prepare-card.ts';

export interface TakeCardDependencies
  extends PrepareCardDependencies,
    DirectIntentDependencies,
    ChargeDependencies,
    AttemptsOfTriesDependencies {
  readonly plans: Pick<PlanEngine, 'triesOf'>;
  readonly planCharges: PlanCharges;
  readonly breaker: ChargeBreaker;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly places: Pick<GatewayPlaces, 'within'>;
}

/** What became of the card of a plan in its slot. */
export type CardTaken =
  /** `file` is the plan as it stands then, with its taken card where an attempt was written. */
  | {
      readonly kind: 'ended';
      readonly file: PlanFile;
      readonly outcome: CardOutcome;
      readonly attempt?: DirectAttempt;
      /** An earlier charge of the plan that may still hold money: nothing was charged beside it. */
      readonly standing?: DirectAttempt;
    }
  /** The slot is over: another look decides what follows. */
  | { readonly kind: 'slot-over' }
  /** The run has too little time for a charge: the plan stays due. */
  | { readonly kind: 'no-time' }
  /** Another worker has taken the plan meanwhile. */
  | { readonly kind: 'left-alone' };

/** Longest time of a charge: the bank's answer, and the writes after it. */
export const CHARGE_RUN_MS = ANSWER_BY_MS + 5000;
/** How often the tries of a card are read again because other plans were charged to it at the same time. */
const MAX_ROUNDS = 8;

interface Taking {
  readonly file: PlanFile;
  readonly card: TakenCard;
  readonly prepared: PreparedPayment;
  readonly before: readonly DirectAttempt[];
  readonly deadlineMs: number;
}

const isInSlot = (atMs: number, { slotMs }: TakenCard): boolean => slotAt(atMs) === slotMs;

/** Charges the attempt whose intent is written. A result that cannot be written is unknown here; the sweeper reconciles it. */
const charged = async (
  attempt: DirectAttempt,
  { account, card, payerAddress }: PreparedPayment,
  deps: TakeCardDependencies,
): Promise<{ readonly outcome: CardOutcome; readonly attempt: DirectAttempt }> => {
  try {
    const outcome = await charge(deps, attempt, {
      account,
      send: (order, time) => deps.bank.charge(account, { ...order, card, payerAddress }, time),
      card: async () => card,
      ...linkDeadlines(attempt, deps.clock.now()),
    });
    if (outcome.kind === 'approved') return { outcome: { kind: 'approved' }, attempt };
    if (outcome.kind !== 'not-written') return { outcome, attempt };
    const now = await findDirect(deps.attempts, attempt.reference);
    return { outcome: now === undefined ? { kind: 'unknown' } : outcomeOfAttempt(now), attempt };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return { outcome: { kind: 'unknown' }, attempt };
  }
};

/** The latest attempt of this try, which the new one follows. */
const latestOf = ({ before }: Pick<Taking, 'before'>, payment: PaymentName): DirectAttempt | undefined =>
  before.findLast((one) => one.payment === payment);

type Begun = PlanBegin | { readonly kind: 'dealer-limit' | 'card-used-up' | 'slot-over' };

/** The tries without those that were paid. Their attempts are read side by side, in one trip. */
const unpaidTries = async (
  tries: CardTries,
  { attempts }: Pick<TakeCardDependencies, 'attempts'>,
): Promise<CardTries> => {
  const found = await Promise.all(tries.tries.map(({ attempt }) => attempts.find(attempt)));
  const paid = found.flatMap((one) => (one?.reportedOutcome === 'paid' ? [one.reference] : []));
  return withoutPaid(tries, new Set(paid));
};

/** Writes the intent with the plan's taken card and the card's try, in one transaction. */
const begin = async (
  taking: Taking,
  deps: TakeCardDependencies,
): Promise<{ readonly begun: Begun; readonly plan: PaymentPlan }> => {
  const { file, card, prepared } = taking;
  const { plan } = file;
  const { dealerCode } = plan;
  const payment = paymentOfTry(plan, deps.paymentNames);
  const before = latestOf(taking, payment);
  const cardHash = await deps.cards.hash({ dealerCode, scope: 'plan-tries', number: prepared.card.number });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const known = await deps.plans.triesOf(dealerCode, cardHash);
    let taken = plan;
    const begun = await beginWith<Begun>(
      { prepared, fingerprint: '', before, payment },
      async (intent) => {
        const { startedAtMs, reference } = intent.attempt;
        if (!isInSlot(startedAtMs, card)) return { kind: 'slot-over' };
        const tried = { atMs: startedAtMs, attempt: reference };
        const tries = withTry(known, tried) ?? withTry(await unpaidTries(known, deps), tried);
        if (tries === undefined) return { kind: 'card-used-up' };
        taken = take(plan, card, startedAtMs);
        return deps.planCharges.begin(intent, { sale: file.sale, plan: taken, tries });
      },
      deps,
    );
    if (begun.kind !== 'tries-changed' && begun.kind !== 'id-taken') return { begun, plan: taken };
  }
  return { begun: { kind: 'plan-changed' }, plan };
};

const beginAndCharge = async (taking: Taking, deps: TakeCardDependencies): Promise<CardTaken> => {
  const { file, card, prepared, deadlineMs } = taking;
  const nowMs = deps.clock.now();
  if (nowMs + CHARGE_RUN_MS > deadlineMs) return { kind: 'no-time' };
  if (!isInSlot(nowMs, card)) return { kind: 'slot-over' };
  const { begun, plan } = await begin(taking, deps);
  switch (begun.kind) {
    case 'begun':
      return { kind: 'ended', file: { ...file, plan }, ...(await charged(begun.attempt, prepared, deps)) };
    case 'dealer-limit':
    case 'card-limit':
      return { kind: 'ended', file, outcome: ABOVE_LIMIT };
    case 'card-used-up':
      return { kind: 'ended', file, outcome: { kind: 'card-used-up' } };
    case 'slot-over':
      return { kind: 'slot-over' };
    case 'plan-changed':
    case 'attempt-changed':
    case 'code-known':
    case 'budget-changed':
    case 'customer-taken':
    case 'tries-changed':
    case 'id-taken':
      return { kind: 'left-alone' };
  }
};

/**
 * Why no card is taken: another worker took it, an earlier charge of the plan may still hold money, or the bank found a
 * charge of this card after it had declined it.
 */
const metBefore = (
  { file, card }: Pick<Taking, 'file' | 'card'>,
  { attempts: before, held }: EarlierCharges,
  { paymentNames }: Pick<TakeCardDependencies, 'paymentNames'>,
): CardTaken | undefined => {
  const latest = latestOf({ before }, paymentOfTry(file.plan, paymentNames));
  if (latest !== undefined && latest.number >= card.attempt) return { kind: 'left-alone' };
  if (held !== undefined) return { kind: 'ended', file, outcome: { kind: 'unknown' }, standing: held };
  const isFound = before.some((one) => one.direct.cardToken === card.token && wasFoundCharged(one));
  return isFound ? { kind: 'ended', file, outcome: { kind: 'charge-found' } } : undefined;
};

const takeOf = async (taking: Taking, deps: TakeCardDependencies): Promise<CardTaken> => {
  const { file, prepared } = taking;
  const { pos, dealer } = prepared;
  return deps.places.within(hostOfGateway(pos.gateway), async (): Promise<CardTaken> => {
    // Read here, because a pause may have come, or the bank fallen silent, while this charge waited (rules 18, 46).
    const [known, stagePaused, breakers] = await Promise.all([
      deps.dealerOf(dealer.dealerCode),
      deps.brake.isOn(),
      deps.breaker.read(),
    ]);
    if (dealerWhoMayCharge(known, { stagePaused }) === undefined) {
      return { kind: 'ended', file, outcome: { kind: 'paused' } };
    }
    if (!(await breakers.admits({ dealerCode: dealer.dealerCode, pos }))) {
      return { kind: 'ended', file, outcome: BANK_NOT_TRIED };
    }
    try {
      return await beginAndCharge(taking, deps);
    } finally {
      await breakers.release();
    }
  });
};

/**
 * Charges a card of a plan as a direct payment by its token, without 3D and without a caller (decisions: recurring sales):
 * its intent, with the plan's taken card, is one transaction before the bank is called. Throws StoreUnavailable and
 * VaultUnavailable: then the plan is as the store says, and the next look goes on from there.
 */
export const takeCard = async (
  { file, card, deadlineMs }: Pick<Taking, 'file' | 'card' | 'deadlineMs'>,
  deps: TakeCardDependencies,
): Promise<CardTaken> => {
  const dealer = await deps.dealerOf(file.plan.dealerCode);
  if (dealer?.enabled !== true) return { kind: 'ended', file, outcome: { kind: 'paused' } };
  const [made, earlier] = await Promise.all([
    dealer.recurring ? prepareCard(file, { card, dealer }, deps) : { refused: NOT_PERMITTED },
    chargesBefore(file.plan, card, deps),
  ]);
  // Before the refusal: it would count as a try, and after 16 tries an earlier charge would not be looked at any more.
  const met = metBefore({ file, card }, earlier, deps);
  if (met !== undefined) return met;
  if ('refused' in made) return { kind: 'ended', file, outcome: made.refused };
  return takeOf({ file, card, prepared: made.prepared, before: earlier.attempts, deadlineMs }, deps);
};

/** The outcome of a card that an earlier look took. */
export const settleCard = async (
  file: PlanFile,
  { attempt: number }: TakenCard,
  { attempts, paymentNames }: Pick<TakeCardDependencies, 'attempts' | 'paymentNames'>,
): Promise<Extract<CardTaken, { kind: 'ended' }>> => {
  const payment = paymentOfTry(file.plan, paymentNames);
  const attempt = await findDirect(attempts, referenceOf({ payment, number }));
  if (attempt === undefined) throw new Error('a taken card has no attempt');
  return { kind: 'ended', file, outcome: outcomeOfAttempt(attempt), attempt };
};
