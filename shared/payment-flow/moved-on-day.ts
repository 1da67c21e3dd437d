import { paidAtMsOf } from '../domain/attempt/attempt.ts';
import { type DayText, istanbulDayOf } from '../domain/calendar.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import { entriesOfCharge, entriesOfStep, type StatementEntry } from '../domain/statement/movement.ts';
import type { Payments } from '../ports/payments.ts';
import type { CountedItem } from '../ports/statements.ts';
import { UnreadableRow } from '../ports/store-errors.ts';
import { inGroups } from './in-groups.ts';

const READS_AT_ONCE = 10;

/** The entries of an attempt or step; none where it counts on another day, or not at all. */
const entriesOfItem = ({ kind, number }: CountedItem, payment: Payment, day: DayText): readonly StatementEntry[] => {
  const step = kind === 'step' ? payment.steps.find((one) => one.number === number) : undefined;
  const wanted = kind === 'step' ? step?.attempt : number;
  const attempt = payment.attempts.find((one) => one.number === wanted);
  // A sum without a part of what moved would look right: it is not made until the row can be read.
  if (attempt === undefined) throw new UnreadableRow('payment', kind);
  if (step !== undefined) {
    const isOfDay = step.endedAtMs !== undefined && istanbulDayOf(step.endedAtMs) === day;
    return isOfDay ? entriesOfStep(step, attempt, payment) : [];
  }
  return istanbulDayOf(paidAtMsOf(attempt)) === day ? entriesOfCharge(attempt, payment) : [];
};

/**
 * What moved on a day in attempts and steps that its lists name: the entries that the day's statements have of them. Each
 * payment is read once, ten side by side. Throws StoreUnavailable, and UnreadableRow where one of them cannot be read.
 */
export const movedOnDay = async (
  { payments }: { readonly payments: Pick<Payments, 'find'> },
  items: readonly CountedItem[],
  day: DayText,
): Promise<readonly StatementEntry[]> => {
  const names = [...new Set(items.map(({ payment }) => payment))];
  const found = new Map<PaymentName, Payment>();
  await inGroups(names, READS_AT_ONCE, async (name) => {
    const payment = await payments.find(name);
    if (payment === undefined) throw new UnreadableRow('payment', 'name');
    found.set(name, payment);
  });
  return items.flatMap((item) => {
    const payment = found.get(item.payment);
    return payment === undefined ? [] : entriesOfItem(item, payment, day);
  });
};
