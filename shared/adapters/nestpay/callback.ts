import type { FormField } from '../../domain/form-field.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { failedAuthenticationCode, gateRefusalCode, isAttempted } from '../../nestpay/codes.ts';
import { foldName, isCovered, repeatedName } from '../../nestpay/hash-input.ts';
import type { Authentication3D, CallbackVerdict, ThreeDExpectation } from '../../ports/three-d-gate.ts';
import { isOfReadableSize } from '../bank/callback-fields.ts';
import type { NestPayAccount } from './account.ts';
import { isHashVer3 } from './hash-ver3.ts';
import { gateFields } from './three-d-form.ts';

/** Printable ASCII without spaces: the form of the bank's tokens, and all that the charge after 3D can carry. */
const TOKEN = /^[\x21-\x7E]{1,500}$/;

type Reason = Extract<CallbackVerdict, { kind: 'refused' }>['reason'];
type Read = (name: string) => string | undefined;

const refused = (reason: Reason): CallbackVerdict => ({ kind: 'refused', reason });

/** Reads fields that the hash covers, ignoring case. Any other field is treated as absent (rule 19). */
const reader = (posted: readonly FormField[]): Read => {
  const covered = new Map(posted.filter(([name]) => isCovered(name)).map(([name, value]) => [foldName(name), value]));
  return (name) => covered.get(foldName(name));
};

/** Other names under which a bank may echo a field. */
const otherNames: Readonly<Record<string, string>> = { islemtipi: 'TranType' };
const comparedByThemselves: readonly string[] = ['oid', 'amount', 'currency'];

const isEchoWrong = (read: Read, account: NestPayAccount, expected: ThreeDExpectation): boolean =>
  gateFields(account, expected)
    .filter(([name]) => !comparedByThemselves.includes(name))
    .flatMap(([name, sent]) => [read(name), read(otherNames[name] ?? name)].map((echoed) => ({ sent, echoed })))
    .some(({ sent, echoed }) => echoed !== undefined && echoed !== sent);

/**
 * A gate that refuses the form posts a signed callback without mdStatus. The form asks only for an authentication, so
 * nothing was charged.
 */
const isRefusedByGate = (read: Read): boolean => (read('mdStatus') ?? '') === '' && read('Response') === 'Error';

/** Why the callback is not about the payment that was started: order, amount, currency, then the other echoes. */
const mismatch = (read: Read, account: NestPayAccount, expected: ThreeDExpectation): Reason | undefined => {
  const sent = new Map(gateFields(account, expected));
  if (read('oid') !== sent.get('oid')) return 'order';
  if (parseAmount(read('amount') ?? '') !== expected.order.amount) return 'amount';
  const currency = read('currency');
  const mayBeAbsent = currency === undefined && isRefusedByGate(read);
  if (currency !== sent.get('currency') && !mayBeAbsent) return 'currency';
  return isEchoWrong(read, account, expected) ? 'echo' : undefined;
};

/** The four values of a full authentication. An attempted one may lack the proofs, but never `md`. */
const authenticationOf = (read: Read, attempted: boolean): Authentication3D | undefined => {
  const [md = '', xid = '', eci = '', cavv = ''] = [read('md'), read('xid'), read('eci'), read('cavv')];
  const isProof = (value: string): boolean => TOKEN.test(value) || (attempted && value === '');
  return TOKEN.test(md) && [xid, eci, cavv].every(isProof) ? { md, xid, eci, cavv } : undefined;
};

const judge = (read: Read, account: NestPayAccount): CallbackVerdict => {
  if (isRefusedByGate(read)) return { kind: 'failed', code: gateRefusalCode(read('ErrorCode') ?? '') };
  const mdStatus = read('mdStatus') ?? '';
  const attempted = isAttempted(mdStatus);
  if (mdStatus === '1' || (attempted && account.attemptedThreeDAllowed)) {
    const authentication = authenticationOf(read, attempted);
    if (authentication === undefined) return refused('unreadable');
    return { kind: 'authenticated', authentication, mdStatus: Number(mdStatus) };
  }
  const code = failedAuthenticationCode(mdStatus);
  return code === undefined ? refused('unreadable') : { kind: 'failed', code, mdStatus: Number(mdStatus) };
};

/**
 * Decides what a posted callback proves, in this order: no name stands twice, ignoring case (the hash does not cover
 * names); the hash; order, amount and currency against our record; the other echoes; then mdStatus, or the gate's
 * refusal of the form. Which of the two addresses was hit decides nothing.
 */
export const verifyCallback = (
  account: NestPayAccount,
  expected: ThreeDExpectation,
  posted: readonly FormField[],
): CallbackVerdict => {
  if (!isOfReadableSize(posted)) return refused('unreadable');
  if (repeatedName(posted) !== undefined) return refused('repeated-field');
  const hash = posted.find(([name]) => foldName(name) === 'HASH')?.[1];
  if (hash === undefined || !isHashVer3(hash, posted, account.storeKey)) return refused('hash');
  const read = reader(posted);
  const wrong = mismatch(read, account, expected);
  return wrong === undefined ? judge(read, account) : refused(wrong);
};
