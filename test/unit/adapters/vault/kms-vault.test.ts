import { describe, expect, test } from 'vitest';
import { keyNameOf, kmsClient, kmsOpener, kmsSealer } from '../../../../shared/adapters/vault/kms-vault.ts';
import {
  type SealContext,
  SealedValueDamaged,
  VaultUnavailable,
  vaultPurposes,
} from '../../../../shared/ports/vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { useLocalKms } from '../../../support/card/local-kms.ts';

const local = useLocalKms();

const newVault = (keyArn = local.keyArn) => {
  const clock = new FakeClock();
  const options = { kms: kmsClient(), keyArn, clock };
  return { clock, options, sealer: kmsSealer(options), opener: kmsOpener(options) };
};

const CONTEXT: SealContext = {
  purpose: 'code-for-hash',
  dealerCode: 'D1',
  recordId: '7',
  field: 'codeForHash',
  version: 1,
};

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('sealing and opening (rule 24)', () => {
  test.each(['', 'a', 'İğüşçö 😀', 'x'.repeat(10_000)])('a sealed value opens at its own place: %j', async (text) => {
    const { sealer, opener } = newVault();
    const sealed = await sealer.seal(text, CONTEXT);
    expect(sealed).toMatch(/^v2\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await opener.open(sealed, CONTEXT)).toBe(text);
  });

  test('the same value is sealed differently each time: a fresh nonce', async () => {
    const { sealer } = newVault();
    const sealed = await Promise.all(Array.from({ length: 50 }, () => sealer.seal('same', CONTEXT)));
    expect(new Set(sealed).size).toBe(50);
  });

  const elsewhere: readonly Partial<SealContext>[] = [
    { purpose: 'customer-password' },
    { dealerCode: 'D2' },
    { recordId: '8' },
    { field: 'password' },
    { version: 2 },
    // Parts that give the same text when joined are still different places.
    { dealerCode: 'D17', recordId: '' },
  ];
  test.each(elsewhere)('it opens nowhere else: %j', async (change) => {
    const { sealer, opener } = newVault();
    const sealed = await sealer.seal('secret', CONTEXT);
    expect(await failureOf(opener.open(sealed, { ...CONTEXT, ...change }))).toMatchObject({ name: 'VaultUnavailable' });
  });

  test('it does not open under another key of the service', async () => {
    const sealed = await newVault().sealer.seal('secret', CONTEXT);
    const { opener } = newVault(local.otherKeyArn);
    expect(await failureOf(opener.open(sealed, CONTEXT))).toMatchObject({ errorName: 'UnknownKey' });
    // Nor does it open if the name of the key in front is changed.
    const [format, , ...rest] = sealed.split('.');
    const renamed = [format, keyNameOf(local.otherKeyArn), ...rest].join('.');
    expect(await failureOf(opener.open(renamed, CONTEXT))).toMatchObject({ errorName: 'IncorrectKeyException' });
  });

  test('every single bit that is changed is found out', async () => {
    const { sealer, opener } = newVault();
    const [format = '', name = '', key = '', value = ''] = (await sealer.seal('secret', CONTEXT)).split('.');
    const bytes = Buffer.from(value, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const tampered = [format, name, key, changed.toString('base64url')].join('.');
      expect(await failureOf(opener.open(tampered, CONTEXT)), `byte ${index}`).toMatchObject({
        errorName: 'NotAuthentic',
      });
    }
  });

  test('a value is not opened under the data key of another value', async () => {
    const [one, other] = await Promise.all([
      newVault().sealer.seal('1', CONTEXT),
      newVault().sealer.seal('2', CONTEXT),
    ]);
    const [format, name] = one.split('.');
    const mixed = [format, name, other.split('.')[2], one.split('.')[3]].join('.');
    expect(await failureOf(newVault().opener.open(mixed, CONTEXT))).toMatchObject({ errorName: 'NotAuthentic' });
  });

  test('what is damaged is told apart from a vault that failed, and from what a newer release sealed (rule 50)', async () => {
    const { sealer, opener } = newVault();
    const sealed = await sealer.seal('1', CONTEXT);
    const [format = '', name = '', key = '', value = ''] = sealed.split('.');
    const other = key.startsWith('A') ? `B${key.slice(1)}` : `A${key.slice(1)}`;
    const damaged = [
      [format, name, key, `${value.slice(0, -4)}AAAA`],
      [format, name, `${key.slice(0, -8)}AAAAAAAA`, value],
      [format, name, key],
      ['rubbish'],
    ].map((parts) => parts.join('.'));
    for (const one of damaged) expect(await failureOf(opener.open(one, CONTEXT))).toBeInstanceOf(SealedValueDamaged);
    local.failure = 'KMSInternalException';
    const unsure = [
      `${format}.unknown.${key}.${value}`,
      `v3.${name}.${key}.${value}`,
      [format, name, other, value].join('.'),
    ];
    for (const one of unsure) {
      const error = await failureOf(opener.open(one, CONTEXT));
      expect(error).toBeInstanceOf(VaultUnavailable);
      expect(error).not.toBeInstanceOf(SealedValueDamaged);
    }
    local.failure = undefined;
  });

  test.each(['', 'v1', 'v1.a', 'v2.a.b', 'v2.a.b.c', 'v3.a.b.c', 'v1..', 'v1.AAAA.', 'v1.%%.%%', 'plain text'])(
    'what was never sealed is VaultUnavailable: %j',
    async (text) => {
      const error = await failureOf(newVault().opener.open(text, CONTEXT));
      expect(error).toMatchObject({ name: 'VaultUnavailable' });
    },
  );
});

