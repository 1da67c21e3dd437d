import type { ScryptHash } from '../../shared/domain/desk/user.ts';
import { DeskBusy, type DeskPasswords } from '../../shared/ports/desk-secrets.ts';

/** Passwords without the work of scrypt. It notes how often that work would be done, and can be busy. */
export class FakePasswords implements DeskPasswords {
  hashed = 0;
  compared = 0;
  busy = false;

  #begin(): void {
    if (this.busy) throw new DeskBusy();
  }

  /** What is stored of a password. */
  static hashOf(password: string): ScryptHash {
    return { algorithm: 'scrypt', cost: 2, blockSize: 1, parallelism: 1, salt: 'salt', hash: `hash of ${password}` };
  }

  async hash(password: string): Promise<ScryptHash> {
    this.#begin();
    this.hashed += 1;
    return FakePasswords.hashOf(password);
  }

  async isRight(password: string, stored: ScryptHash | undefined): Promise<boolean> {
    this.#begin();
    this.compared += 1;
    return stored !== undefined && stored.hash === FakePasswords.hashOf(password).hash;
  }
}
