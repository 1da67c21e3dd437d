import { type DayText, dayAfter, istanbulDayOf, istanbulDayRange } from '../../../../shared/domain/calendar.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { fitsFilter, type PaymentFilter } from '../../../../shared/domain/payment-list/payment-filter.ts';
import { type ListedPayment, PAYMENT_POSITION } from '../../../../shared/ports/operator-payments.ts';
import { type CommandCall, type FoundPage, foundCommand, type Result } from '../command.ts';
import { invalidField } from '../command-error.ts';
import { type InputOf, optional } from '../fields.ts';
import { amountAboveZero, code, day, shaped } from '../kinds.ts';
import { attemptSummary } from '../payment-view.ts';
import { cursorOf, dealerCodeField } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';
import { attemptsOf } from './payment.ts';

/** Payments that one call reads; the command line goes on behind them. */
const MAX_EXAMINED = 5000;
const PAGE = 500;
/** The widest range of days: a year of a card scheme's disputes. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

const fields = {
  dealerCode: dealerCodeField,
  from: optional(day, 'First day in Istanbul on which the payment may have begun; today when not given.'),
  until: optional(day, 'Last such day; the first one when not given.'),
  amount: optional(amountAboveZero, "What the card was charged, the payer's commission included."),
  lastFour: optional(
    shaped('four digits', 'must be four digits', (text) => (/^\d{4}$/.test(text) ? text : undefined)),
    'Last four digits of the card.',
  ),
  payer: optional(code(100), "A part of the payer's or card holder's name, e-mail address or phone number."),
  authCode: optional(code(32), "The bank's authorization code."),
  cursor: cursorOf(PAYMENT_POSITION),
};
type Input = InputOf<typeof fields>;

const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

const filterOf = ({ amount, lastFour, payer, authCode }: Input): PaymentFilter => {
  const filter = {
    amount: given(amount),
    lastFour: given(lastFour),
    payer: given(payer),
    authCode: given(authCode),
  };
  if (Object.values(filter).every((one) => one === undefined)) {
    throw invalidField('amount', 'or lastFour, payer or authCode is required; list-payments lists a whole day');
  }
  return filter;
};

const daysOf = ({ from, until }: Input, { today }: CommandCall): readonly [DayText, DayText] => {
  const first = from ?? today;
  const last = until ?? first;
  const days = (istanbulDayRange(last).lastMs - istanbulDayRange(first).firstMs) / DAY_MS;
  if (days < 0) throw invalidField('until', 'must not be before from');
  if (days > MAX_DAYS) throw invalidField('until', `must be less than ${MAX_DAYS} days behind from`);
  return [first, last];
};

/** The payments of a page that fit. An unreadable one may be any payment, so it is told. */
const fitting = async (
  page: readonly ListedPayment[],
  filter: PaymentFilter,
  { deps: { payments } }: CommandCall,
): Promise<readonly Result[]> => {
  const readable = attemptsOf(page);
  const links: ReadonlyMap<string, PaymentRequest> =
    filter.payer === undefined ? new Map() : await payments.linksOf(readable);
  const found = readable.filter((attempt) => fitsFilter(filter, attempt, links.get(attempt.payment)));
  const linksOfFound = filter.payer === undefined ? await payments.linksOf(found) : links;
  const unreadable = page.filter(({ attempt }) => attempt === undefined);
  return [
    ...found.map((attempt) => attemptSummary(attempt, linksOfFound)),
    ...unreadable.map(({ orderId }) => ({ orderId, unreadable: true })),
  ];
};

export const findPayments = foundCommand(
  {
    name: 'find-payments',
    group: 'Payments',
    summary: "Find a dealer's payments by amount, card, payer or authorization code.",
    notes: [
      'Everything that is given must fit. show-payment finds a payment by its codes and ids at once.',
      `The payments of the days are read one after the other, ${MAX_EXAMINED} a call. The command line goes on until the last day and shows its progress on standard error.`,
    ],
    fields,
    example: { dealerCode: '1001', amount: '349.90', lastFour: '1111' },
  },
  async (input, call): Promise<FoundPage> => {
    const { dealerCode } = input;
    const filter = filterOf(input);
    const [first, last] = daysOf(input, call);
    const listingShards = await listingShardsOf(dealerCode, call);
    let after = given(input.cursor);
    let of = after === undefined ? first : istanbulDayOf(Number(after.split('#')[0]));
    const found: Result[] = [];
    for (let examined = 0; examined < MAX_EXAMINED; ) {
      const query = { dealerCode, day: of, listingShards, after, limit: PAGE };
      const page = await call.deps.payments.pageOfDay(query);
      found.push(...(await fitting(page, filter, call)));
      // A day without payments costs a read too.
      examined += Math.max(page.length, 1);
      after = page.at(-1)?.position;
      if (page.length === PAGE) continue;
      if (of >= last) return { found, examined: of };
      [of, after] = [dayAfter(of), undefined];
    }
    return {
      found,
      examined: of,
      next: after ?? `${String(istanbulDayRange(of).firstMs).padStart(15, '0')}#${'2'.repeat(26)}#00`,
    };
  },
);
