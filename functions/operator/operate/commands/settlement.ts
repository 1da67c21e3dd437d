import { paidAtMsOf } from '../../../../shared/domain/attempt/attempt.ts';
import { type DayText, dayAfter, dayBefore, istanbulDayRange } from '../../../../shared/domain/calendar.ts';
import { bankDifferences } from '../../../../shared/domain/comparison/bank-difference.ts';
import type { Difference } from '../../../../shared/domain/comparison/difference.ts';
import { expectedOrderOf } from '../../../../shared/domain/comparison/expected-order.ts';
import {
  type SettlementDays,
  settlementDayKinds,
  settlementDayOf,
} from '../../../../shared/domain/comparison/settlement.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { attemptOfOrder } from '../../../../shared/domain/payment/payment-name.ts';
import {
  type ListedPayment,
  type ListedStep,
  PAYMENT_POSITION,
  STEP_POSITION,
} from '../../../../shared/ports/operator-payments.ts';
import { type CommandCall, changeCommand, type Result, showCommand } from '../command.ts';
import { invalidField } from '../command-error.ts';
import { defaulted, objectOf, optional, required } from '../fields.ts';
import { amount, choice, code, day, list, shaped } from '../kinds.ts';
import { currencyChoice, dealerCodeField } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';

const PAGE = 500;
const DAY_MS = 86_400_000;
const MAX_DAYS = 31;
/** A refund is tried for 72 hours behind the end of its first day; a charge may be in doubt for longer than a day. */
const DAYS_BEFORE = 5;
export const MAX_ORDERS_PER_CALL = 100;

/** What the bank settled of an order by our records: one movement of the days that are asked for. */
interface Movement {
  readonly orderId: string;
  readonly currency: string;
  readonly taken: number;
  readonly refunded: number;
}

interface Wanted {
  readonly posId: string;
  readonly from: DayText;
  readonly until: DayText;
  readonly days: SettlementDays;
}

const isOfFile = (atMs: number, dayEndsAt: string, { from, until, days }: Wanted): boolean => {
  const of = settlementDayOf(atMs, { days, dayEndsAt });
  return of >= from && of <= until;
};

/** A sale that was not voided. An attempt that was reported failed and given back by a credit was settled too. */
const movementOfCharge = ({ attempt }: ListedPayment, wanted: Wanted): readonly Movement[] => {
  if (attempt === undefined || attempt.pos.posId !== wanted.posId || attempt.terms.type !== 'sale') return [];
  if (attempt.state !== 'approved' && attempt.state !== 'refunded') return [];
  const { orderId, terms, pos, lastCallAtMs = paidAtMsOf(attempt) } = attempt;
  if (!isOfFile(lastCallAtMs, pos.dayEndsAt, wanted)) return [];
  return [{ orderId, currency: terms.currency, taken: terms.total, refunded: 0 }];
};

const movementOfStep = ({ attempt, step }: ListedStep, wanted: Wanted): readonly Movement[] => {
  if (attempt === undefined || step?.state !== 'done' || attempt.pos.posId !== wanted.posId) return [];
  const { orderId, terms, pos, state } = attempt;
  const { kind, doneBy, sent, endedAtMs = step.startedAtMs } = step;
  const about = { orderId, currency: terms.currency };
  if (kind === 'capture' && state !== 'voided') {
    const isOf = isOfFile(step.lastCallAtMs ?? endedAtMs, pos.dayEndsAt, wanted);
    return isOf ? [{ ...about, taken: step.amount, refunded: 0 }] : [];
  }
  if (doneBy !== 'credit' || !isOfFile(sent.credit?.atMs ?? endedAtMs, pos.dayEndsAt, wanted)) return [];
  return [{ ...about, taken: 0, refunded: sent.credit?.amount ?? step.amount }];
};

