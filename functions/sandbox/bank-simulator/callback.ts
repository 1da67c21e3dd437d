import type { FormField } from '../../../shared/domain/form-field.ts';

/** The form that the payer's browser posts back, once, or twice for the card that tests this. */
export interface Callback {
  readonly action: string;
  readonly fields: readonly FormField[];
  readonly copies: 1 | 2;
}

/** The fields with another value of one of them. */
export const withValue = (
  fields: readonly FormField[],
  name: string,
  change: (value: string) => string,
): readonly FormField[] => fields.map(([one, value]) => [one, one === name ? change(value) : value]);
