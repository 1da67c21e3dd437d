import { Refusal } from './refusal.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** One rule of an operation. A table of them is applied from the first to the last, and the first broken one answers. */
export interface Rule<Reason extends RefusalReason, Context> {
  readonly reason: Reason;
  /** Told to the caller; made from the context where it says what would be right. */
  readonly sentence: string | ((context: Context) => string);
  readonly broken: (context: Context) => boolean;
}

/** Throws the Refusal of the first rule of the table that is broken. */
export const refuseFirstBroken = <Reason extends RefusalReason, Context>(
  rules: readonly Rule<Reason, Context>[],
  context: Context,
): void => {
  const rule = rules.find(({ broken }) => broken(context));
  if (rule === undefined) return;
  const { reason, sentence } = rule;
  throw new Refusal(reason, typeof sentence === 'string' ? sentence : sentence(context));
};

/** True for a value that is not given, or is one of the values that are allowed. */
export const oneOf = (value: number | undefined, allowed: readonly number[]): boolean =>
  value === undefined || allowed.includes(value);
