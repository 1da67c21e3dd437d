import type { CardHasher } from '../../shared/ports/card-hasher.ts';
import { type Opener, type Sealer, VaultUnavailable } from '../../shared/ports/vault.ts';
import { openVault, plainHasher } from '../support/card/card-storing.ts';
import { keyOf } from './run-account.ts';
import type { Circumstances, RunBank } from './world.ts';

const FAULT_PROBABILITY = 0.01;

/** The key service as functions use it. */
export interface RunVault extends Sealer, Opener, CardHasher {}

export const VAULT_METHODS = ['seal', 'open', 'hash'] as const satisfies readonly (keyof RunVault)[];

/** The vault of a run, which fails now and then. It opens the keys of the run's one merchant by their field names. */
export const faultyVault = (circumstances: Circumstances, { account }: RunBank): RunVault => {
  const { seeded, met } = circumstances;
  const vault = openVault();
  const fails = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    if (circumstances.atFault && seeded.chance(FAULT_PROBABILITY)) {
      met.add(`fault: vault does not ${name}`);
      throw new VaultUnavailable('TimeoutError');
    }
    return work();
  };
  return {
    keyName: vault.keyName,
    seal: (plaintext, context) => fails('seal', () => vault.seal(plaintext, context)),
    open: (sealed, context) =>
      fails('open', async () => {
        if (context.purpose !== 'merchant-key') return vault.open(sealed, context);
        return keyOf(account, context.field);
      }),
    hash: (card) => fails('hash', () => plainHasher.hash(card)),
  };
};
