import { expect, test } from 'vitest';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { readVirtualPosRow } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { merchantKeyContext } from '../../../shared/ports/vault.ts';
import { type Input, operatedDealer } from '../../support/operator/operators.ts';

const NESTPAY = {
  bankCode: '64',
  bankName: 'Isbank',
  gateway: 'https://bank.example',
  clientId: '190100000',
  apiUser: 'api',
  apiPassword: 'p4ssw0rd-of-the-bank',
  storeKey: 's70re-key-of-the-bank',
  rates: { '1': 1.79 },
};
const POS = {
  bankCode: '62',
  bankName: 'Garanti',
  kind: 'garanti',
  gateway: 'https://bank.example/gvps',
  currencies: ['TL', 'USD'],
  installmentCounts: [2, 6],
  rates: { '1': 1.79, '2': 3.85, '6': 7 },
  isDefault: true,
  attemptedThreeDAllowed: true,
  serverStart: true,
  withoutCvc: true,
  noRecordHorizonHours: 48,
  dayEndsAt: '23:30',
  enabled: false,
  merchantId: '7000679',
  terminalId: '30691298',
  provisionUser: 'PROVOOS',
  refundUser: 'PROVREF',
} as const;
const SECRETS = {
  provisionPassword: 'p4ssw0rd-of-provision',
  refundPassword: 'p4ssw0rd-of-refund',
  storeKey: 's70re-key-of-garanti',
} as const;
type Secret = keyof typeof SECRETS;
const SET = { provisionPassword: { set: true }, refundPassword: { set: true }, storeKey: { set: true } };

const dealerWithPos = async (changes: Input = {}) => {
  const operated = await operatedDealer();
  const { dealerCode, done, store } = operated;
  const key = { dealerCode, posId: 'garanti' };
  await done('put-virtual-pos', { ...key, ...POS, ...SECRETS, ...changes });
  const merchant = async () =>
    (readVirtualPosRow(await store.get(keys.virtualPos(dealerCode, 'garanti'))) as VirtualPosOf<'garanti'>).merchant;
  return { ...operated, key, merchant };
};

test('every field of Garanti’s kind is shown as it was put, and its secrets never are', async () => {
  const { key, done, store, dealerCode } = await dealerWithPos();
  const shown = await done('show-virtual-pos', key);
  expect(shown).toEqual({ ...key, version: 1, ...POS, ...SET });
  const row = await store.get(keys.virtualPos(dealerCode, 'garanti'));
  for (const secret of Object.values(SECRETS)) expect(JSON.stringify([shown, row])).not.toContain(secret);
});

test('the users are the bank’s usual ones unless others are named, and null brings them back', async () => {
  const { key, done } = await dealerWithPos({ provisionUser: undefined });
  expect(await done('show-virtual-pos', key)).toMatchObject({ provisionUser: 'PROVAUT', refundUser: 'PROVREF' });
  await done('put-virtual-pos', { ...key, version: 1, refundUser: null });
  expect(await done('show-virtual-pos', key)).toMatchObject({ refundUser: 'PROVRFN' });
});

test('a virtual POS charges without CVC by default with kind nestpay, and with kind garanti where its operator says so', async () => {
  const { key, done } = await dealerWithPos({ withoutCvc: undefined });
  const withoutCvc = async (input: Input): Promise<unknown> => (await done('show-virtual-pos', input)).withoutCvc;
  expect(await withoutCvc(key)).toBe(false);
  await done('put-virtual-pos', { ...key, version: 1, withoutCvc: true });
  await done('put-virtual-pos', { ...key, version: 2, enabled: true });
  expect(await withoutCvc(key)).toBe(true);
  await done('put-virtual-pos', { ...key, version: 3, withoutCvc: null });
  expect(await withoutCvc(key)).toBe(false);
  const nestPay = { dealerCode: key.dealerCode, posId: 'isbank' };
  await done('put-virtual-pos', { ...nestPay, ...NESTPAY });
  expect(await withoutCvc(nestPay)).toBe(true);
  await done('put-virtual-pos', { ...nestPay, version: 1, withoutCvc: false });
  expect(await withoutCvc(nestPay)).toBe(false);
});

test('each of the three secrets opens by the version that it was sealed for', async () => {
  const { key, done, merchant, vault } = await dealerWithPos();
  await done('put-virtual-pos', { ...key, version: 1, refundPassword: 'another password' });
  const stored = await merchant();
  const opened = (field: Secret) =>
    vault.open(stored[field].sealed, merchantKeyContext(key, field, stored[field].version));
  expect([stored.provisionPassword.version, stored.refundPassword.version, stored.storeKey.version]).toEqual([1, 2, 1]);
  expect(await opened('provisionPassword')).toBe(SECRETS.provisionPassword);
  expect(await opened('refundPassword')).toBe('another password');
  expect(await opened('storeKey')).toBe(SECRETS.storeKey);
});

