import { newRecoveryCodes, recoveryDigestOf } from '../../../shared/desk/account/recovery-codes.ts';
import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { applyAtDesk } from '../../../shared/desk/call/desk-command.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import {
  enrolmentFields,
  enrolmentPage,
  recoveryCodesPage,
} from '../../../shared/pages/desk/account/one-time-code-pages.ts';
import { type SettingsField, settingsFields } from '../../../shared/pages/desk/account/settings-page.ts';
import type { SettingsProblem } from '../../../shared/pages/desk/account/settings-texts.ts';
import { deskCodeContext, SealedValueDamaged } from '../../../shared/ports/vault.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { currentUser } from './current-user.ts';
import { nextSession } from './next-session.ts';
import { checkOwnPassword } from './own-password.ts';
import { proveSecondFactor } from './second-factor.ts';
import { notAppliedNotice, settingsAgain, settingsDone } from './settings-answer.ts';

/** A new authenticator is confirmed within this time. */
const ENROLMENT_LIFE_MS = 15 * 60_000;

interface ProofFields {
  readonly password: SettingsField;
  readonly code: SettingsField;
}

/** `proven`: the user as it is to be written next; undefined where nothing was used, since no code is enrolled yet. */
type Proof =
  | { readonly kind: 'proven'; readonly user: DeskUser | undefined }
  | { readonly kind: 'refused'; readonly answer: PageAnswer };

/** The password, and a code where one is enrolled: what a new authenticator or new recovery codes need. */
const prove = async (call: DeskCall, fields: ProofFields, deps: AccountDependencies): Promise<Proof> => {
  const refused = (said: Parameters<typeof settingsAgain>[2]): Proof => ({
    kind: 'refused',
    answer: settingsAgain(call, deps, said),
  });
  const checked = await checkOwnPassword(call, call.posted.exact(fields.password), deps);
  if (checked === 'too-many') return refused({ notice: 'too-many' });
  if (checked === 'wrong') return refused({ problems: { [fields.password]: 'wrong-password' } });
  if (call.user.code === undefined) return { kind: 'proven', user: undefined };
  const second = await proveSecondFactor(call, call.posted.text(fields.code), deps);
  if (second.kind === 'proven') return second;
  if (second.kind === 'changing') return refused({ notice: 'changing' });
  return refused({ problems: { [fields.code]: second.kind } });
};

interface Begun {
  readonly secret: string;
  readonly sealed: string;
  readonly begunAtMs: number;
}

const askForCode = (
  call: DeskCall,
  { secret, sealed, begunAtMs }: Begun,
  { deps, problem }: { readonly deps: AccountDependencies; readonly problem?: SettingsProblem },
): PageAnswer => ({
  statusCode: problem === undefined ? 200 : 422,
  page: enrolmentPage({
    frame: call.frame,
    once: deps.randomness.guid(),
    secret,
    uri: deps.codes.enrolmentUri(secret, { email: call.user.email, issuer: deps.serviceName }),
    sealed,
    begunAtMs,
    problem,
  }),
});

/**
 * Begins with a new authenticator: makes its secret and shows it. The secret is stored nowhere yet. It comes back sealed in the
 * form: sealed for this user and this moment, it opens for nobody else and cannot be made older or younger, and one that is
 * given up leaves nothing behind.
 */
export const beginCode = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { codePassword, codeProof } = settingsFields;
  const proof = await prove(call, { password: codePassword, code: codeProof }, deps);
  if (proof.kind === 'refused') return proof.answer;
  const { user } = proof;
  if (user !== undefined) {
    const asked = { command: 'desk-begin-code', input: {} } as const;
    const applied = await applyAtDesk({ call, changes: deps.changes }, asked, async () => ({
      change: { kind: 'desk', record: { user } },
      entry: { dealerCode: call.dealer.dealerCode, changed: [], result: { userId: user.userId } },
      extra: undefined,
    }));
    if (applied.kind === 'repeated') return settingsAgain(call, deps, { notice: 'used-once' });
    if (applied.kind !== 'applied') return settingsAgain(call, deps, { notice: notAppliedNotice(applied) });
  }
  const secret = deps.codes.newSecret();
  const sealed = await deps.sealer.seal(secret, deskCodeContext(call.user, call.nowMs));
  return askForCode(call, { secret, sealed, begunAtMs: call.nowMs }, { deps });
};

