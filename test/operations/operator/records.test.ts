import { describe, expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readVirtualPosRow } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { merchantKeyContext } from '../../../shared/ports/vault.ts';
import { type Input, operatedDealer } from '../../support/operator/operators.ts';

// Definition ids are unique over all dealers, also of other test files.
let lastDefinitionId = 10_000;
const definitionId = (): number => {
  lastDefinitionId += 1;
  return lastDefinitionId;
};

describe('put-sub-dealer and show-sub-dealer', () => {
  test('every field is shown as it was put, and absent stays', async () => {
    const { done, dealerCode } = await operatedDealer();
    const key = { dealerCode, subDealerId: 1774 };
    await done('put-sub-dealer', { ...key, name: 'Branch', enabled: false, rates: { '1': 2.5, '12': '9.9999' } });
    const expected = { ...key, version: 1, name: 'Branch', enabled: false, rates: { '1': 2.5, '12': 9.9999 } };
    expect(await done('show-sub-dealer', key)).toEqual(expected);
    await done('put-sub-dealer', { ...key, version: 1, enabled: null });
    expect(await done('show-sub-dealer', key)).toEqual({ ...expected, version: 2, enabled: true });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({
      subDealers: [{ subDealerId: 1774, name: 'Branch', enabled: true }],
    });
  });

  test('ids that operators give are below 100,000, and the dealer must exist', async () => {
    const { refused, dealerCode } = await operatedDealer();
    const fields = { name: 'Branch', rates: { '1': 1 } };
    for (const subDealerId of [100_000, 0, 1.5, 'x']) {
      const error = await refused('put-sub-dealer', { dealerCode, subDealerId, ...fields });
      expect(error).toMatchObject({ code: 'InvalidInput', field: 'subDealerId' });
    }
    const error = await refused('put-sub-dealer', { dealerCode: 'nobody', subDealerId: 1, ...fields });
    expect(error).toMatchObject({ code: 'NotFound' });
  });
});

const POS = {
  bankCode: '64',
  bankName: 'Isbank',
  group: 'MAXIMUM',
  kind: 'nestpay',
  gateway: 'https://bank.example/gate',
  currencies: ['TL', 'USD'],
  installmentCounts: [2, 6],
  rates: { '1': 1.79, '2': 3.85, '6': 7 },
  isDefault: true,
  attemptedThreeDAllowed: true,
  serverStart: true,
  withoutCvc: false,
  noRecordHorizonHours: 48,
  dayEndsAt: '23:30',
  enabled: false,
  clientId: '190100000',
  apiUser: 'api',
} as const;
const SECRETS = { apiPassword: 'p4ssw0rd-of-the-bank', storeKey: 's70re-key-of-the-bank' } as const;

