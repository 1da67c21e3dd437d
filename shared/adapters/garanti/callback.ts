import type { FormField } from '../../domain/form-field.ts';
import { isTransactionId, type ShapedField, signedFieldShapes } from '../../garanti/callback-shapes.ts';
import {
  CALLBACK_HASH_PARAMS,
  type CallbackHashField,
  callbackHash,
  callbackHashFields,
  callbackHashValues,
} from '../../garanti/hashes.ts';
import { failedAuthenticationCode, isAttempted } from '../../nestpay/codes.ts';
import { foldName, repeatedName } from '../../nestpay/hash-input.ts';
import type { Authentication3D, CallbackVerdict, ThreeDExpectation } from '../../ports/three-d-gate.ts';
import { isOfReadableSize } from '../bank/callback-fields.ts';
import { isSameHash } from '../bank/same-hash.ts';
import type { GarantiAccount } from './account.ts';
import { gateFields } from './three-d-form.ts';

type Reason = Extract<CallbackVerdict, { kind: 'refused' }>['reason'];
type Read = (name: string) => string | undefined;
type SignedFields = Readonly<Record<CallbackHashField, string>>;

/** What was started, at which stage. */
interface Started {
  readonly account: GarantiAccount;
  readonly expected: ThreeDExpectation;
  readonly sandbox: boolean;
}

const refused = (reason: Reason): CallbackVerdict => ({ kind: 'refused', reason });

const reader = (posted: readonly FormField[]): Read => {
  const values = new Map(posted.map(([name, value]) => [foldName(name), value]));
  return (name) => values.get(foldName(name));
};

const signedFieldsOf = (read: Read): SignedFields =>
  Object.fromEntries(callbackHashFields.map((name) => [name, read(name) ?? ''])) as SignedFields;

/** Nothing signs the list of signed names, so it must be the known one; then the hash must be right. */
const isSigned = (read: Read, signed: SignedFields, storeKey: string): boolean => {
  const isRight = isSameHash(read('hash') ?? '', callbackHash(signed, storeKey));
  return read('hashparams') === CALLBACK_HASH_PARAMS && isRight;
};

/** Characters that may stand before the result word: an authorisation code of six and a return code of two. */
const LONGEST_BEFORE_RESULT = 8;

const countResultWords = (joined: string): number =>
  [...joined.matchAll(/Approved|Declined|Error/g)].filter(({ index }) => index <= LONGEST_BEFORE_RESULT).length;

/**
 * Whether the signed fields can be read in this way alone. The hash joins their values without borders. Shapes fix most of
 * them: base64 has a length that is a multiple of four, so no border behind `mdstatus` moves by one. A return code and an
 * authorisation code come with a result word alone, and where the joined values hold one at its place it is the result.
 * Values that hold two result words there are refused, because either could be the result.
 * What is left is the border between `md` and `rnd`: the bank refuses an `md` that it did not make.
 */
const hasFixedBorders = (signed: SignedFields, { account, expected }: Started): boolean => {
  const { authcode, procreturncode, response, mdstatus } = signed;
  const shapes = Object.entries(signedFieldShapes) as readonly [ShapedField, (text: string) => boolean][];
  if (!shapes.every(([name, hasShape]) => hasShape(signed[name]))) return false;
  // A gate that authenticated nobody says so.
  if (mdstatus === '' && response !== 'Error') return false;
  const behindOrder = callbackHashValues(signed).slice(account.terminalId.length + expected.order.orderId.length);
  if (response === '') return authcode === '' && procreturncode === '' && countResultWords(behindOrder) === 0;
  return countResultWords(behindOrder) === 1;
};

/** Echoes without which nothing shows that the callback is about this payment, in the order of their reasons. */
const required: readonly (readonly [name: string, reason: Reason])[] = [
  ['orderid', 'order'],
  ['txnamount', 'amount'],
  ['txncurrencycode', 'currency'],
  ['txntype', 'echo'],
  ['txninstallmentcount', 'echo'],
];

/** Why the callback is not about the payment that was started: what was sent must come back as it was. */
const mismatch = (read: Read, { account, expected, sandbox }: Started): Reason | undefined => {
  if (read('oid') !== expected.order.orderId) return 'order';
  if (read('clientid') !== account.terminalId) return 'echo';
  const sent = gateFields(account, expected, sandbox);
  const values = new Map(sent);
  const wrong = required.find(([name]) => read(name) !== values.get(name));
  if (wrong !== undefined) return wrong[1];
  const isEchoWrong = sent.some(([name, value]) => (read(name) ?? value) !== value);
  return isEchoWrong ? 'echo' : undefined;
};

/**
 * What the charge after 3D needs. An attempted authentication may lack its two proofs, but not one of them alone: the
 * length of what is signed would not tell which. `xid` is unsigned and only passed on.
 */
const authenticationOf = (read: Read, { md, eci, cavv, rnd }: SignedFields, attempted: boolean) => {
  const xid = read('xid') ?? '';
  const isComplete = md !== '' && rnd !== '' && isTransactionId(xid);
  const hasProofs = eci !== '' && cavv !== '';
  const hasNone = eci === '' && cavv === '';
  const authentication: Authentication3D = { md, xid, eci, cavv };
  return isComplete && (hasProofs || (attempted && hasNone)) ? authentication : undefined;
};

const judge = (read: Read, signed: SignedFields, { account }: Started): CallbackVerdict => {
  const { mdstatus, response } = signed;
  if (mdstatus === '') return { kind: 'failed', code: '025' };
  const attempted = isAttempted(mdstatus);
  if (mdstatus === '1' || (attempted && account.attemptedThreeDAllowed)) {
    // An authentication that passed with a refusal beside it contradicts itself.
    if (response === 'Error' || response === 'Declined') return refused('unreadable');
    const authentication = authenticationOf(read, signed, attempted);
    if (authentication === undefined) return refused('unreadable');
    return { kind: 'authenticated', authentication, mdStatus: Number(mdstatus) };
  }
  const code = failedAuthenticationCode(mdstatus);
  return code === undefined ? refused('unreadable') : { kind: 'failed', code, mdStatus: Number(mdstatus) };
};

/**
 * Decides what a posted callback proves, in this order: no name stands twice, ignoring case; the list of signed names and
 * the hash; the borders between the signed values; what was sent against what came back; then mdstatus. Which of the two
 * addresses was hit decides nothing. The amount is not signed: the charge takes it from the attempt.
 */
export const verifyCallback = (started: Started, posted: readonly FormField[]): CallbackVerdict => {
  if (!isOfReadableSize(posted)) return refused('unreadable');
  if (repeatedName(posted) !== undefined) return refused('repeated-field');
  const read = reader(posted);
  const signed = signedFieldsOf(read);
  if (!isSigned(read, signed, started.account.storeKey)) return refused('hash');
  const wrong = mismatch(read, started);
  if (wrong !== undefined) return refused(wrong);
  return hasFixedBorders(signed, started) ? judge(read, signed, started) : refused('unreadable');
};
