import { withoutRecoveryCode } from '../../../shared/desk/account/recovery-codes.ts';
import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { secretIn } from '../../../shared/desk/call/desk-cookies.ts';
import { digestOf } from '../../../shared/desk/call/secrets.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import {
  isOpenSignIn,
  type PendingSignIn,
  WRONG_CODES_A_SIGN_IN,
} from '../../../shared/domain/desk/pending-sign-in.ts';
import {
  afterWrongCode,
  type DeskUser,
  type EnrolledCode,
  needsRecoveryCode,
} from '../../../shared/domain/desk/user.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { codePage } from '../../../shared/pages/desk/sign-in/code-page.ts';
import type { CodeNotice } from '../../../shared/pages/desk/sign-in/sign-in-texts.ts';
import { deskCodeContext } from '../../../shared/ports/vault.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { endedSignIn } from './sign-in.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { visitorAnswer, withoutToken } from './visitor.ts';

/** A sign-in that waits for a code, with its user. */
interface WaitingSignIn {
  readonly pending: PendingSignIn;
  readonly user: DeskUser & { readonly code: EnrolledCode };
}

const waitingSignIn = async (
  { pendingSignIns, users }: SignInDependencies,
  { page, nowMs, deskUrl }: DeskVisit,
): Promise<WaitingSignIn | undefined> => {
  const secret = secretIn(page.cookies, 'sign-in', deskUrl);
  const pending = secret === undefined ? undefined : await pendingSignIns.find(digestOf(secret));
  if (pending === undefined) return undefined;
  const user = await users.find(pending.userId);
  if (user?.code === undefined || !isOpenSignIn(pending, user.epoch, nowMs)) return undefined;
  return { pending, user: { ...user, code: user.code } };
};

const STATUS: Readonly<Record<CodeNotice, number>> = { empty: 400, wrong: 403, again: 409, 'needs-recovery': 403 };

const codeAnswer = (
  deps: SignInDependencies,
  visit: DeskVisit,
  { user, notice, left }: { readonly user: DeskUser; readonly notice?: CodeNotice; readonly left?: number },
): PageAnswer => {
  const recoveryOnly = needsRecoveryCode(user, istanbulDayOf(visit.nowMs));
  return visitorAnswer(visit, deps, {
    statusCode: notice === undefined ? 200 : STATUS[notice],
    page: (view) => codePage(view, omitUndefined({ recoveryOnly, notice, left })),
  });
};

export const showCode =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const waiting = await waitingSignIn(deps, visit);
    return waiting === undefined ? endedSignIn(visit) : codeAnswer(deps, visit, { user: waiting.user });
  };

/** What is checked of a typed code: all of it is at hand before the code is counted, so that a failed vault counts nothing. */
type TypedCode =
  | { readonly kind: 'recovery'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly secret: string };

/** The authenticator as it stands behind a right code: the step, or the recovery code, is used. Undefined for a wrong one. */
const acceptedCode = (
  { codes }: SignInDependencies,
  { code, typed, nowMs }: { readonly code: EnrolledCode; readonly typed: TypedCode; readonly nowMs: number },
): EnrolledCode | undefined => {
  if (typed.kind === 'recovery') {
    const recoveryCodes = withoutRecoveryCode(code.recoveryCodes, typed.text);
    return recoveryCodes && { ...code, recoveryCodes };
  }
  const lastStep = codes.stepOf(typed.text, { secret: typed.secret, lastStep: code.lastStep, nowMs });
  return lastStep === undefined ? undefined : { ...code, lastStep };
};

/** The sign-in and its user with one more code counted. */
const counted = ({ pending, user }: WaitingSignIn, nowMs: number): WaitingSignIn => ({
  pending: { ...pending, version: pending.version + 1, wrongCodes: pending.wrongCodes + 1 },
  user: { ...user, version: user.version + 1, wrongCodes: afterWrongCode(user, istanbulDayOf(nowMs)) },
});

const typedCode = async (
  { opener }: SignInDependencies,
  { posted }: DeskVisit,
  user: WaitingSignIn['user'],
): Promise<TypedCode | undefined> => {
  const recovery = posted.text('recovery');
  if (recovery !== '') return { kind: 'recovery', text: recovery };
  const text = posted.text('code');
  if (text === '') return undefined;
  const secret = await opener.open(user.code.sealedSecret, deskCodeContext(user, user.code.secretVersion));
  return { kind: 'code', text, secret };
};

/** Signs in by a code that is right. It is no wrong one: its count of the day is given back. */
const accept = async (
  deps: SignInDependencies,
  visit: DeskVisit,
  { before, now, code }: { readonly before: WaitingSignIn; readonly now: WaitingSignIn; readonly code: EnrolledCode },
): Promise<PageAnswer> => {
  const { wrongCodes } = before.user;
  const user: DeskUser = omitUndefined({ ...now.user, version: now.user.version + 1, code, wrongCodes });
  const memberships = await deps.users.membershipsOf(user.userId);
  const passwordAtMs = before.pending.startedAtMs;
  const change = { user, completes: now.pending };
  return (await completeSignIn(deps, visit, { user, memberships, passwordAtMs, change })) ?? endedSignIn(visit);
};

/**
 * The code of an authenticator, whose time step counts once, or a recovery code, which is used up (rule 53). It is counted as
 * wrong in the sign-in and in the user's day before it is looked at: however many come at once, each one looked at was counted.
 */
export const giveCode =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const refused = withoutToken(visit);
    if (refused !== undefined) return refused;
    const { nowMs } = visit;
    const before = await waitingSignIn(deps, visit);
    if (before === undefined) return endedSignIn(visit);
    const { user } = before;
    const typed = await typedCode(deps, visit, user);
    if (typed === undefined) return codeAnswer(deps, visit, { user, notice: 'empty' });
    if (typed.kind === 'code' && needsRecoveryCode(user, istanbulDayOf(nowMs))) {
      return codeAnswer(deps, visit, { user, notice: 'needs-recovery' });
    }
    const now = counted(before, nowMs);
    if (!(await deps.pendingSignIns.count(now.pending, now.user))) {
      return codeAnswer(deps, visit, { user, notice: 'again' });
    }
    const code = acceptedCode(deps, { code: user.code, typed, nowMs });
    if (code !== undefined) return accept(deps, visit, { before, now, code });
    const left = WRONG_CODES_A_SIGN_IN - now.pending.wrongCodes;
    return left > 0 ? codeAnswer(deps, visit, { user: now.user, notice: 'wrong', left }) : endedSignIn(visit);
  };
