import { afterEach, describe, expect, test, vi } from 'vitest';
import { kmsSealer, newKmsClient } from '../../../../shared/adapters/vault/kms-vault.ts';
import { FakeClock } from '../../../fakes/clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const CONTEXT = { purpose: 'card', dealerCode: 'D1', recordId: '7', field: 'card', version: 1 } as const;

/** Seals once with a KMS that refuses every call by this name, and answers the metrics that were printed. */
const printedWhenRefusedAs = async (name: string): Promise<readonly unknown[]> => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))));
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_METRICS_NAMESPACE', 'PaymentLink');
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'nothing');
  const kms = newKmsClient({ maxAttempts: 2 });
  const refuse = () => async (): Promise<never> => {
    throw Object.assign(new Error('refused'), { name });
  };
  kms.middlewareStack.add(refuse, { step: 'deserialize', name: 'refuse' });
  const sealer = kmsSealer({
    kms,
    keyArn: 'arn:aws:kms:eu-central-1:000000000000:key/k-1',
    clock: new FakeClock(),
  });
  await expect(sealer.seal('4111', CONTEXT)).rejects.toMatchObject({ name: 'VaultUnavailable', errorName: name });
  return lines;
};

describe('A call that KMS refuses as too many', () => {
  test('is counted each time, also those that the SDK repeats', async () => {
    const printed = await printedWhenRefusedAs('ThrottlingException');
    expect(printed).toMatchObject([
      { service: 'vault', stage: 'production', VaultThrottles: 1 },
      { service: 'vault', stage: 'production', VaultThrottles: 1 },
    ]);
  });

  test('is told from every other refusal', async () => {
    expect(await printedWhenRefusedAs('AccessDeniedException')).toEqual([]);
  });
});
