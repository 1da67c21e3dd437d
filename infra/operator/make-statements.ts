import * as z from 'zod';
import {
  type MakeStatementsEvent,
  type MakeStatementsResult,
  makeStatementsFunctionName,
} from '../../functions/statement/make-statements/contract.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { type Called, callFunction } from './invoke.ts';
import type { ProgressOutput } from './progress.ts';

const answerSchema = z.union([
  z.object({
    ok: z.literal(true),
    result: z.object({ made: z.int(), failed: z.int(), doneDay: z.string(), isDone: z.boolean() }),
  }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/** A day of thousands of dealers takes some hundred steps. It ends a run that would otherwise never end. */
const MAX_STEPS = 10_000;

interface Made extends Partial<MakeStatementsResult> {
  /** Why the run ended early. Statements that are made stay made. */
  readonly error?: { readonly code: string; readonly message: string };
}

const fieldIn = (input: Readonly<Record<string, unknown>>, name: 'dealerCode' | 'day'): string | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') throw new UsageError(`${name} is no text.`);
  return String(value);
};

/** Makes the statements that are missing, step by step, of one dealer or of all. */
export const makeAllStatements = async (
  invocation: Invocation,
  input: Readonly<Record<string, unknown>>,
  progress: ProgressOutput,
): Promise<Made> => {
  const { commandId, stage, functionName = makeStatementsFunctionName(stage) } = invocation;
  const unknown = Object.keys(input).find((name) => name !== 'dealerCode' && name !== 'day');
  if (unknown !== undefined) throw new UsageError(`${unknown} is not a field of make-statements.`);
  const [dealerCode, day] = [fieldIn(input, 'dealerCode'), fieldIn(input, 'day')];
  const event: MakeStatementsEvent = {
    commandId,
    stage,
    ...(dealerCode === undefined ? {} : { dealerCode }),
    ...(day === undefined ? {} : { day }),
  };
  const step = async (): Promise<Called<MakeStatementsResult>> => {
    const called = await callFunction(invocation, functionName, event);
    if (!called.ok) return called;
    const answer = answerSchema.parse(called.value);
    return answer.ok ? { ok: true, value: answer.result } : answer;
  };
  let made = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const called = await step();
    if (!called.ok) return { made, error: called.error };
    const { value } = called;
    made += value.made;
    // A dealer that failed is not done, and another step would find the same.
    if (value.isDone || value.failed > 0) return { ...value, made };
    progress.write(`made ${made} statements, up to ${value.doneDay}\n`);
  }
  return { made, error: { code: 'Unexpected', message: 'The run does not end.' } };
};
