import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { shopKeys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoShopRecords } from '../../../shared/adapters/dynamodb/shop/shop-record.ts';
import { shopPasswordContext } from '../../../shared/ports/vault.ts';
import { newOperator, operatedDealer } from '../../support/operator/operators.ts';

// Definition ids are unique over all dealers, also of other test files.
let lastDefinitionId = 71_300;

/** A dealer that may have the shop, and the version of what an earlier test may have left. */
const shopDealer = async () => {
  const operator = await operatedDealer();
  const { done, dealerCode, store } = operator;
  lastDefinitionId += 1;
  const dealerCustomerTypeId = lastDefinitionId;
  await done('put-definition', { dealerCode, dealerCustomerTypeId, displayName: 'Shop', deliveryMode: 'none' });
  return { ...operator, dealerCustomerTypeId, shopRecord: dynamoShopRecords(store) };
};

describe('put-shop and show-shop', () => {
  test('make a credential of the shop alone, and store its password sealed', async () => {
    const { done, run, refused, audit, store, vault, dealerCode, dealerCustomerTypeId, shopRecord } =
      await shopDealer();
    await store.transact([{ remove: shopKeys.shop() }]);
    expect(await refused('show-shop', {})).toMatchObject({ code: 'NotFound' });
    const input = { dealerCode, dealerCustomerTypeId, bankCode: '64' };
    const commandId = randomUUID();
    expect(await run('put-shop', input, commandId)).toMatchObject({ ok: true, result: { dealerCode, version: 1 } });
    const record = await shopRecord.find();
    if (record === undefined) throw new Error('no shop');
    const password = await vault.open(record.sealedPassword, shopPasswordContext(record));
    expect(password.length).toBeGreaterThan(20);
    const told = JSON.stringify([
      await audit(commandId),
      await done('show-shop', {}),
      await store.get(shopKeys.shop()),
    ]);
    expect(told).not.toContain(password);
    const usersOf = async () => (await done('show-dealer', { dealerCode })).users as readonly { username: string }[];
    const [before] = await usersOf();
    expect(before).toMatchObject({ username: 'demo-shop', credentials: [{}] });
    expect(await refused('put-shop', input)).toMatchObject({ code: 'VersionConflict', field: 'version' });
    await done('put-shop', { ...input, version: 1 });
    const after = await usersOf();
    expect(after).toMatchObject([{ username: 'demo-shop', credentials: [{}] }]);
    expect(after[0]).not.toEqual(before);
    await store.transact([{ remove: shopKeys.shop() }]);
  });

  test('refuse a definition that the dealer does not have, and are not known in production', async () => {
    const { refused, dealerCode } = await shopDealer();
    const input = { dealerCode, dealerCustomerTypeId: 99_999, bankCode: '64' };
    expect(await refused('put-shop', input)).toMatchObject({ field: 'dealerCustomerTypeId' });
    const production = newOperator({ sandbox: false });
    for (const command of ['put-shop', 'show-shop'])
      expect(await production.refused(command, input)).toMatchObject({ code: 'UnknownCommand' });
  });
});
