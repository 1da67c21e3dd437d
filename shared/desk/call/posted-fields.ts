import type { FormField } from '../../domain/form-field.ts';

/** What a form of the desk posted. */
export interface PostedFields {
  /** The first value of a field without blanks around it; empty where it was not posted. */
  text(name: string): string;
  /** A value exactly as it was posted, for passwords. */
  exact(name: string): string;
  /** Every value of a field that is repeated. */
  all(name: string): readonly string[];
}

export const postedFields = (fields: readonly FormField[] = []): PostedFields => {
  const exact = (name: string): string => fields.find(([one]) => one === name)?.[1] ?? '';
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => fields.filter(([one]) => one === name).map(([, value]) => value),
  };
};
