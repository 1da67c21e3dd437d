import { describe, expect, test } from 'vitest';
import { contract } from '../../../functions/link/create-payment-request/contract.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import {
  authenticationOf,
  definitionWith,
  type NewDealerOptions,
  newDealer,
  type TestDealer,
} from '../../support/dealer/dealers.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { putRows } from '../../support/store/store.ts';

const PREFIX = 'PaymentUserPos.CreateUserPosPayment.';
const INVALID_REQUEST = 'PaymentUserPos.DealerAuthentication.InvalidRequest';

interface Case extends NewDealerOptions {
  readonly code: string;
  readonly fields?: Record<string, unknown>;
  /** A word of the sentence that names the wrong field. */
  readonly names: string;
  readonly arrange?: (dealer: TestDealer) => Promise<Record<string, unknown>>;
}

const limited = (daily: number, monthly: number) => ({
  TL: { values: { daily: minor(daily), monthly: minor(monthly), shards: 2 } },
});

const useUp = async ({ store, dealer }: TestDealer, kind: 'day' | 'month', usedMinor: number) => {
  const day = istanbulDayOf(Date.now());
  const name = kind === 'day' ? day : monthOf(day);
  const buckets = [0, 1].map((shard) => ({ kind, name, currency: 'TL', shard }));
  await putRows(
    store,
    buckets.map((bucket) => ({ ...keys.limitBucket(dealer.dealerCode, bucket), kind, usedMinor: usedMinor / 2 })),
  );
  return {};
};

const registered = async ({ store, dealer }: TestDealer) => {
  const { dealerCode } = dealer;
  await putRows(store, [
    ...customerItems({ dealerCode, dealerCustomerId: 11, customerCode: 'A', version: 1 }),
    ...customerItems({ dealerCode, dealerCustomerId: 12, customerCode: 'B', version: 1 }),
  ]);
  return {};
};

const ofAnotherDealer = async ({ store }: TestDealer) => {
  const definition = definitionWith('somebody-else');
  await putRows(store, [definitionItem(definition)]);
  return { DealerCustomerTypeId: definition.dealerCustomerTypeId };
};

const nowhere = { RedirectUrl: undefined };