describe('put-virtual-pos and show-virtual-pos', () => {
  test('every field is shown as it was put, and the keys never are', async () => {
    const { done, store, audit, run, dealerCode } = await operatedDealer();
    const key = { dealerCode, posId: 'isbank' };
    const commandId = '2f1c1f7e-6f0e-4f6a-9f57-0d5e4f3a9a11'.replace('2f1c1f7e', dealerCode.slice(1, 9));
    const put = await run('put-virtual-pos', { ...key, ...POS, ...SECRETS }, commandId);
    const shown = await done('show-virtual-pos', key);
    expect(shown).toEqual({ ...key, version: 1, ...POS, apiPassword: { set: true }, storeKey: { set: true } });
    const row = await store.get(keys.virtualPos(dealerCode, 'isbank'));
    for (const kept of [put, shown, row, await audit(commandId)]) {
      for (const secret of Object.values(SECRETS)) expect(JSON.stringify(kept)).not.toContain(secret);
    }
  });

  test('each put is a version that never changes, and show can name one (rule 14)', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const key = { dealerCode, posId: 'isbank' };
    await done('put-virtual-pos', { ...key, ...POS, ...SECRETS });
    await done('put-virtual-pos', { ...key, version: 1, apiUser: 'second', attemptedThreeDAllowed: null });
    expect(await done('show-virtual-pos', key)).toMatchObject({
      version: 2,
      apiUser: 'second',
      attemptedThreeDAllowed: false,
    });
    expect(await done('show-virtual-pos', { ...key, version: 1 })).toMatchObject({ ...POS, version: 1 });
    expect(await refused('show-virtual-pos', { ...key, version: 3 })).toMatchObject({ code: 'NotFound' });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ virtualPos: [{ posId: 'isbank', version: 2 }] });
  });

  test('a key that is left out of a put still opens, by the version that it was sealed for', async () => {
    const { done, store, vault, dealerCode } = await operatedDealer();
    const pos = { dealerCode, posId: 'isbank' };
    await done('put-virtual-pos', { ...pos, ...POS, ...SECRETS });
    await done('put-virtual-pos', { ...pos, version: 1, storeKey: 'another store key' });
    const { merchant } = readVirtualPosRow(
      await store.get(keys.virtualPos(dealerCode, 'isbank')),
    ) as VirtualPosOf<'nestpay'>;
    const opened = async (field: 'apiPassword' | 'storeKey') =>
      vault.open(merchant[field].sealed, merchantKeyContext(pos, field, merchant[field].version));
    expect([merchant.apiPassword.version, merchant.storeKey.version]).toEqual([1, 2]);
    expect(await opened('apiPassword')).toBe(SECRETS.apiPassword);
    expect(await opened('storeKey')).toBe('another store key');
  });

  test('a key that is put again stays as it was sealed, and one that does not open any more is replaced', async () => {
    const { done, store, dealerCode } = await operatedDealer();
    const pos = { dealerCode, posId: 'isbank', ...POS, ...SECRETS };
    await done('put-virtual-pos', pos);
    expect(await done('put-virtual-pos', { ...pos, version: 1 })).toMatchObject({ version: 2, changed: [] });
    const row = (await store.get(keys.virtualPos(dealerCode, 'isbank'))) ?? expect.unreachable();
    const merchant = row.merchant as Readonly<Record<'apiPassword' | 'storeKey', object>>;
    const damaged = { ...merchant, storeKey: { ...merchant.storeKey, sealed: 'x' } };
    await store.transact([{ put: { ...row, ...keys.virtualPos(dealerCode, 'isbank'), merchant: damaged } }]);
    expect(await done('put-virtual-pos', { ...pos, version: 2 })).toMatchObject({ changed: ['storeKey'] });
  });

  test('the embedded bank’s address is that of a new virtual POS without one, in stages that have the embedded bank', async () => {
    const gateway = 'http://127.0.0.1:3999';
    const { gateway: _gateway, ...pos } = POS;
    const put = { posId: 'embedded', ...pos, ...SECRETS };
    const sandbox = await operatedDealer({ embeddedBank: gateway });
    const key = { dealerCode: sandbox.dealerCode, posId: 'embedded' };
    await sandbox.done('put-virtual-pos', { ...key, ...put });
    expect(await sandbox.done('show-virtual-pos', key)).toMatchObject({ gateway });
    const other = await operatedDealer();
    const error = await other.refused('put-virtual-pos', { dealerCode: other.dealerCode, ...put });
    expect(error).toMatchObject({ code: 'InvalidInput', field: 'gateway' });
  });

  test('a gate starts nothing on the server until somebody says that it was tried; the embedded bank does', async () => {
    const gateway = 'http://127.0.0.1:3999';
    const { serverStart: _serverStart, ...pos } = POS;
    const { done, store, dealerCode } = await operatedDealer({ embeddedBank: gateway });
    const key = { dealerCode, posId: 'isbank' };
    let version = 0;
    const startAfter = async (changes: object) => {
      await done('put-virtual-pos', { ...key, ...changes, version });
      version += 1;
      return readVirtualPosRow(await store.get(keys.virtualPos(dealerCode, key.posId))).serverStart;
    };
    expect(await startAfter({ ...pos, ...SECRETS })).toBe(false);
    expect(await startAfter({ serverStart: true })).toBe(true);
    expect(await startAfter({ enabled: true, gateway: POS.gateway })).toBe(true);
    // Another gate was not tried, whatever the one before could do.
    expect(await startAfter({ gateway: `${POS.gateway}/other` })).toBe(false);
    expect(await startAfter({ gateway })).toBe(true);
    expect(await startAfter({ serverStart: false })).toBe(false);
    expect(await startAfter({ serverStart: null })).toBe(true);
    expect(await startAfter({ gateway: POS.gateway, serverStart: true })).toBe(true);
  });

  test('a gateway is NestPay where nobody says its kind, and an unknown kind is refused', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const { kind: _kind, ...pos } = POS;
    const put = { dealerCode, posId: 'isbank', ...pos, ...SECRETS };
    expect(await refused('put-virtual-pos', { ...put, kind: 'posnet' })).toMatchObject({
      code: 'InvalidInput',
      field: 'kind',
    });
    await done('put-virtual-pos', put);
    expect(await done('show-virtual-pos', { dealerCode, posId: 'isbank' })).toMatchObject({ kind: 'nestpay' });
  });

  test('a gateway is https; sandbox stages may name a loopback address over http (rule 22)', async () => {
    const [sandbox, production] = [await operatedDealer(), await operatedDealer({ sandbox: false })];
    const put = ({ dealerCode }: { dealerCode: string }, gateway: string): Input => ({
      dealerCode,
      posId: 'pos',
      ...POS,
      ...SECRETS,
      gateway,
    });
    const loopback = 'http://127.0.0.1:3000/';
    await sandbox.done('put-virtual-pos', put(sandbox, loopback));
    expect(await sandbox.done('show-virtual-pos', { dealerCode: sandbox.dealerCode, posId: 'pos' })).toMatchObject({
      gateway: 'http://127.0.0.1:3000',
    });
    for (const address of [
      loopback,
      'http://bank.example',
      'ftp://bank.example',
      'bank.example',
      'https://u:p@bank.example',
    ]) {
      const error = await production.refused('put-virtual-pos', put(production, address));
      expect(error).toMatchObject({ code: 'InvalidInput', field: 'gateway' });
    }
    const error = await sandbox.refused('put-virtual-pos', { ...put(sandbox, 'http://bank.example'), version: 1 });
    expect(error).toMatchObject({ field: 'gateway' });
  });

  test.each([
    ['https://other.example', true],
    ['https://bank.example.evil.example', false],
    ['https://evilbank.example:9443', false],
    ['https://bank.example:8443', false],
    ['https://bank.example', false],
  ])('a gateway at a host that is not of the stage’s list is refused: %s (rule 22)', async (gateway, sandbox) => {
    const { refused, dealerCode } = await operatedDealer({ sandbox, allowedHosts: ['bank.example:9443'] });
    const error = await refused('put-virtual-pos', { dealerCode, posId: 'pos', ...POS, ...SECRETS, gateway });
    expect(error).toMatchObject({ code: 'InvalidInput', field: 'gateway' });
    expect(error.message).toContain('gatewayHosts');
  });

  test('a gateway of the list is taken with its port, and one that has left the list can be disabled (rule 22)', async () => {
    const allowedHosts = ['bank.example:9443'];
    const { done, refused, dealerCode } = await operatedDealer({ sandbox: false, allowedHosts });
    const key = { dealerCode, posId: 'pos' };
    await done('put-virtual-pos', { ...key, ...POS, ...SECRETS, gateway: 'https://bank.example:9443/' });
    allowedHosts.length = 0;
    await done('put-virtual-pos', { ...key, version: 1, enabled: false });
    const moved = { ...key, version: 2, gateway: 'https://bank.example:9443/other' };
    expect(await refused('put-virtual-pos', moved)).toMatchObject({ field: 'gateway' });
    expect(await done('show-virtual-pos', key)).toMatchObject({ enabled: false, version: 2 });
  });

  test.each(['bankCode', 'bankName', 'gateway', 'rates', 'clientId', 'apiUser', 'apiPassword', 'storeKey'])(
    'a new virtual POS needs %s',
    async (field) => {
      const { refused, dealerCode } = await operatedDealer();
      const { [field]: _left, ...input }: Input = { dealerCode, posId: 'pos', ...POS, ...SECRETS };
      expect(await refused('put-virtual-pos', input)).toMatchObject({ code: 'InvalidInput', field });
    },
  );
});