test('putting the same record again changes nothing, its secrets included', async () => {
  const { key, done, merchant } = await dealerWithPos();
  const before = await merchant();
  const again = await done('put-virtual-pos', { ...key, version: 1, ...POS, ...SECRETS });
  expect(again).toMatchObject({ version: 2, changed: [] });
  expect(await merchant()).toEqual(before);
});

test.each(['merchantId', 'terminalId', 'provisionPassword', 'refundPassword', 'storeKey'])(
  'a new virtual POS of kind garanti needs %s',
  async (field) => {
    const { refused, dealerCode } = await operatedDealer();
    const { [field]: _left, ...input }: Input = { dealerCode, posId: 'garanti', ...POS, ...SECRETS };
    expect(await refused('put-virtual-pos', input)).toMatchObject({ code: 'InvalidInput', field });
  },
);

test.each([
  ['merchantId', '70006a'],
  ['merchantId', ''],
  ['terminalId', '1234567890'],
  ['terminalId', '-1'],
])('%s is digits, and not %s', async (field, value) => {
  const { refused, dealerCode } = await operatedDealer();
  const input = { dealerCode, posId: 'garanti', ...POS, ...SECRETS, [field]: value };
  expect(await refused('put-virtual-pos', input)).toMatchObject({ code: 'InvalidInput', field });
});

test.each(['clientId', 'apiUser', 'apiPassword'])('kind garanti refuses %s, a field of NestPay', async (field) => {
  const { refused, dealerCode } = await operatedDealer();
  const input = { dealerCode, posId: 'garanti', ...POS, ...SECRETS, [field]: '190100000' };
  expect(await refused('put-virtual-pos', input)).toMatchObject({
    code: 'InvalidInput',
    field,
    message: `${field} is no field of a virtual POS of kind garanti.`,
  });
});

test.each(['merchantId', 'terminalId', 'provisionUser', 'provisionPassword', 'refundUser', 'refundPassword'])(
  'kind nestpay refuses %s, a field of Garanti, in a new record and in a change',
  async (field) => {
    const { done, refused, dealerCode } = await operatedDealer();
    const key = { dealerCode, posId: 'isbank' };
    const expected = {
      code: 'InvalidInput',
      field,
      message: `${field} is no field of a virtual POS of kind nestpay.`,
    };
    expect(await refused('put-virtual-pos', { ...key, ...NESTPAY, [field]: '7' })).toMatchObject(expected);
    await done('put-virtual-pos', { ...key, ...NESTPAY });
    expect(await refused('put-virtual-pos', { ...key, version: 1, [field]: '7' })).toMatchObject(expected);
  },
);

test('a virtual POS never changes its kind', async () => {
  const { key, done, refused } = await dealerWithPos();
  for (const kind of ['nestpay', null]) {
    const error = await refused('put-virtual-pos', { ...key, version: 1, kind });
    expect(error).toMatchObject({ code: 'InvalidInput', field: 'kind' });
    expect(error.message).toContain('is garanti and never changes');
  }
  await done('put-virtual-pos', { ...key, version: 1, kind: 'garanti', enabled: true });
  expect(await done('show-virtual-pos', key)).toMatchObject({ version: 2, kind: 'garanti', enabled: true });
});

test.each([true, false])(
  'kind garanti is refused at a host that the stage does not list for it, sandbox or not (rule 50)',
  async (sandbox) => {
    const allowedHosts = ['bank.example', 'b.example'];
    const garantiHosts = ['bank.example'];
    const { done, refused, dealerCode } = await operatedDealer({ sandbox, allowedHosts, garantiHosts });
    const pos = { dealerCode, posId: 'garanti', ...POS, ...SECRETS };
    const error = await refused('put-virtual-pos', { ...pos, gateway: 'https://b.example' });
    expect(error).toMatchObject({ code: 'InvalidInput', field: 'gateway' });
    expect(error.message).toContain('garantiHosts');
    await done('put-virtual-pos', { dealerCode, posId: 'isbank', ...NESTPAY, gateway: 'https://b.example' });
    await done('put-virtual-pos', pos);
    garantiHosts.length = 0;
    // One that is there can still be disabled.
    await done('put-virtual-pos', { dealerCode, posId: 'garanti', version: 1, enabled: false });
    const moved = { dealerCode, posId: 'garanti', version: 2, gateway: 'https://bank.example' };
    expect(await refused('put-virtual-pos', moved)).toMatchObject({ field: 'gateway' });
  },
);

test('the embedded bank of a sandbox stage always may have kind garanti', async () => {
  const { done, dealerCode } = await operatedDealer({ embeddedBank: 'http://127.0.0.1:3999', garantiHosts: [] });
  const { gateway: _gateway, ...pos } = POS;
  await done('put-virtual-pos', { dealerCode, posId: 'garanti', ...pos, ...SECRETS });
  const shown = await done('show-virtual-pos', { dealerCode, posId: 'garanti' });
  expect(shown).toMatchObject({ gateway: 'http://127.0.0.1:3999', kind: 'garanti' });
});
