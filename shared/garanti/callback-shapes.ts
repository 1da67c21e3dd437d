import type { CallbackHashField } from './hashes.ts';

/** Signed fields whose shape is known; `clientid` and `oid` must be ours. */
export type ShapedField = Exclude<CallbackHashField, 'clientid' | 'oid'>;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MOST_CHARACTERS = 512;

const isBase64 = (text: string): boolean => text.length <= MOST_CHARACTERS && BASE64.test(text);
const fits =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

/**
 * The shape of each signed field. The hash joins them without separators, so that a border could be moved if a field could
 * hold what its neighbour holds. An empty `mdstatus` is that of a gate which authenticated nobody.
 */
export const signedFieldShapes: Readonly<Record<ShapedField, (text: string) => boolean>> = {
  authcode: fits(/^[A-Za-z0-9]{0,6}$/),
  procreturncode: fits(/^(?:\d{2})?$/),
  response: fits(/^(?:Approved|Declined|Error)?$/),
  mdstatus: fits(/^\d?$/),
  cavv: (text) => text === '' || (text.length === 28 && isBase64(text)),
  eci: fits(/^(?:\d{2})?$/),
  md: isBase64,
  rnd: isBase64,
};

/** `xid`, which the hash leaves out: letters, digits, `-` and base64. */
export const isTransactionId = fits(/^[A-Za-z0-9+/=-]{0,64}$/);