describe('the end of the bank’s day', () => {
  test('is 22:00 where none is given, and any time of the day where one is', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const key = { dealerCode, posId: 'pos' };
    const { dayEndsAt: _given, ...rest } = POS;
    await done('put-virtual-pos', { ...key, ...rest, ...SECRETS });
    expect(await done('show-virtual-pos', key)).toMatchObject({ dayEndsAt: '22:00' });
    await done('put-virtual-pos', { ...key, version: 1, dayEndsAt: '00:00' });
    expect(await done('show-virtual-pos', key)).toMatchObject({ dayEndsAt: '00:00' });
    for (const dayEndsAt of ['24:00', '9:30', '22:60', '22', 22, '22:00:00']) {
      const error = await refused('put-virtual-pos', { ...key, version: 2, dayEndsAt });
      expect(error).toMatchObject({ code: 'InvalidInput', field: 'dayEndsAt' });
    }
  });
});

describe('put-definition and show-definition', () => {
  test('every field is shown as it was put', async () => {
    const { done, dealerCode } = await operatedDealer();
    const key = { dealerCode, dealerCustomerTypeId: definitionId() };
    const fields = {
      displayName: 'Strict',
      deliveryMode: 'smsOrEmail',
      installmentsSetBy: 'dealer',
      preAuthorisation: true,
      directPayment: false,
      pooledPayment: true,
      cardStorage: true,
      threeDMandatory: false,
      threeDChoice: true,
      installmentCounts: [3, 6],
      linkLifeMinutes: 90,
      reminderHours: 1,
      defaultCommissionByDealer: 3,
    };
    await done('put-definition', { ...key, ...fields });
    expect(await done('show-definition', key)).toEqual({ ...key, version: 1, ...fields });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ definitions: [key.dealerCustomerTypeId] });
  });

  test('the defaults are 3D, direct payment, seven days and commission by the dealer', async () => {
    const { done, dealerCode } = await operatedDealer();
    const key = { dealerCode, dealerCustomerTypeId: definitionId() };
    await done('put-definition', { ...key, displayName: 'Default', deliveryMode: 'any' });
    expect(await done('show-definition', key)).toMatchObject({
      installmentsSetBy: 'either',
      preAuthorisation: false,
      directPayment: true,
      pooledPayment: false,
      cardStorage: false,
      threeDMandatory: true,
      threeDChoice: false,
      linkLifeMinutes: 10_080,
      defaultCommissionByDealer: 12,
    });
  });

  test.each([
    [{ reminderHours: 24, linkLifeMinutes: 1440 }, 'A link lives 1440 minutes, which is not longer.'],
    [{ reminderHours: 1, deliveryMode: 'none' }, 'Links of deliveryMode none are not sent, so nobody is reminded.'],
  ])('a reminder that could never leave is refused: %o', async (fields, message) => {
    const { refused, dealerCode } = await operatedDealer();
    const key = { dealerCode, dealerCustomerTypeId: definitionId(), displayName: 'X', deliveryMode: 'any' };
    expect(await refused('put-definition', { ...key, ...fields })).toMatchObject({ field: 'reminderHours', message });
  });

  test("an id is unique over all dealers: another dealer's can be neither put nor shown", async () => {
    const [owner, other] = [await operatedDealer(), await operatedDealer()];
    const dealerCustomerTypeId = definitionId();
    const fields = { dealerCustomerTypeId, displayName: 'Mine', deliveryMode: 'any' };
    await owner.done('put-definition', { dealerCode: owner.dealerCode, ...fields });
    for (const version of [undefined, 1]) {
      const error = await other.refused('put-definition', { dealerCode: other.dealerCode, version, ...fields });
      expect(error).toMatchObject({ code: 'NotPossible', field: 'dealerCustomerTypeId' });
    }
    const error = await other.refused('show-definition', { dealerCode: other.dealerCode, dealerCustomerTypeId });
    expect(error).toMatchObject({ code: 'NotFound' });
  });
});
