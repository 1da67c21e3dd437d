/** The answer when a capture or void outlasts its invocation: the bank may have carried it out. */
export const LATE_STEP = {
  reason: 'OutcomeUnknown',
  sentence: 'The bank has not told the outcome in time; repeat the same request to learn it.',
} as const;

/** The answer while the service still asks whether a capture or void that the bank refused moved money all the same. */
export const REFUSED_STEP = {
  reason: 'OutcomeUnknown',
  sentence: 'The bank refused, and it is being checked that nothing moved; repeat the same request to learn it.',
} as const;