const LISTS = ['charges', 'steps'] as const;
const CURSOR = new RegExp(
  `^(?:charges|steps)/\\d{8}/(?:|${PAYMENT_POSITION.source.slice(1, -1)}|${STEP_POSITION.source.slice(1, -1)})$`,
);

interface Place {
  readonly list: (typeof LISTS)[number];
  readonly day: DayText;
  readonly after?: string | undefined;
}

const firstPlace = (from: DayText): Place => {
  let first = from;
  for (let days = 0; days < DAYS_BEFORE; days += 1) first = dayBefore(first);
  return { list: 'charges', day: first };
};

const placeIn = (cursor: string | null | undefined, from: DayText): Place => {
  if (typeof cursor !== 'string') return firstPlace(from);
  const [name, of = '', after = ''] = cursor.split('/');
  return { list: name === 'steps' ? 'steps' : 'charges', day: of, after: after === '' ? undefined : after };
};

/** The place behind a page: further in the list, its next day, or the steps behind the charges. */
const placeBehind = (place: Place, last: string | undefined, { from, until }: Wanted): Place | undefined => {
  if (last !== undefined) return { ...place, after: last };
  if (place.day < dayAfter(until)) return { list: place.list, day: dayAfter(place.day) };
  return place.list === 'charges' ? { ...firstPlace(from), list: 'steps' } : undefined;
};

const refuseLongRange = (from: DayText, until: DayText): void => {
  const days = (istanbulDayRange(until).lastMs - istanbulDayRange(from).firstMs) / DAY_MS;
  if (days < 0) throw invalidField('until', 'must not be before from');
  if (days > MAX_DAYS) throw invalidField('until', `must be less than ${MAX_DAYS} days behind from`);
};

export const listSettled = showCommand(
  {
    name: 'list-settled',
    group: 'Payments',
    summary: 'List what the bank of a virtual POS settled by our records, for compare-settlement.',
    notes: [
      'Sales that were not voided, captures, and refunds that were carried out as credits, page by page. A page can be empty; give "next" as cursor.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      posId: required(code(32), 'The virtual POS.'),
      from: required(day, 'First day of the file.'),
      until: optional(day, 'Last day of the file; the first one when not given.'),
      days: defaulted(choice(settlementDayKinds), 'bank days', {
        meaning: 'Whether the days of the file end when the bank closes its day, or at midnight.',
      }),
      cursor: optional(
        shaped('the "next" of the page before', 'must be the "next" of an answer', (text) =>
          CURSOR.test(text) ? text : undefined,
        ),
        'Where to go on.',
      ),
    },
    example: { dealerCode: '1001', posId: 'isbank', from: '20261122' },
  },
  async ({ dealerCode, posId, from, until, days, cursor }, call): Promise<Result> => {
    const wanted: Wanted = { posId, from, until: until ?? from, days: days ?? 'bank days' };
    refuseLongRange(wanted.from, wanted.until);
    const place = placeIn(cursor, from);
    const listingShards = await listingShardsOf(dealerCode, call);
    const query = { dealerCode, day: place.day, listingShards, after: place.after, limit: PAGE };
    const { payments } = call.deps;
    const { length, last, movements } =
      place.list === 'charges'
        ? pageOf(await payments.pageOfDay(query), (one) => movementOfCharge(one, wanted))
        : pageOf(await payments.pageOfStepsOfDay(query), (one) => movementOfStep(one, wanted));
    const next = placeBehind(place, length < PAGE ? undefined : last, wanted);
    return {
      movements,
      ...(next === undefined ? {} : { next: `${next.list}/${next.day}/${next.after ?? ''}` }),
    };
  },
);

const pageOf = <Listed extends ListedPayment>(
  page: readonly Listed[],
  movementsOf: (one: Listed) => readonly Movement[],
) => ({ length: page.length, last: page.at(-1)?.position, movements: page.flatMap(movementsOf) });

