import { createHash } from 'node:crypto';
import { type AppliedOnce, applyOnce, type OnceCommand, type PlannedOnce } from '../../audit/apply-once.ts';
import type { PageAnswer } from '../../http/page-response.ts';
import { type UnchangedView, unchangedDeskPage } from '../../pages/desk/frame/unchanged-desk-page.ts';
import type { OperatorChanges } from '../../ports/operator-changes.ts';
import { auditUserOf, type DeskCall } from './desk-call.ts';

/** Name of the field of every form that holds its one-time value (rule 54). */
export const ONCE_FIELD = 'once';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a form asks for: which command, and everything that a repeat has to say again. */
export interface DeskAsked {
  readonly command: `desk-${string}`;
  readonly input: Readonly<Record<string, string | number | undefined>>;
}

/** The one-time value that a form posted; undefined where it is none. */
export const onceIn = ({ posted }: Pick<DeskCall, 'posted'>): string | undefined => {
  const once = posted.text(ONCE_FIELD).toLowerCase();
  return UUID.test(once) ? once : undefined;
};

/** The dealer is part of the digest: a value that another dealer's form used names another command here (rule 55). */
const fingerprintOf = (dealerCode: string, { command, input }: DeskAsked): string => {
  const members = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([command, dealerCode, members]), 'utf8')
    .digest('base64url');
};

/** The command of a posted form, by its one-time value; undefined where the form has none. */
export const deskCommandOf = (call: DeskCall, asked: DeskAsked): OnceCommand | undefined => {
  const commandId = onceIn(call);
  if (commandId === undefined) return undefined;
  return {
    commandId,
    command: asked.command,
    atMs: call.nowMs,
    inputFingerprint: fingerprintOf(call.dealer.dealerCode, asked),
    by: auditUserOf(call),
  };
};

/** What became of a posted form. `no-once`: it has no one-time value, so nothing was begun. */
export type AppliedAtDesk<Extra> = AppliedOnce<Extra> | { readonly kind: 'no-once' };

/** Applies the change of a posted form, once for its one-time value, with its audit entry (rule 54). Throws what `plan` throws. */
export const applyAtDesk = async <Extra>(
  { call, changes }: { readonly call: DeskCall; readonly changes: OperatorChanges },
  asked: DeskAsked,
  plan: () => Promise<PlannedOnce<Extra>>,
): Promise<AppliedAtDesk<Extra>> => {
  const command = deskCommandOf(call, asked);
  return command === undefined ? { kind: 'no-once' } : applyOnce(changes, command, plan);
};

/** A plan that refuses what a form asks for, with a reason that its page has words for. Nothing was written. */
export class DeskRefusal<Problem> extends Error {
  override readonly name = 'DeskRefusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super('refused at the desk');
    this.problem = problem;
  }
}

const NOT_APPLIED = { 'other-command': 'used-form', 'no-once': 'no-once', changing: 'changing' } as const;

/** What follows a posted form: the page of what it changed, also for a repeat, so that a reload posts nothing. */
export const answerAfter = (
  outcome: AppliedAtDesk<unknown>,
  { location, ...view }: UnchangedView & { readonly location: string },
): PageAnswer => {
  switch (outcome.kind) {
    case 'applied':
    case 'repeated':
      return { location };
    case 'other-command':
    case 'no-once':
    case 'changing':
      return { statusCode: 409, page: unchangedDeskPage(NOT_APPLIED[outcome.kind], view) };
  }
};
