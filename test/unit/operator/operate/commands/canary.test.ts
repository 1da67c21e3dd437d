import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { putCanaryAccount, showCanary } from '../../../../../functions/operator/operate/commands/canary.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);

const credentialWith = (credentialId: string, username = 'canary', revoked = false) => ({
  credentialId,
  username,
  revoked,
  issuedAtMs: NOON_MS,
});

const ACCOUNT = { dealerCode: 'D1', version: 4, dealerCustomerTypeId: 26, credentialId: 'before', issuedAtMs: NOON_MS };

interface Stored {
  readonly account?: object;
  readonly credentials?: readonly object[];
}

const scene = ({ account, credentials = [] }: Stored = {}) => {
  const sealed: unknown[] = [];
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer: dealerWith(), credentials: [] } : undefined) },
    definitions: { find: async (id: number) => (id === 26 ? { dealerCode: 'D1' } : { dealerCode: 'D2' }) },
    serviceAccounts: { find: async () => account },
    records: { users: async () => ({ version: 7, credentials }) },
    passwords: { issue: () => ({ password: 'secret-password', passwordHash: 'hash' }) },
    randomness: { guid: () => 'new-id' },
    sealer: {
      seal: async (text: string, context: unknown) => {
        sealed.push([text, context]);
        return 'v1.sealed';
      },
    },
  };
  const call = { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
  return { sealed, call };
};

describe('put-canary-account', () => {
  const plan = async (stored: Stored, input: object = {}) => {
    const { sealed, call } = scene(stored);
    const planned = await putCanaryAccount.plan({ dealerCode: 'D1', dealerCustomerTypeId: 26, ...input }, call);
    return { ...planned, sealed };
  };

  test('issues a credential whose password is sealed for the canary and shown to nobody', async () => {
    const planned = await plan({});
    const issue = {
      credentialId: 'new-id',
      username: 'canary',
      passwordHash: 'hash',
      revoked: false,
      issuedAtMs: NOON_MS,
    };
    const record = {
      owner: 'canary',
      dealerCode: 'D1',
      version: 1,
      username: 'canary',
      credentialId: 'new-id',
      sealedPassword: 'v1.sealed',
      dealerCustomerTypeId: 26,
      issuedAtMs: NOON_MS,
    };
    expect(planned).toEqual({
      dealerCode: 'D1',
      change: { kind: 'service-account', record, users: { dealerCode: 'D1', version: 7, issue, revoke: [] } },
      changed: ['password'],
      result: { dealerCode: 'D1', dealerCustomerTypeId: 26, credentialId: 'new-id' },
      sealed: [['secret-password', expect.anything()]],
    });
    const { sealed: _sealed, ...answer } = planned;
    expect(JSON.stringify(answer)).not.toContain('secret-password');
  });

  test('ends the credentials that the canary had at the dealer, and those of nobody else', async () => {
    const own = credentialWith('before');
    const { change } = await plan({ account: ACCOUNT, credentials: [own, credentialWith('shop', 'shop')] });
    expect(change).toMatchObject({ record: { version: 5 }, users: { revoke: [own] } });
  });

  test('needs a dealer, and a definition of that dealer', async () => {
    await expect(plan({}, { dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
    await expect(plan({}, { dealerCustomerTypeId: 27 })).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no definition 27 of dealer D1.',
    });
  });
});

describe('show-canary', () => {
  const show = (stored: Stored) => showCanary.show({}, scene(stored).call);

  test('tells that there is none', async () => {
    expect(await show({})).toEqual({ setUp: false });
  });

  test.each<readonly [string, readonly object[], boolean]>([
    ['holds', [credentialWith('other'), credentialWith('before')], true],
    ['was revoked', [credentialWith('before', 'canary', true)], false],
    ['is gone', [credentialWith('other')], false],
    ['is of another user', [credentialWith('before', 'shop')], false],
  ])('tells whose it is, and whether its credential is valid: it %s', async (_what, credentials, valid) => {
    expect(await show({ account: ACCOUNT, credentials })).toEqual({
      setUp: true,
      dealerCode: 'D1',
      dealerCustomerTypeId: 26,
      valid,
      issuedAt: '2027-01-15T09:00:00.000Z',
    });
  });
});
