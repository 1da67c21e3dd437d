import type { Language } from '../language.ts';
import type { DeskRole } from './roles.ts';

/** SHA-256 of the e-mail address in small letters, as URL-safe text: it names a user, and shows no address. */
export type DeskUserId = string;

/** A password as it is stored: the parameters stand beside the hash, so that they can be raised later. */
export interface ScryptHash {
  readonly algorithm: 'scrypt';
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
  readonly salt: string;
  readonly hash: string;
}

/** An authenticator that was enrolled, with its secret sealed for this user and version. */
export interface EnrolledCode {
  readonly sealedSecret: string;
  /** The version that the secret was sealed for. */
  readonly secretVersion: number;
  readonly enrolledAtMs: number;
  /** The last time step that was accepted: no step counts twice. */
  readonly lastStep: number;
  /** SHA-256 of the recovery codes that are left. */
  readonly recoveryCodes: readonly string[];
}

/** A person who may sign in, whichever dealers it belongs to. */
export interface DeskUser {
  readonly userId: DeskUserId;
  readonly version: number;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly createdAtMs: number;
  /** Absent until the first invitation was followed. */
  readonly password?: ScryptHash;
  readonly code?: EnrolledCode;
  /** Raised by a reset or a new password: sessions and pending sign-ins of an earlier one have ended. */
  readonly epoch: number;
  /** Wrong one-time codes of a day in Istanbul. */
  readonly wrongCodes?: { readonly day: string; readonly count: number };
}

/** What a user may do for one dealer. */
export interface DeskMembership {
  readonly dealerCode: string;
  readonly userId: DeskUserId;
  readonly role: DeskRole;
  /** Raised by each change. A session of another version has ended. */
  readonly version: number;
  readonly addedAtMs: number;
}

/** Most characters of a user's name. */
export const MAX_USER_NAME = 60;
/** Most users of a dealer, and most dealers of a user. */
export const MAX_DESK_USERS = 50;
export const MAX_DEALERS_OF_USER = 20;

/** Wrong codes of a day after which only a recovery code opens the desk (rule 53). */
const WRONG_CODES_A_DAY = 20;

/** True where an authenticator's code is refused for the rest of the day, and a recovery code is asked for. */
export const needsRecoveryCode = ({ wrongCodes }: Pick<DeskUser, 'wrongCodes'>, today: string): boolean =>
  wrongCodes !== undefined && wrongCodes.day === today && wrongCodes.count >= WRONG_CODES_A_DAY;

/** The count behind one more wrong code. */
export const afterWrongCode = (
  { wrongCodes }: Pick<DeskUser, 'wrongCodes'>,
  today: string,
): NonNullable<DeskUser['wrongCodes']> => ({
  day: today,
  count: wrongCodes !== undefined && wrongCodes.day === today ? wrongCodes.count + 1 : 1,
});
