import { describe, expect, test } from 'vitest';
import { keyNameOf, kmsClient, kmsOpener, kmsSealer } from '../../../../shared/adapters/vault/kms-vault.ts';
import type { SealContext } from '../../../../shared/ports/vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { useLocalKms } from '../../../support/card/local-kms.ts';

const local = useLocalKms();

const CONTEXT: SealContext = { purpose: 'card', dealerCode: 'D1', recordId: 't', field: 'card', version: 3 };

const vaultUnder = (keyArn: string, previousKeyArns: readonly string[] = []) => {
  const options = { kms: kmsClient(), keyArn, previousKeyArns, clock: new FakeClock() };
  return { sealer: kmsSealer(options), opener: kmsOpener(options) };
};

/** The older format, in which values do not name their key. */
const unnamed = (sealed: string): string => ['v1', ...sealed.split('.').slice(2)].join('.');

describe('a vault that has changed its key (rule 24)', () => {
  test('a sealed value names the key that it is under, and says nothing of account or region', async () => {
    const { sealer } = vaultUnder(local.keyArn);
    const sealed = await sealer.seal('secret', CONTEXT);
    expect(sealed.split('.')[1]).toBe(sealer.keyName);
    expect(sealer.keyName).toBe(keyNameOf(local.keyArn));
    // Base 64 may hold the three letters, and no colon.
    expect(sealed).not.toContain('arn:');
  });

  test('opens what the key before it sealed, in one call of the key service', async () => {
    const sealed = await vaultUnder(local.keyArn).sealer.seal('secret', CONTEXT);
    const { opener } = vaultUnder(local.otherKeyArn, [local.keyArn]);
    local.calls = [];
    expect(await opener.open(sealed, CONTEXT)).toBe('secret');
    expect(local.calls.map(({ operation, input }) => [operation, input.KeyId])).toEqual([['Decrypt', local.keyArn]]);
  });

  test('seals under the new key alone', async () => {
    const { sealer } = vaultUnder(local.otherKeyArn, [local.keyArn]);
    const sealed = await sealer.seal('secret', CONTEXT);
    expect(await vaultUnder(local.otherKeyArn).opener.open(sealed, CONTEXT)).toBe('secret');
  });

  test('does not ask the key service for a key that it was not told of', async () => {
    const sealed = await vaultUnder(local.keyArn).sealer.seal('secret', CONTEXT);
    local.calls = [];
    const opening = vaultUnder(local.otherKeyArn).opener.open(sealed, CONTEXT);
    await expect(opening).rejects.toMatchObject({ name: 'VaultUnavailable', errorName: 'UnknownKey' });
    expect(local.calls).toEqual([]);
  });

  test('opens a value that names no key under whichever of its keys it is', async () => {
    const [one, other] = await Promise.all(
      [local.keyArn, local.otherKeyArn].map((arn) => vaultUnder(arn).sealer.seal(arn, CONTEXT)),
    );
    const { opener } = vaultUnder(local.otherKeyArn, [local.keyArn]);
    expect(await opener.open(unnamed(one ?? ''), CONTEXT)).toBe(local.keyArn);
    expect(await opener.open(unnamed(other ?? ''), CONTEXT)).toBe(local.otherKeyArn);
    const stranger = vaultUnder(local.otherKeyArn).opener.open(unnamed(one ?? ''), CONTEXT);
    await expect(stranger).rejects.toMatchObject({ errorName: 'UnknownKey' });
  });
});
