import * as z from 'zod';
import type { CommandFailure } from '../../functions/operator/operate/contract.ts';
import { attemptStates } from '../../shared/domain/attempt/states.ts';
import { currencies, minor, toWireAmount } from '../../shared/domain/money/money.ts';
import { addSums, type DaySum, summedKinds } from '../../shared/domain/payment/day-sums.ts';
import { stepStates } from '../../shared/domain/payment/step.ts';
import type { Invocation } from './arguments.ts';
import { invokeOperate } from './invoke.ts';
import { type ProgressOutput, progressLine } from './progress.ts';

/** Fifty million payments. It ends a list that would otherwise never end. */
const MAX_PAGES = 10_000;

const sumSchema = z.object({
  dealerCode: z.string(),
  kind: z.enum(summedKinds),
  state: z.enum([...attemptStates, ...stepStates]).exactOptional(),
  currency: z.enum(currencies).exactOptional(),
  count: z.int(),
  amount: z.int().transform(minor),
});
const pageSchema = z.object({ day: z.string(), sums: z.array(sumSchema), next: z.string().optional() });

type SumOfDealer = z.output<typeof sumSchema>;

/** A day as it is printed, amounts in currency units. */
interface ShownDay {
  readonly day: string | undefined;
  readonly totals: readonly object[];
  /** The same by dealer; absent where one dealer was asked for. */
  readonly dealers?: readonly object[];
  /** Why the sums end early, and where they stopped. */
  readonly error?: CommandFailure;
  readonly cursor?: unknown;
}

const shown = (sums: readonly DaySum[]): readonly object[] =>
  addSums(sums).map(({ kind, state = '', currency = '', count, amount }) => ({
    kind,
    state,
    currency,
    count,
    amount: toWireAmount(amount),
  }));

const dayOf = (day: string | undefined, all: readonly SumOfDealer[], isOne: boolean): ShownDay => {
  const plain = ({ dealerCode: _dealerCode, ...sum }: SumOfDealer): DaySum => sum;
  const totals = shown(all.map(plain));
  if (isOne) return { day, totals };
  const groups = Map.groupBy(all, ({ dealerCode }) => dealerCode);
  const dealers = [...groups].flatMap(([dealerCode, sums]) =>
    shown(sums.map(plain)).map((sum) => ({ dealerCode, ...sum })),
  );
  return { day, totals, dealers };
};

/** Adds a day up page by page, and says on `progress` how far it is. */
export const sumDayUp = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  progress: ProgressOutput,
): Promise<ShownDay> => {
  const isOne = input.dealerCode !== undefined && input.dealerCode !== null;
  let sums: readonly SumOfDealer[] = [];
  let [given, cursor, day]: [typeof input, unknown, string | undefined] = [input, input.cursor, undefined];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await invokeOperate(invocation, cursor === undefined ? given : { ...given, cursor });
    if (!answer.ok) return { ...dayOf(day, sums, isOne), error: answer.error, cursor };
    const read = z.parse(pageSchema, answer.result);
    day = read.day;
    sums = [...sums, ...read.sums];
    if (read.next === undefined) return dayOf(day, sums, isOne);
    cursor = read.next;
    const [dealerCode] = read.next.split('/');
    progressLine(
      progress,
      `up to dealer ${dealerCode}: ${sums.reduce((sum, { count }) => sum + count, 0)} payments and steps`,
    );
    // A sum that runs over midnight stays with its day.
    given = { ...input, day };
  }
  return { ...dayOf(day, sums, isOne), error: { code: 'Unexpected', message: 'The list does not end.' }, cursor };
};
