import { withoutRecoveryCode } from '../../../shared/desk/account/recovery-codes.ts';
import { auditUserOf, type DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import {
  afterWrongCode,
  type DeskUser,
  type EnrolledCode,
  needsRecoveryCode,
} from '../../../shared/domain/desk/user.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { deskCodeContext } from '../../../shared/ports/vault.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { currentUser } from './current-user.ts';

type UserWithCode = DeskUser & { readonly code: EnrolledCode };

/** `proven`: the user as it is to be written next, with the code used. */
type SecondFactor =
  | { readonly kind: 'proven'; readonly user: UserWithCode }
  | { readonly kind: 'wrong-code' | 'needs-recovery' | 'changing' };

interface Look {
  readonly typed: string;
  readonly nowMs: number;
  /** Absent where only a recovery code is taken. */
  readonly secret: string | undefined;
}

/** The enrolled code after a typed one was used; undefined where it is neither a current code nor a recovery code. */
const usedCode = (
  { code }: UserWithCode,
  { typed, nowMs, secret }: Look,
  { codes }: Pick<AccountDependencies, 'codes'>,
): EnrolledCode | undefined => {
  const { lastStep } = code;
  const step = secret === undefined ? undefined : codes.stepOf(typed, { secret, lastStep, nowMs });
  if (step !== undefined) return { ...code, lastStep: step };
  const recoveryCodes = withoutRecoveryCode(code.recoveryCodes, typed);
  return recoveryCodes && { ...code, recoveryCodes };
};

/**
 * Looks at a code of the authenticator, or a recovery code. It is counted as wrong before it is looked at, in a change of its own
 * with its audit entry: so of several codes that are tried at once one is looked at. A vault that fails counts nothing. Throws
 * SessionEnded and VaultUnavailable.
 */
export const proveSecondFactor = async (
  call: DeskCall,
  typed: string,
  deps: AccountDependencies,
): Promise<SecondFactor> => {
  const { nowMs, dealer } = call;
  const stored = await currentUser(call, deps);
  const { code } = stored;
  if (code === undefined) return { kind: 'changing' };
  const today = istanbulDayOf(nowMs);
  const onlyRecovery = needsRecoveryCode(stored, today);
  const secret = onlyRecovery
    ? undefined
    : await deps.opener.open(code.sealedSecret, deskCodeContext(stored, code.secretVersion));
  const counted = { ...stored, version: stored.version + 1, wrongCodes: afterWrongCode(stored, today) };
  const tried = await deps.changes.apply(
    { kind: 'desk', record: { user: counted } },
    {
      commandId: deps.randomness.guid().toLowerCase(),
      command: 'desk-try-code',
      dealerCode: dealer.dealerCode,
      atMs: nowMs,
      inputFingerprint: '',
      changed: [],
      result: { userId: stored.userId },
      by: auditUserOf(call),
    },
  );
  if (tried.kind !== 'applied') return { kind: 'changing' };
  const used = usedCode({ ...stored, code }, { typed, nowMs, secret }, deps);
  if (used === undefined) return { kind: onlyRecovery ? 'needs-recovery' : 'wrong-code' };
  const user = omitUndefined({ ...counted, version: counted.version + 1, wrongCodes: stored.wrongCodes, code: used });
  return { kind: 'proven', user };
};
