import type { Attempt } from '../domain/attempt/attempt.ts';
import type { VirtualPos } from '../domain/virtual-pos/virtual-pos.ts';
import type { OpenedMerchant, PosAccount } from '../ports/bank-gateway.ts';
import { merchantKeyContext, type Opener } from '../ports/vault.ts';
import type { VirtualPosVersions } from '../ports/virtual-pos-directory.ts';

type Opened = OpenedMerchant<VirtualPos['merchant']>;

/** Decrypts every encrypted field of a merchant account and leaves the others, for any kind of gateway. */
const openMerchant = async (pos: VirtualPos, opener: Opener): Promise<Opened> => {
  const opened = Object.entries(pos.merchant).map(async ([field, value]): Promise<readonly [string, string]> => {
    if (typeof value === 'string') return [field, value];
    return [field, await opener.open(value.sealed, merchantKeyContext(pos, field, value.version))];
  });
  // Every field is there under its own name, and each is a text now.
  return Object.fromEntries(await Promise.all(opened)) as unknown as Opened;
};

/** The account of a virtual POS with its keys opened, for one call to the bank. Throws VaultUnavailable. */
export const openPosAccount = async (pos: VirtualPos, opener: Opener): Promise<PosAccount> => {
  const { posId, version, gateway, attemptedThreeDAllowed, serverStart, withoutCvc, dayEndsAt } = pos;
  const merchant = await openMerchant(pos, opener);
  const account = { posId, version, gateway, attemptedThreeDAllowed, serverStart, withoutCvc, dayEndsAt };
  // The opened merchant is the one of this kind.
  return { ...merchant, ...account, kind: pos.kind } as PosAccount;
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