/** What the form brought back; undefined where it is too old, or not what was sealed for this user. */
const begunIn = async ({ posted, user, nowMs }: DeskCall, deps: AccountDependencies): Promise<Begun | undefined> => {
  const sealed = posted.exact(enrolmentFields.sealed);
  const begunAtMs = Number(posted.text(enrolmentFields.begun));
  const age = nowMs - begunAtMs;
  if (!Number.isSafeInteger(begunAtMs) || age < 0 || age >= ENROLMENT_LIFE_MS || sealed === '') return undefined;
  try {
    return { secret: await deps.opener.open(sealed, deskCodeContext(user, begunAtMs)), sealed, begunAtMs };
  } catch (error) {
    if (error instanceof SealedValueDamaged) return undefined;
    throw error;
  }
};

/**
 * Enrols an authenticator on the word of a code that it made, and shows ten recovery codes, once. All sessions of the user end:
 * who held one without a code gets no rights by it. The caller goes on in a new one.
 */
export const confirmCode = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { nowMs, posted, dealer, session } = call;
  const begun = await begunIn(call, deps);
  if (begun === undefined) return settingsAgain(call, deps, { notice: 'enrolment-old' });
  const { secret, sealed, begunAtMs } = begun;
  const lastStep = deps.codes.stepOf(posted.text(enrolmentFields.code), { secret, lastStep: 0, nowMs });
  if (lastStep === undefined) return askForCode(call, begun, { deps, problem: 'wrong-code' });
  const recovery = newRecoveryCodes();
  const code = {
    sealedSecret: sealed,
    secretVersion: begunAtMs,
    enrolledAtMs: nowMs,
    lastStep,
    recoveryCodes: recovery.map(recoveryDigestOf),
  };
  const next = nextSession(call, session.epoch + 1, deps);
  const asked = { command: 'desk-enrol-code', input: { begunAtMs } } as const;
  const applied = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
    const { wrongCodes: _forgotten, ...stored } = await currentUser(call, deps);
    const user = { ...stored, code, epoch: next.session.epoch, version: stored.version + 1 };
    return {
      change: { kind: 'desk', record: { user, begins: next.session, ends: session } },
      entry: {
        dealerCode: dealer.dealerCode,
        changed: ['code'],
        result: { userId: stored.userId },
        before: { enrolled: stored.code !== undefined },
        after: { enrolled: true },
      },
      extra: user,
    };
  });
  if (applied.kind === 'repeated') return settingsDone('codes-shown');
  if (applied.kind !== 'applied') return settingsAgain(call, deps, { notice: notAppliedNotice(applied) });
  return {
    statusCode: 200,
    page: recoveryCodesPage(next.frameFor(applied.extra), recovery),
    cookies: [next.cookie],
  };
};

/** Ten new recovery codes in place of those that are left, shown once. */
export const renewRecoveryCodes = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { recoveryPassword, recoveryProof } = settingsFields;
  if (call.user.code === undefined) return settingsAgain(call, deps, { notice: 'changing' });
  const proof = await prove(call, { password: recoveryPassword, code: recoveryProof }, deps);
  if (proof.kind === 'refused') return proof.answer;
  const { user } = proof;
  const code = user?.code;
  if (user === undefined || code === undefined) return settingsAgain(call, deps, { notice: 'changing' });
  const recovery = newRecoveryCodes();
  const asked = { command: 'desk-renew-recovery-codes', input: {} } as const;
  const applied = await applyAtDesk({ call, changes: deps.changes }, asked, async () => ({
    change: {
      kind: 'desk',
      record: { user: { ...user, code: { ...code, recoveryCodes: recovery.map(recoveryDigestOf) } } },
    },
    entry: {
      dealerCode: call.dealer.dealerCode,
      changed: ['recoveryCodes'],
      result: { userId: user.userId },
      before: { recoveryCodes: call.user.code?.recoveryCodes.length },
      after: { recoveryCodes: recovery.length },
    },
    extra: undefined,
  }));
  if (applied.kind === 'applied') return { statusCode: 200, page: recoveryCodesPage(call.frame, recovery) };
  if (applied.kind === 'repeated') return settingsDone('codes-shown');
  return settingsAgain(call, deps, { notice: notAppliedNotice(applied) });
};
