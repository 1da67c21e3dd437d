import { Refusal } from './refusal.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** One rule of an operation. A table of rules is applied in order, and the first broken one decides the answer. */
export interface Rule<Reason extends RefusalReason, Context> {
  readonly reason: Reason;
  /** Shown to the caller. A function if it names what would be right in this case. */
  readonly sentence: string | ((context: Context) => string);
  readonly broken: (context: Context) => boolean;
}

/** Throws the Refusal of the first broken rule. */
export const refuseFirstBroken = <Reason extends RefusalReason, Context>(
  rules: readonly Rule<Reason, Context>[],
  context: Context,
): void => {
  const rule = rules.find(({ broken }) => broken(context));
  if (rule === undefined) return;
  const { reason, sentence } = rule;
  throw new Refusal(reason, typeof sentence === 'string' ? sentence : sentence(context));
};

/** True if the value is absent or one of the allowed ones. */
export const oneOf = (value: number | undefined, allowed: readonly number[]): boolean =>
  value === undefined || allowed.includes(value);
