import { dayBefore } from '../../../../shared/domain/calendar.ts';
import type { ComparedSide, Difference } from '../../../../shared/domain/comparison/difference.ts';
import { toWireAmount } from '../../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { DIFFERENCE_POSITION } from '../../../../shared/ports/comparisons.ts';
import { type Result, showCommand } from '../command.ts';
import { defaulted, optional } from '../fields.ts';
import { day, whole } from '../kinds.ts';
import { search } from '../search.ts';
import { shownTime } from '../values-in-views.ts';
import { cursorOf, dealerCodeKind } from './fields-in-common.ts';

const DEFAULT_PAGE = 50;
const MAX_PAGE = 200;

const shownSide = ({ state, amount, refunded }: ComparedSide): string =>
  [
    state,
    ...(amount === undefined ? [] : [toWireAmount(amount)]),
    ...(refunded === undefined || refunded === 0 ? [] : [`refunded ${toWireAmount(refunded)}`]),
  ].join(' ');

const shown = ({ ours, bank, foundAtMs, day: _day, ...difference }: Difference): Result =>
  omitUndefined({ ...difference, ours: shownSide(ours), bank: shownSide(bank), foundAt: shownTime(foundAtMs) });

export const listDifferences = showCommand(
  {
    name: 'list-differences',
    group: 'Payments',
    summary: "List orders of a day that stand otherwise in the bank's books than here.",
    notes: [
      'The night compares the day before: every order with a capture, void, refund or reversal of that day, and a sample of the others of each virtual POS. An imported settlement file is compared whole.',
      '"kind": missing-at-bank, charged-at-bank (nothing may be charged by our records), other-amount, other-state, other-refunds; of a file also missing-here (only the bank knows the order), other-type, other-currency.',
      'A row says what was found when, and stays. Nothing is changed by it: show-payment tells the state of now.',
      'With "next" in the answer there is more: give it as cursor.',
    ],
    fields: {
      day: optional(day, 'Day in Istanbul that was compared; yesterday when not given.'),
      dealerCode: optional(dealerCodeKind, 'Only differences of this dealer.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most entries in the answer.' }),
      cursor: cursorOf(DIFFERENCE_POSITION),
    },
    example: {},
  },
  async ({ day: given, dealerCode, limit, cursor }, { deps, today }) => {
    const of = given ?? dayBefore(today);
    const { found, next } = await search({
      limit: limit ?? DEFAULT_PAGE,
      after: cursor ?? undefined,
      page: (page) => deps.comparisons.ofDay({ day: of, ...page }),
      wanted: ({ difference }) => (dealerCode ?? difference.dealerCode) === difference.dealerCode,
    });
    const differences = found.map(({ difference }) => shown(difference));
    return { day: of, differences, ...(next === undefined ? {} : { next }) };
  },
);
