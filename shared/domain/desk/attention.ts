import type { Attempt } from '../attempt/attempt.ts';
import { type DayText, dayAfter, istanbulDayOf } from '../calendar.ts';
import { linkStateAt, type PaymentRequest } from '../link/payment-request.ts';
import { type Currency, currencies, type MinorUnits, minor } from '../money/money.ts';
import type { Step } from '../payment/step.ts';

/**
 * True of money that was to go back and did not: a void or refund that the bank refused, or of which it does not tell what became,
 * and that nothing followed. What is still under way needs nobody.
 */
export const isFailedReturn = (
  { kind, state, number }: Pick<Step, 'kind' | 'state' | 'number'>,
  { lastStep }: Pick<Attempt, 'lastStep'>,
): boolean =>
  (kind === 'refund' || kind === 'void') && (state === 'refused' || state === 'stuck') && lastStep === number;

type DatedLink = Pick<PaymentRequest, 'state' | 'expiresAtMs'>;

/** True of a link that can still be paid. */
const isOpenLink = (link: DatedLink, nowMs: number): boolean => linkStateAt(link, nowMs) === 'open';

/** True of an open link that nobody can pay any more at the end of tomorrow, by the Istanbul calendar. */
export const expiresTomorrow = (link: DatedLink, nowMs: number): boolean => {
  const tomorrow: DayText = dayAfter(istanbulDayOf(nowMs));
  // A link that ends at midnight was good until the day before.
  return isOpenLink(link, nowMs) && istanbulDayOf(link.expiresAtMs - 1) === tomorrow;
};

export interface OpenLinksSum {
  readonly currency: Currency;
  readonly count: number;
  readonly sum: MinorUnits;
}

/** How many links are open and what their payers are asked for, by currency. */
export const sumOfOpenLinks = (
  links: readonly Pick<PaymentRequest, 'state' | 'expiresAtMs' | 'terms'>[],
  nowMs: number,
): readonly OpenLinksSum[] => {
  const open = links.filter((link) => isOpenLink(link, nowMs));
  return currencies.flatMap((currency) => {
    const own = open.filter(({ terms }) => terms.currency === currency);
    const sum = minor(own.reduce((all, { terms }) => all + terms.amount, 0));
    return own.length === 0 ? [] : [{ currency, count: own.length, sum }];
  });
};
