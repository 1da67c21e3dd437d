import type { Dealer } from '../../domain/dealer/dealer.ts';
import type { AccountClaim, Accounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DealerAccount, Dealers } from '../../ports/dealers.ts';
import { type HashedPassword, isPassword } from './password-hash.ts';

const MAX_DEALERS = 1000;
/**
 * Anybody can invent dealer codes. So codes that belong to no dealer have a small cache of their own and push no dealer
 * out.
 */
const MAX_UNKNOWN = 100;
const UNKNOWN_LIFE_MS = 5000;
/**
 * A failed comparison loads the dealer once more if the entry is older than this, so that a new credential works at
 * once.
 */
const RELOAD_AFTER_MS = 2000;

interface Entry {
  readonly loadedAtMs: number;
  readonly account: Promise<DealerAccount | undefined>;
}

export interface CachedAccountsOptions {
  readonly dealers: Dealers;
  readonly clock: Clock;
  /** How long a dealer is kept: a stage setting, at most 60 s (rule 35). A revoked credential dies within it. */
  readonly lifeMs: number;
}

/** Of the length of a real one, so that comparing with it takes as long. It matches nothing that anybody knows. */
const DUMMY: HashedPassword = { salt: 'A'.repeat(22), passwordHash: 'A'.repeat(43) };

const dealerWith = (account: DealerAccount | undefined, claim: AccountClaim): Dealer | undefined => {
  const candidates = account?.credentials.filter((one) => !one.revoked && one.username === claim.username) ?? [];
  // An unknown dealer or user costs one comparison as well: the time of an answer must not tell who exists.
  const compared = candidates.length === 0 ? [DUMMY] : candidates;
  const matches = compared.map((one) => isPassword(claim.password, one));
  if (candidates.length === 0 || !matches.includes(true)) return undefined;
  return account?.dealer.enabled === true ? account.dealer : undefined;
};

interface Kept {
  readonly dealerCode: string;
  readonly entry: Entry;
  readonly max: number;
}

/** Adds an entry at the end. Above `max` entries the first, the longest unused, is dropped. */
const keepLast = (entries: Map<string, Entry>, { dealerCode, entry, max }: Kept): void => {
  entries.delete(dealerCode);
  const first = entries.size >= max ? entries.keys().next().value : undefined;
  if (first !== undefined) entries.delete(first);
  entries.set(dealerCode, entry);
};

/** Accounts over a bounded cache of dealers. The cache decides refusals and the choice of a bank only (rule 35). */
export const cachedAccounts = ({ dealers, clock, lifeMs }: CachedAccountsOptions): Accounts => {
  const known = new Map<string, Entry>();
  /** Codes of no dealer, and codes that are still being loaded. */
  const unknown = new Map<string, Entry>();

  const entryOf = (dealerCode: string): Entry | undefined => known.get(dealerCode) ?? unknown.get(dealerCode);

  /** Moves an entry to the known dealers once its load has found one. */
  const settle = async (dealerCode: string, entry: Entry): Promise<void> => {
    try {
      const account = await entry.account;
      if (account === undefined || unknown.get(dealerCode) !== entry) return;
      keepLast(known, { dealerCode, entry, max: MAX_DEALERS });
    } catch {
      // A failed read is not cached: the next request tries again.
    }
    if (unknown.get(dealerCode) === entry) unknown.delete(dealerCode);
  };

  const load = (dealerCode: string): Entry => {
    known.delete(dealerCode);
    const entry = { loadedAtMs: clock.now(), account: dealers.load(dealerCode) };
    keepLast(unknown, { dealerCode, entry, max: MAX_UNKNOWN });
    void settle(dealerCode, entry);
    return entry;
  };

  /** Of several calls with a stale entry, the first loads the dealer again and the others wait for that load. */
  const renew = (dealerCode: string, stale: Entry | undefined): Entry => {
    const current = entryOf(dealerCode);
    return current === undefined || current === stale ? load(dealerCode) : current;
  };

  const isFresh = async (entry: Entry): Promise<boolean> => {
    const life = (await entry.account) === undefined ? Math.min(UNKNOWN_LIFE_MS, lifeMs) : lifeMs;
    return clock.now() - entry.loadedAtMs < life;
  };

  return {
    authenticate: async (claim) => {
      const { dealerCode } = claim;
      const found = entryOf(dealerCode);
      const entry = found !== undefined && (await isFresh(found)) ? found : renew(dealerCode, found);
      if (known.get(dealerCode) === entry) keepLast(known, { dealerCode, entry, max: MAX_DEALERS });
      const dealer = dealerWith(await entry.account, claim);
      const account = await entry.account;
      if (dealer !== undefined || account === undefined) return dealer;
      if (clock.now() - entry.loadedAtMs < RELOAD_AFTER_MS) return undefined;
      return dealerWith(await renew(dealerCode, entry).account, claim);
    },
  };
};
