import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { shopKeys } from '../../../shared/adapters/dynamodb/sandbox/sandbox-keys.ts';
import { dynamoShopRecords } from '../../../shared/adapters/dynamodb/sandbox/shop-record.ts';
import { shopPasswordContext } from '../../../shared/ports/vault.ts';
import { newOperator, operatedDealer } from '../../support/operator/operators.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const DEFINITION = 2001;

/** A dealer that may have the shop. */
const shopDealer = async () => {
  // In memory: a stage has one shop, and other tests have that of the running app.
  const store = new MemoryTable();
  const operator = await operatedDealer({ through: () => store });
  const { done, dealerCode } = operator;
  const dealerCustomerTypeId = DEFINITION;
  await done('put-definition', { dealerCode, dealerCustomerTypeId, displayName: 'Shop', deliveryMode: 'none' });
  return { ...operator, store, dealerCustomerTypeId, shopRecord: dynamoShopRecords(store) };
};

describe('put-shop and show-shop', () => {
  test('make a credential of the shop alone, and store its password sealed', async () => {
    const { done, run, refused, store, vault, dealerCode, dealerCustomerTypeId, shopRecord } = await shopDealer();
    expect(await refused('show-shop', {})).toMatchObject({ code: 'NotFound' });
    const input = { dealerCode, dealerCustomerTypeId, bankCode: '64' };
    const commandId = randomUUID();
    expect(await run('put-shop', input, commandId)).toMatchObject({ ok: true, result: { dealerCode, version: 1 } });
    const record = await shopRecord.find();
    if (record === undefined) throw new Error('no shop');
    const password = await vault.open(record.sealedPassword, shopPasswordContext(record));
    expect(password.length).toBeGreaterThan(20);
    const told = JSON.stringify([
      await store.get(keys.command(commandId)),
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
