import type { ScryptHash } from '../domain/desk/user.ts';

/** Too many passwords are being hashed: the caller is told to come again. */
export class DeskBusy extends Error {
  override readonly name = 'DeskBusy';

  constructor() {
    super('too many passwords are being hashed');
  }
}

/** Passwords of the desk. At most two are hashed at once, and 20 wait; both methods throw DeskBusy beyond that. */
export interface DeskPasswords {
  hash(password: string): Promise<ScryptHash>;
  /**
   * True for the right password, compared in constant time. Without a hash it is false after the same work, so that nobody
   * learns from the time who is a user.
   */
  isRight(password: string, stored: ScryptHash | undefined): Promise<boolean>;
}

/** One-time codes of authenticator apps (RFC 6238): six digits, steps of 30 seconds, SHA-1. */
export interface OneTimeCodes {
  /** A new secret of 160 random bits, in base 32. */
  newSecret(): string;
  /** The address that authenticator apps read from a QR code. */
  enrolmentUri(secret: string, user: { readonly email: string; readonly issuer: string }): string;
  /** The time step of a right code, which may be one step early or late, and is after the last accepted one; undefined for any other. */
  stepOf(
    code: string,
    known: { readonly secret: string; readonly lastStep: number; readonly nowMs: number },
  ): number | undefined;
}
