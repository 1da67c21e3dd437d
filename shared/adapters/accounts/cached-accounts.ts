import type { Dealer } from '../../domain/dealer.ts';
import type { AccountClaim, Accounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DealerAccount, Dealers } from '../../ports/dealers.ts';
import { type HashedPassword, hashPassword, isPassword } from './password-hash.ts';

const MAX_ENTRIES = 1000;
const UNKNOWN_LIFE_MS = 5000;
/** A failed comparison loads the dealer anew, once, when its entry is older: a credential issued just now works. */
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

const DUMMY: HashedPassword = hashPassword('a password that no dealer has');

const dealerWith = (account: DealerAccount | undefined, claim: AccountClaim): Dealer | undefined => {
  const candidates = account?.credentials.filter((one) => !one.revoked && one.username === claim.username) ?? [];
  // An unknown dealer or user costs one comparison as well, so that the time does not tell who exists.
  const compared = candidates.length === 0 ? [DUMMY] : candidates;
  const matches = compared.map((one) => isPassword(claim.password, one));
  if (candidates.length === 0 || !matches.includes(true)) return undefined;
  return account?.dealer.enabled === true ? account.dealer : undefined;
};

/** Accounts over a bounded cache of dealers, which decides refusals and routing only (rule 35). */
export const cachedAccounts = ({ dealers, clock, lifeMs }: CachedAccountsOptions): Accounts => {
  const entries = new Map<string, Entry>();

  const load = (dealerCode: string): Entry => {
    entries.delete(dealerCode);
    const oldest = entries.size >= MAX_ENTRIES ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    const entry = { loadedAtMs: clock.now(), account: dealers.load(dealerCode) };
    entries.set(dealerCode, entry);
    // A failed read is not kept: the next request tries again.
    entry.account.catch(() => {
      if (entries.get(dealerCode) === entry) entries.delete(dealerCode);
    });
    return entry;
  };

  /** Of the calls that find an entry stale, the first loads the dealer anew and the others share its load. */
  const renew = (dealerCode: string, stale: Entry | undefined): Entry => {
    const current = entries.get(dealerCode);
    return current === undefined || current === stale ? load(dealerCode) : current;
  };

  const isFresh = async (entry: Entry): Promise<boolean> => {
    const life = (await entry.account) === undefined ? Math.min(UNKNOWN_LIFE_MS, lifeMs) : lifeMs;
    return clock.now() - entry.loadedAtMs < life;
  };

  return {
    authenticate: async (claim) => {
      const known = entries.get(claim.dealerCode);
      const entry = known !== undefined && (await isFresh(known)) ? known : renew(claim.dealerCode, known);
      const dealer = dealerWith(await entry.account, claim);
      const account = await entry.account;
      if (dealer !== undefined || account === undefined) return dealer;
      if (clock.now() - entry.loadedAtMs < RELOAD_AFTER_MS) return undefined;
      return dealerWith(await renew(claim.dealerCode, entry).account, claim);
    },
  };
};
