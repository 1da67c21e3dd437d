import type { LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { CardReceipt } from '../../../shared/domain/direct-payment/direct-payment.ts';
import { isAboveCardLimit, isCardDayFull, limitsCards } from '../../../shared/domain/limit/card-day.ts';
import { askedCurrency } from '../../../shared/domain/money/asked-terms.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { isShort } from '../../../shared/payment-flow/budget.ts';
import type { CheckedPayment } from '../../../shared/payment-flow/prepare-payment.ts';
import type { CardDays } from '../../../shared/ports/card-days.ts';
import type { CardHasher } from '../../../shared/ports/card-hasher.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { LimitUsage } from '../../../shared/ports/limit-usage.ts';

export interface LimitDependencies {
  readonly limitUsage: LimitUsage;
  readonly cardDays: CardDays;
  readonly cards: CardHasher;
  readonly clock: Clock;
}

/** What attempts of this card hold of its day that end with the call: it is given back by the call itself. */
const heldBy = (
  waiting: readonly LinkAttempt[],
  { maskedCard, day, currency }: Pick<CheckedPayment, 'maskedCard'> & Pick<CardReceipt, 'day' | 'currency'>,
): number => {
  const ofCard = waiting.filter((attempt) => attempt.maskedCard === maskedCard);
  const held = ofCard.flatMap(({ shop }) => shop?.cardReservation ?? []);
  const today = held.filter((one) => one.day === day && one.currency === currency);
  return today.reduce((sum, { amount }) => sum + amount, 0);
};

const isCardFull = async (
  { dealer, fields, card, maskedCard }: CheckedPayment,
  waiting: readonly LinkAttempt[],
  deps: LimitDependencies,
): Promise<boolean> => {
  const { dealerCode, cardLimit } = dealer;
  if (!limitsCards(cardLimit)) return false;
  const amount = fields.amount ?? minor(0);
  if (isAboveCardLimit(cardLimit, amount)) return true;
  const hash = await deps.cards.hash({ dealerCode, scope: 'card-day', number: card.number });
  const day = istanbulDayOf(deps.clock.now());
  const currency = askedCurrency(fields);
  const used = await deps.cardDays.used({ dealerCode, hash, day, currency });
  const held = heldBy(waiting, { maskedCard, day, currency });
  return isCardDayFull(cardLimit, { ...used, amount: Math.max(0, used.amount - held) }, amount);
};

/**
 * Refuses a payment that the limits would refuse after its payer has passed 3D. Nothing is reserved here: the card's
 * day is reserved when the payer opens the payment, the dealer's limit at the lock for charge (rule 17). `waiting` are
 * attempts whose place the payment takes.
 */
export const refuseAboveLimits = async (
  checked: CheckedPayment,
  waiting: readonly LinkAttempt[],
  deps: LimitDependencies,
): Promise<void> => {
  const { dealer, fields } = checked;
  const nowMs = deps.clock.now();
  const need = {
    dealer,
    currency: askedCurrency(fields),
    amount: fields.amount ?? minor(0),
    day: istanbulDayOf(nowMs),
    first: nowMs,
    periods: 'day',
  } as const;
  const [short, cardFull] = await Promise.all([isShort(need, deps.limitUsage), isCardFull(checked, waiting, deps)]);
  if (short) {
    throw new Refusal('DailyDealerLimitExceeded', 'Amount exceeds what is left of the daily limit of this dealer.');
  }
  if (cardFull) throw new Refusal('DailyCardLimitExceeded', 'This dealer may take no more from this card today.');
};
