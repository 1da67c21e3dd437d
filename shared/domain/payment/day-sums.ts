import { type AttemptState, attemptStates } from '../attempt/states.ts';
import { type Currency, currencies, type MinorUnits, minor } from '../money/money.ts';
import { type StepKind, type StepState, stepKinds, stepStates } from './step.ts';

/** What is counted: charges by their type, and steps by their kind. */
export const summedKinds = ['sale', 'pre-authorisation', ...stepKinds, 'unreadable'] as const;
type SummedKind = (typeof summedKinds)[number];

/** Number and amount of the charges or steps of one kind, state and currency. */
export interface DaySum {
  readonly kind: SummedKind;
  /** Absent, as the currency, for rows that cannot be read. */
  readonly state?: AttemptState | StepState;
  readonly currency?: Currency;
  readonly count: number;
  readonly amount: MinorUnits;
}

const order = (all: readonly string[], one: string | undefined): number => (one === undefined ? -1 : all.indexOf(one));

/** By currency, then kind, then state, each in the order of its list. */
const compare = (a: DaySum, b: DaySum): number =>
  order(currencies, a.currency) - order(currencies, b.currency) ||
  order(summedKinds, a.kind) - order(summedKinds, b.kind) ||
  order([...attemptStates, ...stepStates], a.state) - order([...attemptStates, ...stepStates], b.state);

/** One sum for each kind, state and currency, in a fixed order. */
export const addSums = (sums: readonly DaySum[]): readonly DaySum[] => {
  const groups = Map.groupBy(sums, ({ kind, state, currency }) => `${kind} ${state} ${currency}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const count = others.reduce((sum, one) => sum + one.count, first.count);
      return [{ ...first, count, amount: minor(others.reduce((sum, one) => sum + one.amount, Number(first.amount))) }];
    })
    .toSorted(compare);
};

/** What one charge adds; undefined stands for a row that cannot be read. */
export const sumOfCharge = (
  charge:
    | {
        readonly state: AttemptState;
        readonly terms: {
          readonly type: 'sale' | 'pre-authorisation';
          readonly total: MinorUnits;
          readonly currency: Currency;
        };
      }
    | undefined,
): DaySum => {
  if (charge === undefined) return UNREADABLE;
  const { type, total, currency } = charge.terms;
  return { kind: type, state: charge.state, currency, count: 1, amount: total };
};

/** What one step adds. Its currency is that of its payment. */
export const sumOfStep = (
  step: { readonly kind: StepKind; readonly state: StepState; readonly amount: MinorUnits } | undefined,
  currency: Currency | undefined,
): DaySum => {
  if (step === undefined || currency === undefined) return UNREADABLE;
  return { kind: step.kind, state: step.state, currency, count: 1, amount: step.amount };
};

const UNREADABLE: DaySum = { kind: 'unreadable', count: 1, amount: minor(0) };
