/** Names of the fields that the page of a reusable link posts, to its own address. */
export const linkFormFields = {
  /** The one-time value (rule 52). */
  form: 'form',
  amount: 'amount',
  /** The amount that the payer was shown, in minor units: what was read must be the same. */
  shown: 'shown',
  /** A suggested amount, in minor units, which goes into the field. */
  suggested: 'suggested',
  /** Pressed to go from the amount that was read back to the form. */
  change: 'change',
} as const;

/** The answer to a question of the link, by its number from 0. */
export const answerField = (index: number): string => `answer${index}`;
