import { istanbulDayOf } from '../../shared/domain/calendar.ts';
import { isAboveCardLimit, isCardDayFull, limitsCards } from '../../shared/domain/limit/card-day.ts';
import { askedCurrency } from '../../shared/domain/money/asked-terms.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { isShort } from '../../shared/payment-flow/budget.ts';
import type { CheckedPayment } from '../../shared/payment-flow/prepare-payment.ts';
import type { CardDays } from '../../shared/ports/card-days.ts';
import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { LimitUsage } from '../../shared/ports/limit-usage.ts';

export interface LimitDependencies {
  readonly limitUsage: LimitUsage;
  readonly cardDays: CardDays;
  readonly cards: CardHasher;
  readonly clock: Clock;
}

const isCardFull = async ({ dealer, fields, card }: CheckedPayment, deps: LimitDependencies): Promise<boolean> => {
  const { dealerCode, cardLimit } = dealer;
  if (!limitsCards(cardLimit)) return false;
  const amount = fields.amount ?? minor(0);
  if (isAboveCardLimit(cardLimit, amount)) return true;
  const hash = await deps.cards.hash({ dealerCode, scope: 'card-day', number: card.number });
  const day = istanbulDayOf(deps.clock.now());
  const used = await deps.cardDays.used({ dealerCode, hash, day, currency: askedCurrency(fields) });
  return isCardDayFull(cardLimit, used, amount);
};

/**
 * Refuses a payment that the limits would refuse after its payer has passed 3D. Nothing is reserved here: the card's
 * day is reserved when the payer opens the payment, the dealer's limit at the lock for charge (rule 17).
 */
export const refuseAboveLimits = async (checked: CheckedPayment, deps: LimitDependencies): Promise<void> => {
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
  const [short, cardFull] = await Promise.all([isShort(need, deps.limitUsage), isCardFull(checked, deps)]);
  if (short) {
    throw new Refusal('DailyDealerLimitExceeded', 'Amount exceeds what is left of the daily limit of this dealer.');
  }
  if (cardFull) throw new Refusal('DailyCardLimitExceeded', 'This dealer may take no more from this card today.');
};