describe('data keys (rule 24)', () => {
  test('one serves 1,000 values and no more', async () => {
    const { sealer } = newVault();
    for (let index = 0; index < 1000; index += 1) await sealer.seal('x', CONTEXT);
    expect(local.count('GenerateDataKey')).toBe(1);
    await sealer.seal('x', CONTEXT);
    expect(local.count('GenerateDataKey')).toBe(2);
  });

  test('a data key seals 1,000 values and no more, also when all are sealed at the same time', async () => {
    const { sealer } = newVault();
    const sealed = await Promise.all(Array.from({ length: 2500 }, () => sealer.seal('x', CONTEXT)));
    const uses = Map.groupBy(sealed, (one) => one.split('.')[2]);
    expect(Math.max(...[...uses.values()].map(({ length }) => length))).toBeLessThanOrEqual(1000);
    expect(local.count('GenerateDataKey')).toBe(3);
  });

  test('one serves for 10 minutes and no longer', async () => {
    const { sealer, clock } = newVault();
    await sealer.seal('x', CONTEXT);
    clock.advance(599_999);
    await sealer.seal('x', CONTEXT);
    expect(local.count('GenerateDataKey')).toBe(1);
    clock.advance(1);
    await sealer.seal('x', CONTEXT);
    expect(local.count('GenerateDataKey')).toBe(2);
  });

  test('no two purposes share one, and its purpose is in its encryption context', async () => {
    const { sealer } = newVault();
    const sealed = await Promise.all(vaultPurposes.map((purpose) => sealer.seal('x', { ...CONTEXT, purpose })));
    expect(new Set(sealed.map((one) => one.split('.')[2])).size).toBe(vaultPurposes.length);
    const inContext = local.calls.map(({ input }) => JSON.stringify(input.EncryptionContext));
    expect(inContext.toSorted()).toEqual(vaultPurposes.map((purpose) => JSON.stringify({ purpose })).toSorted());
  });

  test('an opened one is kept for 10 minutes, so that a page of values costs one call', async () => {
    const { sealer, opener, clock } = newVault();
    const sealed = await sealer.seal('x', CONTEXT);
    await Promise.all(Array.from({ length: 10 }, () => opener.open(sealed, CONTEXT)));
    expect(local.count('Decrypt')).toBe(1);
    clock.advance(600_000);
    await opener.open(sealed, CONTEXT);
    expect(local.count('Decrypt')).toBe(2);
  });
});

describe('a key service that refuses (rule 29)', () => {
  test('is VaultUnavailable with the name of the error, without cause or message, and works again afterwards', async () => {
    const { sealer, opener } = newVault();
    const sealed = await newVault().sealer.seal('x', CONTEXT);
    local.failure = 'AccessDeniedException';
    for (const call of [() => sealer.seal('x', CONTEXT), () => opener.open(sealed, CONTEXT)]) {
      const error = await failureOf(call());
      expect(error).toMatchObject({ name: 'VaultUnavailable', errorName: 'AccessDeniedException' });
      expect(error).not.toHaveProperty('cause');
      expect(String(error)).not.toContain('injected');
    }
    local.failure = undefined;
    expect(await opener.open(await sealer.seal('x', CONTEXT), CONTEXT)).toBe('x');
    expect(await opener.open(sealed, CONTEXT)).toBe('x');
  });
});
