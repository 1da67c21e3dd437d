import type { Attempt } from '../domain/attempt/attempt.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { PosAccount } from '../ports/bank-gateway.ts';
import { merchantKeyContext, type Opener } from '../ports/vault.ts';
import type { VirtualPosVersions } from '../ports/virtual-pos-directory.ts';

/** The account of a virtual POS with its keys opened, for one call to the bank. Throws VaultUnavailable. */
export const openPosAccount = async (pos: VirtualPos, opener: Opener): Promise<PosAccount> => {
  const { clientId, apiUser, apiPassword, storeKey } = pos.merchant;
  const [password, key] = await Promise.all([
    opener.open(apiPassword.sealed, merchantKeyContext(pos, 'apiPassword', apiPassword.version)),
    opener.open(storeKey.sealed, merchantKeyContext(pos, 'storeKey', storeKey.version)),
  ]);
  return {
    posId: pos.posId,
    version: pos.version,
    gateway: pos.gateway,
    clientId,
    apiUser,
    apiPassword: password,
    storeKey: key,
    attemptedThreeDAllowed: pos.attemptedThreeDAllowed,
  };
};

export interface PinnedAccountDependencies {
  readonly posVersions: VirtualPosVersions;
  readonly opener: Opener;
}

/** The account of the version that an attempt pins (rule 14). Throws StoreUnavailable and VaultUnavailable. */
export const openPinnedAccount = async (
  { dealerCode, pos }: Pick<Attempt, 'dealerCode' | 'pos'>,
  { posVersions, opener }: PinnedAccountDependencies,
): Promise<PosAccount> => openPosAccount(await posVersions.find(dealerCode, pos), opener);
