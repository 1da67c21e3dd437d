import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { KmsError, LocalKms } from '../../infra/local/kms.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-kms-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = (id: string, spec = 'SYMMETRIC_DEFAULT') => ({ id, arn: `arn:aws:kms:x:0:key/${id}`, spec });
const vault = key('11111111-1111-1111-1111-111111111111');
const other = key('22222222-2222-2222-2222-222222222222');
const mac = key('33333333-3333-3333-3333-333333333333', 'HMAC_256');
const kms = new LocalKms([vault, other, mac], undefined);

const dataKey = (context?: Record<string, string>, from = kms) =>
  from.call('GenerateDataKey', { KeyId: vault.arn, KeySpec: 'AES_256', EncryptionContext: context });

const refusal = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof KmsError) return error.name;
    throw error;
  }
  return 'not refused';
};

describe('The stand-in for KMS binds a ciphertext', () => {
  const context = { purpose: 'code-for-hash', dealer: '7' };
  const { CiphertextBlob, Plaintext } = dataKey(context);
  const open = (more: Record<string, unknown>) => kms.call('Decrypt', { CiphertextBlob, ...more });

  test('to its encryption context, whose order does not matter', () => {
    expect(open({ EncryptionContext: { dealer: '7', purpose: 'code-for-hash' } }).Plaintext).toBe(Plaintext);
    expect(Buffer.from(String(Plaintext), 'base64')).toHaveLength(32);
  });

  test.each([
    ['another purpose', { purpose: 'merchant-key', dealer: '7' }],
    ['a member less', { purpose: 'code-for-hash' }],
    ['a member more', { ...context, version: '1' }],
    ['none', undefined],
  ])('so that %s is an InvalidCiphertextException', (_what, wrong) => {
    expect(refusal(() => open({ EncryptionContext: wrong }))).toBe('InvalidCiphertextException');
  });

  test('to its key', () => {
    const call = () => open({ KeyId: other.id, EncryptionContext: context });
    expect(refusal(call)).toBe('IncorrectKeyException');
  });

  test('so that a changed byte is an InvalidCiphertextException', () => {
    const bytes = Buffer.from(String(CiphertextBlob), 'base64');
    for (const at of [0, 5, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const call = () => open({ CiphertextBlob: changed.toString('base64'), EncryptionContext: context });
      expect(refusal(call)).toBe('InvalidCiphertextException');
    }
  });
});

describe('The stand-in for KMS', () => {
  test('makes the same MAC for the same message, on HMAC keys only', () => {
    const macOf = (KeyId: string, text: string) =>
      kms.call('GenerateMac', {
        KeyId,
        Message: Buffer.from(text).toString('base64'),
        MacAlgorithm: 'HMAC_SHA_256',
      }).Mac;
    expect(macOf(mac.id, 'a')).toBe(macOf(mac.arn, 'a'));
    expect(macOf(mac.id, 'a')).not.toBe(macOf(mac.id, 'b'));
    expect(refusal(() => macOf(vault.id, 'a'))).toBe('InvalidKeyUsageException');
  });

  test('knows the templates’ keys only, and the operations that are used only', () => {
    expect(refusal(() => kms.call('GenerateDataKey', { KeyId: 'x', KeySpec: 'AES_256' }))).toBe('NotFoundException');
    expect(refusal(() => kms.call('ScheduleKeyDeletion', {}))).toBe('UnknownOperationException');
    expect(refusal(() => kms.call('Decrypt', {}))).toBe('ValidationException');
  });

  test('keeps its master keys over restarts, in a file that only its owner reads', () => {
    const first = new LocalKms([vault], folder);
    const sealed = dataKey({ purpose: 'p' }, first);
    const second = new LocalKms([vault, mac], folder);
    const opened = second.call('Decrypt', {
      CiphertextBlob: sealed.CiphertextBlob,
      EncryptionContext: { purpose: 'p' },
    });
    expect(opened.Plaintext).toBe(sealed.Plaintext);
    expect(statSync(join(folder, 'kms-keys.json')).mode & 0o777).toBe(0o600);
  });
});