/** What stands here of an order; absent where the dealer has none with this id. */
const knownOrder = async (dealerCode: string, orderId: string, { deps }: CommandCall): Promise<Result | undefined> => {
  const payment = attemptOfOrder(orderId) && (await deps.wholePayments.findByOrder(dealerCode, orderId));
  const attempt = payment?.attempts.find((one) => one.orderId === orderId);
  if (payment === undefined || attempt === undefined) return undefined;
  const isVoided = payment.steps.some(
    ({ attempt: number, state, doneBy }) => number === attempt.number && state === 'done' && doneBy === 'void',
  );
  const { currency } = attempt.terms;
  return { orderId, currency, isVoided, expected: expectedOrderOf(attempt, payment.steps) };
};

export const showOrders = showCommand(
  {
    name: 'show-orders',
    group: 'Payments',
    summary: 'Show what the bank should hold for some orders of a dealer, for compare-settlement.',
    notes: ['Orders that the dealer does not have are left out.'],
    fields: {
      dealerCode: dealerCodeField,
      orderIds: required(list(code(64), MAX_ORDERS_PER_CALL), `1 to ${MAX_ORDERS_PER_CALL} order ids.`),
    },
    example: { dealerCode: '1001', orderIds: ['ORDER-unknown'] },
  },
  async ({ dealerCode, orderIds }, call): Promise<Result> => {
    const found = await Promise.all(orderIds.map((orderId) => knownOrder(dealerCode, orderId, call)));
    return { orders: found.flatMap((one) => one ?? []) };
  },
);

const sideFields = {
  state: required(code(40), 'What it says of the order.'),
  amount: optional(amount, 'The amount that it holds.'),
  refunded: optional(amount, 'What was given back of it.'),
};

const differenceFields = {
  orderId: required(
    shaped('order id', 'must be an order id of letters, digits and hyphens, at most 64', (text) =>
      /^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined,
    ),
    'The order.',
  ),
  day: required(day, 'The day of the file.'),
  kind: required(choice([...bankDifferences, 'missing-here', 'other-type', 'other-currency']), 'How it differs.'),
  currency: optional(currencyChoice, 'The currency of the order.'),
  ours: required({ type: 'state, amount, refunded', read: objectOf(sideFields).read }, 'Our side.'),
  bank: required({ type: 'state, amount, refunded', read: objectOf(sideFields).read }, "The file's side."),
};

const fields = {
  dealerCode: dealerCodeField,
  posId: required(code(32), 'The virtual POS.'),
  differences: required(
    list({ type: 'difference', read: objectOf(differenceFields).read }, MAX_ORDERS_PER_CALL),
    `1 to ${MAX_ORDERS_PER_CALL} differences.`,
  ),
};

export const recordDifferences = changeCommand(
  {
    name: 'record-differences',
    group: 'Payments',
    summary: 'Keep differences of a settlement file, for list-differences; compare-settlement calls it.',
    notes: ['One row for each order and day, in place of one that an earlier run of the file wrote.'],
    fields,
    example: {
      dealerCode: '1001',
      posId: 'isbank',
      differences: [
        {
          orderId: 'ORDER-of-the-bank',
          day: '20261122',
          kind: 'missing-here',
          ours: { state: 'unknown' },
          bank: { state: 'taken', amount: '27.50' },
        },
      ],
    },
  },
  async ({ dealerCode, posId, differences }, { nowMs }) => {
    const record = differences.map(({ currency, ours, bank, ...one }): Difference => {
      const side = (given: typeof ours) =>
        omitUndefined({
          state: given.state,
          amount: given.amount ?? undefined,
          refunded: given.refunded ?? undefined,
        });
      const money = omitUndefined({ currency: currency ?? undefined });
      const sides = { ours: side(ours), bank: side(bank) };
      return { ...one, ...money, ...sides, dealerCode, posId, source: 'settlement', foundAtMs: nowMs };
    });
    return Promise.resolve({
      dealerCode,
      change: { kind: 'differences', record },
      changed: [],
      result: { dealerCode, posId, recorded: record.length },
    });
  },
);
