import type { StepState } from './step.ts';

/** What happens to a step, in words. `shared/domain/payment/step-transitions.ts` says what else each event changes. */
export const stepEventWords = {
  send: 'a call to the bank is about to leave',
  doubt: 'the bank did not tell what became of the call',
  finish: 'the bank says that it happened',
  refuse: 'it is believed by now that it did not happen',
  stick: 'the bank does not tell, or takes nothing back, for 72 hours',
} as const;
export type StepEvent = keyof typeof stepEventWords;
export const stepEvents = Object.keys(stepEventWords) as readonly StepEvent[];

/** What a step in the queue waits for, the most pressing first. */
export const stepWaits = ['stuck', 'in-doubt', 'carrying-out', 'recheck'] as const;
export type StepWait = (typeof stepWaits)[number];

interface StepStateFacts {
  /** The state that each event leads to. An event that is absent is not allowed. */
  readonly moves: Readonly<Partial<Record<StepEvent, StepState>>>;
  /** What the step waits for; absent: it is final, so the next step may begin. */
  readonly waitsFor?: Exclude<StepWait, 'recheck'>;
}

/** Every state of a step with all that depends on the state alone. */
export const stepStateTable: Readonly<Record<StepState, StepStateFacts>> = {
  intended: {
    moves: { send: 'intended', doubt: 'in-doubt', finish: 'done', refuse: 'refused', stick: 'stuck' },
    waitsFor: 'carrying-out',
  },
  'in-doubt': {
    moves: { send: 'in-doubt', doubt: 'in-doubt', finish: 'done', refuse: 'refused', stick: 'stuck' },
    waitsFor: 'in-doubt',
  },
  // Nothing is sent any more. The bank is still asked, so that what an operator did there by hand is noticed.
  stuck: { moves: { finish: 'done', refuse: 'refused', stick: 'stuck' }, waitsFor: 'stuck' },
  // The bank is asked about a refused step once more the next day. It may have happened after all.
  refused: { moves: { finish: 'done' } },
  done: { moves: {} },
};

/** The state that an event leads to; undefined where it is not allowed. */
export const stepStateAfter = (state: StepState, event: StepEvent): StepState | undefined =>
  stepStateTable[state].moves[event];

/** True of a step that is over: the next one may begin (rule 40). */
export const isFinalStep = ({ state }: { readonly state: StepState }): boolean =>
  stepStateTable[state].waitsFor === undefined;

/** True while the step is in the queue: until it is final, and after some ends until the bank was asked once more. */
export const isStepQueued = (step: { readonly state: StepState; readonly recheckAtMs?: number }): boolean =>
  !isFinalStep(step) || step.recheckAtMs !== undefined;

/**
 * What a step waits for at a moment; undefined when it is over and waits for nothing. A step whose call was not
 * answered in time counts as in doubt; nobody has to write that (rule 8).
 */
export const stepWaitOf = (
  step: { readonly state: StepState; readonly answerByMs?: number; readonly recheckAtMs?: number },
  nowMs: number,
): StepWait | undefined => {
  const { waitsFor } = stepStateTable[step.state];
  if (waitsFor === undefined) return step.recheckAtMs === undefined ? undefined : 'recheck';
  const isOverdue = step.answerByMs !== undefined && nowMs >= step.answerByMs;
  return waitsFor === 'carrying-out' && isOverdue ? 'in-doubt' : waitsFor;
};
