import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptHash } from '../../domain/desk/user.ts';
import { DeskBusy, type DeskPasswords } from '../../ports/desk-secrets.ts';

/** 32 MB and about a tenth of a second of a processor (rule 53). */
const PARAMETERS = { cost: 32_768, blockSize: 8, parallelism: 3 } as const;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt takes 128 bytes for each of cost and block size; Node refuses what takes more than it may. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const AT_ONCE = 2;
const MOST_WAITING = 20;

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** Lets two of them run at once; 20 wait, and any more throw DeskBusy. */
const limited = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (running < AT_ONCE) {
      running += 1;
      return;
    }
    if (waiting.length >= MOST_WAITING) throw new DeskBusy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await turn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

const hashWith = async (password: string, stored: Omit<ScryptHash, 'hash'>): Promise<Buffer> =>
  derive(password, Buffer.from(stored.salt, 'base64url'), {
    cost: stored.cost,
    blockSize: stored.blockSize,
    parallelization: stored.parallelism,
    maxmem: MAX_MEMORY_BYTES,
  });

/** Passwords by Node's own scrypt. */
export const scryptPasswords = (): DeskPasswords => {
  const run = limited();
  const fresh = () => ({
    algorithm: 'scrypt' as const,
    ...PARAMETERS,
    salt: randomBytes(SALT_BYTES).toString('base64url'),
  });
  return {
    hash: (password) =>
      run(async () => {
        const parameters = fresh();
        const hash = await hashWith(password, parameters);
        return { ...parameters, hash: hash.toString('base64url') };
      }),
    isRight: (password, stored) =>
      run(async () => {
        const expected = Buffer.from(stored?.hash ?? '', 'base64url');
        const actual = await hashWith(password, stored ?? fresh());
        return expected.length === actual.length && timingSafeEqual(expected, actual);
      }),
  };
};
