import type { DayText } from '../../../../shared/domain/calendar.ts';
import { addSums, type DaySum, sumOfCharge, sumOfStep } from '../../../../shared/domain/payment/day-sums.ts';
import type { DayPageQuery } from '../../../../shared/ports/operator-records.ts';
import { type CommandCall, type DayPage, dayCommand } from '../command.ts';
import { cursorAt, dealersOfDayFields, firstPlace, nextDealer, type PlaceOfDay } from './dealers-of-day.ts';
import { listingShardsOf } from './listing-shards.ts';

/** Charges and steps that one call reads; the command line goes on behind them. */
const MAX_EXAMINED = 5000;
const PAGE = 500;
/** A dealer without payments costs four small reads. */
const LEAST_EXAMINED = 10;
/** A slow store ends a call early: the function must answer within its time. */
const MAX_CALL_MS = 10_000;

interface PartOfDay {
  readonly sums: readonly DaySum[];
  readonly examined: number;
  /** Position of the last entry; absent at the end of the charges or steps. */
  readonly after?: string;
}

const readAt = async (
  inSteps: boolean,
  query: DayPageQuery,
  { deps: { payments } }: CommandCall,
): Promise<readonly { readonly position: string; readonly sum: DaySum }[]> => {
  if (!inSteps) {
    const charges = await payments.pageOfDay(query);
    return charges.map(({ position, attempt }) => ({ position, sum: sumOfCharge(attempt) }));
  }
  const steps = await payments.pageOfStepsOfDay(query);
  return steps.map(({ position, step, attempt }) => ({ position, sum: sumOfStep(step, attempt?.terms.currency) }));
};

const partAt = async (
  { dealerCode, inSteps, after }: PlaceOfDay,
  { day, listingShards }: { readonly day: DayText; readonly listingShards: number },
  call: CommandCall,
): Promise<PartOfDay> => {
  const page = await readAt(inSteps, { dealerCode, day, listingShards, after, limit: PAGE }, call);
  const last = page.length < PAGE ? undefined : page.at(-1);
  return {
    sums: addSums(page.map(({ sum }) => sum)),
    examined: page.length,
    ...(last === undefined ? {} : { after: last.position }),
  };
};

/** The place behind a part: further in the charges or steps, the steps behind the charges, or the next dealer. */
const placeBehind = async (
  { dealerCode, inSteps }: PlaceOfDay,
  { after }: PartOfDay,
  { isOne, call }: { readonly isOne: boolean; readonly call: CommandCall },
): Promise<PlaceOfDay | undefined> => {
  if (after !== undefined) return { dealerCode, inSteps, after };
  if (!inSteps) return { dealerCode, inSteps: true };
  const next = isOne ? undefined : await nextDealer(dealerCode, call);
  return next === undefined ? undefined : { dealerCode: next, inSteps: false };
};

export const showDay = dayCommand(
  {
    name: 'show-day',
    group: 'Payments',
    summary: 'Show number and amount of a day’s payments and steps by state and currency, of one dealer or of all.',
    notes: [
      'A payment counts on the day on which it began, with what the card was charged; a capture, void, refund, reversal or pool step on the day on which it was asked for. The states are those of now.',
      'The lists of the day are read dealer by dealer. The command line adds the pages up and shows its progress on standard error; an error names a cursor to go on from.',
    ],
    fields: dealersOfDayFields,
    example: { dealerCode: '1001' },
  },
  async (input, call): Promise<DayPage> => {
    const day = input.day ?? call.today;
    const isOne = typeof input.dealerCode === 'string';
    const sums: DayPage['sums'][number][] = [];
    let place = await firstPlace(input, call);
    let shards: { dealerCode: string; listingShards: number } | undefined;
    for (let examined = 0; place !== undefined; ) {
      const { dealerCode } = place;
      if (examined >= MAX_EXAMINED || call.deps.clock.now() - call.nowMs > MAX_CALL_MS) break;
      if (shards?.dealerCode !== dealerCode) {
        shards = { dealerCode, listingShards: await listingShardsOf(dealerCode, call) };
      }
      const part = await partAt(place, { day, listingShards: shards.listingShards }, call);
      sums.push(...part.sums.map((sum) => ({ dealerCode, ...sum })));
      examined += Math.max(part.examined, LEAST_EXAMINED);
      place = await placeBehind(place, part, { isOne, call });
    }
    return { day, sums, ...(place === undefined ? {} : { next: cursorAt(place) }) };
  },
);
