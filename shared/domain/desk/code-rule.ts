import type { DeskUser } from './user.ts';

/** Whose sign-ins need a one-time code: `managers` alone, or `everybody`. */
export const codeRules = ['managers', 'everybody'] as const;
export type CodesFor = (typeof codeRules)[number];

/** What a dealer wants of its users' sign-ins. A dealer that never said it has none, and wants codes from managers alone. */
export interface CodeRule {
  readonly dealerCode: string;
  readonly version: number;
  readonly codesFor: CodesFor;
}

/** True for a user who must set up a one-time code before anything of the dealer opens (rule 53). */
export const mustEnrol = (rule: Pick<CodeRule, 'codesFor'> | undefined, user: Pick<DeskUser, 'code'>): boolean =>
  rule?.codesFor === 'everybody' && user.code === undefined;

/** What is open to whoever must set up a code: its own settings, its dealers, and the way out. */
const OPEN_WITHOUT_CODE = /^\/desk\/(?:settings|password|dealer|invitation|sign-out)(?:\/|$)/;

export const isOpenWithoutCode = (path: string): boolean => OPEN_WITHOUT_CODE.test(path);
