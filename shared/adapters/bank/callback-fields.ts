import type { FormField } from '../../domain/form-field.ts';

const MAX_FIELDS = 150;
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 4000;

/** Whether a posted callback is of a size that any bank's could have; nothing of a larger one is read. */
export const isOfReadableSize = (posted: readonly FormField[]): boolean =>
  posted.length <= MAX_FIELDS &&
  posted.every(([name, value]) => name.length <= MAX_NAME_LENGTH && value.length <= MAX_VALUE_LENGTH);
