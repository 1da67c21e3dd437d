import type { FormField } from '../../../shared/domain/form-field.ts';
import { MAX_FORM_BYTES } from '../../../shared/http/posted-form.ts';

const NAME = 'callback';
const CARRIED = new RegExp(`^${NAME}=([\\w-]+)$`);
/** Base64 makes four characters of three bytes. */
const MAX_CARRIED_BYTES = `${NAME}=`.length + Math.ceil((MAX_FORM_BYTES * 4) / 3);

/** Whether a form may go on in a field of ours: one past the limit of forms could not be read on its arrival. */
export const canCarry = (form: Buffer): boolean => form.length > 0 && form.length <= MAX_FORM_BYTES;

/**
 * A posted form as one field of another form. Base64 keeps its bytes: their hash may be over ISO-8859-9, and a browser
 * would post text as UTF-8. The alphabet is that of URLs, so that nothing in it is escaped and its size has a bound.
 */
export const carry = (form: Buffer): FormField => [NAME, form.toString('base64url')];

/** The form that a posted form carries; undefined for one that is no such form. */
export const carriedIn = (form: Buffer): Buffer | undefined => {
  if (form.length > MAX_CARRIED_BYTES) return undefined;
  const [, carried] = CARRIED.exec(form.toString('latin1')) ?? [];
  return carried === undefined ? undefined : Buffer.from(carried, 'base64url');
};