const cases: readonly Case[] = [
  { code: 'IpAddressNotAllowed', names: 'IP address', dealer: { allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'] } },
  { code: 'ChannelPermissionNotAvailable', names: 'channel', dealer: { channels: ['directPayment', 'mobile3D'] } },
  { code: 'ChannelPermissionNotAvailable', names: 'operation', dealer: { barredOperations: ['CreateUserPosPayment'] } },
  { code: 'EmailOrGsmNumberRequired', names: 'GsmNumber', fields: nowhere },
  { code: 'EmailOrGsmNumberRequired', names: 'RedirectUrl is', fields: nowhere, definition: { deliveryMode: 'none' } },
  { code: 'EmailOrGsmNumberRequired', names: 'GsmNumber or Email is', definition: { deliveryMode: 'smsOrEmail' } },
  { code: 'GsmRequired', names: 'GsmNumber', definition: { deliveryMode: 'sms' }, fields: { Email: 'a@b.co' } },
  { code: 'GsmRequired', names: 'GsmNumber', definition: { deliveryMode: 'smsAndEmail' } },
  { code: 'EmailRequired', names: 'Email', definition: { deliveryMode: 'email' }, fields: { GsmNumber: '5551110022' } },
  {
    code: 'EmailRequired',
    names: 'Email',
    definition: { deliveryMode: 'smsAndEmail' },
    fields: { GsmNumber: '5551110022' },
  },
  { code: 'InvalidGsmNumber', names: 'GsmNumber', fields: { GsmNumber: '4551110022' } },
  { code: 'InvalidGsmNumber', names: 'GsmNumber', fields: { GsmNumber: '555/111/0022' } },
  { code: 'InvalidEmailFormat', names: 'Email', fields: { Email: 'a@b' } },
  { code: 'InvalidCustomerGsmNumber', names: 'CustomerGsmNumber', fields: { CustomerGsmNumber: '12' } },
  { code: 'InvalidCustomerEmailFormat', names: 'CustomerEmail', fields: { CustomerEmail: 'a b@c.de' } },
  { code: 'InvalidCurrencyCode', names: 'Currency', fields: { Currency: 'TRY' } },
  {
    code: 'InstallmentNotAvailableForForeignCurrencyTransaction',
    names: 'InstallmentNumber',
    fields: { Currency: 'USD', InstallmentNumber: 2 },
  },
  {
    code: 'DealerCustomerTypeNotFound',
    names: 'DealerCustomerTypeId',
    fields: { DealerCustomerTypeId: 2_000_000_001 },
  },
  { code: 'DealerCustomerTypeMismatchForDealer', names: 'another dealer', arrange: ofAnotherDealer },
  {
    code: 'ForeignCurrencyUnavailable',
    names: 'Currency',
    dealer: { currencies: ['TL'] },
    fields: { Currency: 'EUR' },
  },
  {
    code: 'InvalidPaymentPermission',
    names: 'IsPreAuth',
    definition: { preAuthorisation: false },
    fields: { IsPreAuth: 1 },
  },
  { code: 'InvalidPaymentPermission', names: 'IsPreAuth', definition: { directPayment: false } },
  {
    code: 'InvalidPoolPermission',
    names: 'IsPoolPayment',
    definition: { pooledPayment: false },
    fields: { IsPoolPayment: 1 },
  },
  {
    code: 'InvalidPoolPermission',
    names: 'IsPoolPayment',
    dealer: { pool: 'forbidden' },
    fields: { IsPoolPayment: 1 },
  },
  { code: 'InvalidTokenizationPermissionValue', names: 'IsTokenized', fields: { IsTokenized: 3 } },
  { code: 'InvalidTokenizationPermissionValue', names: 'IsTokenized', fields: { IsTokenized: 'yes' } },
  {
    code: 'InvalidTokenizationPermission',
    names: 'IsTokenized',
    dealer: { cardStorage: false },
    fields: { IsTokenized: 1 },
  },
  { code: 'InvalidCommissionByDealerValue', names: 'CommissionByDealer', fields: { CommissionByDealer: 13 } },
  {
    code: 'InvalidCommissionDiffByDealerValue',
    names: 'IsCommissionDiffByDealer',
    fields: { IsCommissionDiffByDealer: 2 },
  },
  {
    code: 'SetInstallmentByAndInstallmentNumberInconsistent',
    names: 'InstallmentNumber',
    fields: { SetInstallmentBy: 0, InstallmentNumber: 3 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'InstallmentNumber',
    fields: { SetInstallmentBy: 1, InstallmentNumber: 13 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'InstallmentNumber',
    definition: { installmentCounts: [2, 3] },
    fields: { InstallmentNumber: 4 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'must be 1 or 3: the payment-request definition',
    definition: { installmentCounts: [2, 3] },
    dealer: { installmentCounts: [3, 4] },
    fields: { InstallmentNumber: 4 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'must be 1 or 2: the virtual POS',
    virtualPos: [{ installmentCounts: [2] }],
    fields: { InstallmentNumber: 3 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'must be 1 or 2: the virtual POS',
    virtualPos: [{ rates: ratesOf({ 1: '1', 2: '2' }) }],
    fields: { InstallmentNumber: 3 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'must be 2: the virtual POS',
    virtualPos: [{ rates: ratesOf({ 2: '2' }) }],
    fields: { InstallmentNumber: 1, SetInstallmentBy: 1 },
  },
  {
    code: 'SetInstallmentByInconsistent',
    names: 'SetInstallmentBy',
    definition: { installmentsSetBy: 'dealer' },
    fields: { SetInstallmentBy: 0 },
  },
  { code: 'ThreeDRequired', names: 'IsThreeD', definition: { threeDMandatory: true }, fields: { IsThreeD: 0 } },
  { code: 'InvalidBirthDateFormat', names: 'BirthDate', fields: { BirthDate: '19850230' } },
  { code: 'InvalidBirthDateFormat', names: 'BirthDate', fields: { BirthDate: '29990101' } },
  { code: 'DealerCustomerNotFound', names: 'DealerCustomerId', fields: { DealerCustomerId: 99 } },
  {
    code: 'DealerCustomerNotFound',
    names: 'DealerCustomerId',
    fields: { DealerCustomerId: 99, CustomerCode: 'nobody' },
  },
  { code: 'DealerCustomerInfoIsMissing', names: 'FirstName', fields: { CustomerCode: 'new' } },
  { code: 'DealerCustomerInfoIsMissing', names: 'IsTokenized', fields: { IsTokenized: 2, FirstName: 'Elif' } },
  {
    code: 'DealerCustomerIdAndCustomerCodeDontMatchForDealer',
    names: 'DealerCustomerId',
    arrange: registered,
    fields: { DealerCustomerId: 11, CustomerCode: 'B' },
  },
  {
    code: 'DealerCustomerIdAndCustomerCodeDontMatchForDealer',
    names: 'CustomerCode',
    arrange: registered,
    fields: { DealerCustomerId: 11, CustomerCode: 'unknown' },
  },
  { code: 'InvalidBuyerGsmNumber', names: 'BuyerGsmNumber', fields: { BuyerInformation: { BuyerGsmNumber: '1' } } },
  { code: 'InvalidBuyerEmailFormat', names: 'BuyerEmail', fields: { BuyerInformation: { BuyerEmail: '@' } } },
  { code: 'DailyDealerLimitExceeded', names: 'Amount', dealer: { limits: limited(2749, 10_000) } },
  {
    code: 'DailyDealerLimitExceeded',
    names: 'daily',
    dealer: { limits: limited(10_000, 100_000) },
    arrange: (dealer) => useUp(dealer, 'day', 7252),
  },
  {
    code: 'DailyDealerLimitExceeded',
    names: 'USD',
    dealer: { limits: limited(10_000, 10_000) },
    fields: { Currency: 'USD' },
  },
  {
    code: 'MonthlyDealerLimitExceeded',
    names: 'monthly',
    dealer: { limits: limited(10_000, 100_000) },
    arrange: (dealer) => useUp(dealer, 'month', 97_252),
  },
];

const invalid: [field: string, fields: Record<string, unknown>, options?: NewDealerOptions][] = [
  ['Amount', { Amount: undefined }],
  ['Amount', { Amount: 0 }],
  ['Amount', { Amount: -1 }],
  ['Amount', { Amount: '27,50' }],
  ['Amount', { Amount: '27.505' }],
  ['Amount', { Amount: 1e9 }],
  ['Amount', { Amount: '1e3' }],
  ['Amount', { Amount: [27] }],
  ['DealerCustomerTypeId', { DealerCustomerTypeId: null }],
  ['DealerCustomerTypeId', { DealerCustomerTypeId: 'abc' }],
  ['ReturnHash', { ReturnHash: 0 }],
  ['ReturnHash', { ReturnHash: undefined }],
  ['SetInstallmentBy', { SetInstallmentBy: 2 }],
  ['IsPoolPayment', { IsPoolPayment: 2 }],
  ['IsPreAuth', { IsPreAuth: 5 }],
  ['IsThreeD', { IsThreeD: 2 }],
  ['Gender', { Gender: 3 }],
  ['Description', { Description: 'x'.repeat(201) }],
  ['Description', { Description: 'card 4111 1111 1111 1111' }],
  ['FullName', { FullName: '5500005555555559' }],
  ['Address', { Address: 'No\u0000where' }],
  ['FirstName', { FirstName: '\ud800' }],
  ['RedirectUrl', { RedirectUrl: 'http://shop.example/r' }],
  ['RedirectUrl', { RedirectUrl: 'javascript:alert(1)' }],
  ['RedirectUrl', { RedirectUrl: 'https://user:pass@shop.example/' }],
  ['RedirectUrl', { RedirectUrl: `https://shop.example/${'x'.repeat(2048)}` }],
  ['RedirectUrl', { RedirectUrl: 'https://shop.example/r?a=1', OtherTrxCode: 'N-1' }],
  ['RedirectUrl', { RedirectUrl: undefined, Email: 'a@b.co' }, { definition: { deliveryMode: 'none' } }],
  ['RedirectUrl', { RedirectUrl: 'https://evil.example/' }, { dealer: { allowedRedirectHosts: ['shop.example'] } }],
  ['IsPoolPayment', {}, { dealer: { pool: 'required' } }],
  ['RedirectUrl and RedirectURL', { RedirectURL: 'https://other.example/result' }],
  // Links that nobody could pay.
  ['Currency', {}, { virtualPos: [] }],
  ['Currency', {}, { virtualPos: [{ enabled: false }] }],
  ['Currency', { Currency: 'USD' }, { virtualPos: [{ currencies: ['TL'] }] }],
  ['Currency', {}, { virtualPos: [{ currencies: ['USD'] }] }],
  ['BuyerInformation', { BuyerInformation: 5 }],
  ['BasketProduct', { BasketProduct: Array.from({ length: 101 }, () => ({})) }],
  ['BasketProduct[0].UnitPrice', { BasketProduct: [{ UnitPrice: 'x' }] }],
];

/** Codes of the pipeline or of an injected fault, which other test files cover. */
const reachedElsewhere = ['InvalidAccount', 'DealerCustomerNotCreated', 'OtherTrxCodeAlreadyUsed'];

describe('Result codes of CreateUserPosPayment (dealer interface 7.4)', () => {
  test.each(cases)('$code where $names is at fault', async ({ code, fields, names, arrange, ...options }) => {
    const dealer = await newDealer(options);
    const arranged = await arrange?.(dealer);
    const answer = await dealer.createLink({ ...fields, ...arranged });
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: `${PREFIX}${code}`, Exception: null });
    expect(answer.ResultMessage).toContain(names);
    expect(answer.ResultMessage).toMatch(/^[A-Z].*\.$/);
  });

  test.each(invalid)('InvalidRequest names the field %s of %j', async (field, fields, options) => {
    const { createLink } = await newDealer(options);
    const answer = await createLink(fields);
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: INVALID_REQUEST });
    expect(answer.ResultMessage).toContain(field);
  });

  test('every code of the contract is reached by a test over HTTP', () => {
    const reached = new Set([...cases.map(({ code }) => `${PREFIX}${code}`), INVALID_REQUEST]);
    const missing = Object.entries(contract.codes)
      .filter(([reason, code]) => !reached.has(code) && !reachedElsewhere.includes(reason))
      .map(([, code]) => code);
    expect(missing).toEqual([]);
  });

  test('a link is made where one bank’s virtual POS takes the count, or the payer has one count to choose', async () => {
    const akbank = { bankCode: '46', isDefault: false };
    const other = await newDealer({ virtualPos: [{ installmentCounts: [] }, akbank] });
    expect((await other.createLink({ InstallmentNumber: 3 })).ResultCode).toBe('Success');
    const single = await newDealer({ virtualPos: [{ installmentCounts: [] }] });
    expect((await single.createLink()).ResultCode).toBe('Success');
  });

  test.each(['0212 111 22 33', '+49 (30) 90-18-20', '5301111111'])(
    'a buyer’s phone may be a landline or a foreign one: %s',
    async (BuyerGsmNumber) => {
      const { createLink } = await newDealer();
      expect((await createLink({ BuyerInformation: { BuyerGsmNumber } })).ResultCode).toBe('Success');
    },
  );

  test('an empty list is no BuyerInformation, as PHP writes an empty object', async () => {
    const { createLink } = await newDealer();
    expect((await createLink({ BuyerInformation: [] })).ResultCode).toBe('Success');
  });

  test('an order number, a hyphen and a time stamp are no card number', async () => {
    const { createLink } = await newDealer();
    expect((await createLink({ Description: 'Order 4111111-111111111' })).ResultCode).toBe('Success');
  });

  test('a limit is no reason while the amount fits to the kurus', async () => {
    const dealer = await newDealer({ dealer: { limits: limited(10_000, 100_000) } });
    await useUp(dealer, 'day', 7250);
    await useUp(dealer, 'month', 97_250);
    expect((await dealer.createLink()).ResultCode).toBe('Success');
  });

  test('links use no budget up: it is taken when the card is charged', async () => {
    const { createLink } = await newDealer({ dealer: { limits: limited(2750, 2750) } });
    const answers = [await createLink(), await createLink()];
    expect(answers.map(({ ResultCode }) => ResultCode)).toEqual(['Success', 'Success']);
  });

  test('an address in an allowed block may call', async () => {
    const { createLink } = await newDealer({ dealer: { allowedAddresses: ['127.0.0.0/8'] } });
    expect((await createLink()).ResultCode).toBe('Success');
  });

  test('a header never says where a call comes from', async () => {
    const { post, account } = await newDealer({ dealer: { allowedAddresses: ['192.0.2.1'] } });
    const body = JSON.stringify({ DealerAuthentication: authenticationOf(account), PaymentUserPosRequest: {} });
    const headers = { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1', 'x-real-ip': '192.0.2.1' };
    const answer = await post('/PaymentUserPos/CreateUserPosPayment', body, headers);
    expect(answer.ResultCode).toBe(`${PREFIX}IpAddressNotAllowed`);
  });
});
