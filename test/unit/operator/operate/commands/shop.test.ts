import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { putShop, showShop } from '../../../../../functions/operator/operate/commands/shop.ts';
import { dealerWith, definitionWith } from '../../../../support/dealer/dealers.ts';

const STORED = { version: 2, dealerCode: 'D1', username: 'demo-shop', sealedPassword: 'sealed', bankCode: '64' };
const url = 'https://pay.example/shop';
const former = { credentialId: 'old', username: 'demo-shop' };
const dealers = { credentialId: 'own', username: 'apiuser' };

const callWith = (stored?: typeof STORED): CommandCall => {
  const deps = {
    dealers: { load: async () => ({ dealer: dealerWith({ dealerCode: 'D1' }), credentials: [] }) },
    definitions: { find: async (id: number) => definitionWith(id === 7 ? 'D1' : 'D2') },
    shop: { find: async () => stored },
    records: { users: async () => ({ version: 4, credentials: [former, dealers] }) },
    passwords: { issue: () => ({ password: 'secret', salt: 'salt', passwordHash: 'hash' }) },
    randomness: { guid: () => 'GUID' },
    sealer: { seal: async (text: string) => `sealed ${text}` },
    baseUrl: 'https://pay.example',
  };
  return { deps, nowMs: 9 } as unknown as CommandCall;
};

const put = (input: object = {}, stored?: typeof STORED) =>
  putShop.plan({ dealerCode: 'D1', dealerCustomerTypeId: 7, bankCode: '64', ...input }, callWith(stored));

describe('put-shop', () => {
  test("issues a credential of the shop's own user in place of the former one, and leaves the dealer's", async () => {
    const { change, changed, result } = await put();
    const issue = { credentialId: 'GUID', username: 'demo-shop', salt: 'salt', passwordHash: 'hash', issuedAtMs: 9 };
    expect(change).toMatchObject({
      kind: 'shop',
      record: { dealerCode: 'D1', dealerCustomerTypeId: 7, version: 1, sealedPassword: 'sealed secret' },
      users: { dealerCode: 'D1', version: 4, issue: { ...issue, revoked: false }, revoke: [former] },
    });
    expect('users' in change && change.users).toHaveProperty('revoke', [former]);
    expect(changed).toEqual(['dealerCode', 'dealerCustomerTypeId', 'bankCode', 'credentials']);
    expect(result).toEqual({ dealerCode: 'D1', version: 1, username: 'demo-shop', url });
  });

  test("is refused for another dealer's definition, and over a version that it does not name", async () => {
    await expect(put({ dealerCustomerTypeId: 8 })).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'dealerCustomerTypeId',
      sentence: 'Dealer D1 has no definition 8.',
    });
    await expect(put({}, STORED)).rejects.toMatchObject({
      code: 'VersionConflict',
      sentence: expect.stringMatching(/^The current version of the demo shop is 2/),
    });
  });
});

test('show-shop, which put-shop names, shows the dealer and the address, and no password', async () => {
  expect(putShop.shownBy).toBe(showShop.name);
  const { sealedPassword: _sealed, ...shown } = STORED;
  expect(await showShop.show({}, callWith(STORED))).toEqual({ ...shown, url });
  await expect(showShop.show({}, callWith())).rejects.toMatchObject({
    sentence: 'There is no dealer of the demo shop; put-shop names one.',
  });
});
