/** The answer when a capture or void outlasts its invocation: the bank may have carried it out. */
export const LATE_STEP = {
  reason: 'OutcomeUnknown',
  sentence: 'The bank has not told the outcome in time; repeat the same request to learn it.',
} as const;
