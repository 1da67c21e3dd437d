import { describe, expect, test } from 'vitest';
import { contract } from '../../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { authenticationOf, leastMobile, type NewDealerOptions, newDealer } from '../../support/dealer/dealers.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { putRows } from '../../support/store/store.ts';

const PATH = '/PaymentDealer/DoDirectPaymentThreeDMobile';
const PREFIX = 'PaymentDealer.DoDirectPayment3dMobileRequest.';
const AUTHENTICATION = 'PaymentDealer.CheckPaymentDealerAuthentication.';

interface Case extends NewDealerOptions {
  readonly code: string;
  /** A word of the sentence that names the wrong field. */
  readonly names: string;
  readonly fields?: Record<string, unknown>;
}

const limitOf = (amount: number | 'unlimited') => (amount === 'unlimited' ? amount : minor(amount));
const limited = (daily: number | 'unlimited', monthly: number | 'unlimited') => ({
  TL: { values: { daily: limitOf(daily), monthly: limitOf(monthly), shards: 1 } },
});

const at = (changes: Partial<VirtualPos>): NewDealerOptions => ({ virtualPos: [changes] });

const cases: readonly Case[] = [
  { code: 'IpAddressNotAllowed', names: 'IP address', dealer: { allowedAddresses: ['192.0.2.1'] } },
  {
    code: 'ChannelPermissionNotAvailable',
    names: 'channel',
    dealer: { channels: ['directPayment', 'paymentRequest'] },
  },
  {
    code: 'NoAllowedToUseThisWebService',
    names: 'operation',
    dealer: { barredOperations: ['DoDirectPaymentThreeDMobile'] },
  },
  { code: 'AmountRequired', names: 'Amount', fields: { Amount: undefined } },
  { code: 'OtherTrxCodeRequired', names: 'OtherTrxCode', fields: { OtherTrxCode: '  ' } },
  { code: 'RedirectUrlRequired', names: 'RedirectUrl', fields: { RedirectURL: null } },
  { code: 'PaymentTypeRequired', names: 'PaymentType', fields: { PaymentType: '' } },
  { code: 'InvalidPaymentType', names: 'PaymentType', fields: { PaymentType: '9999' } },
  { code: 'InvalidPaymentType', names: 'PaymentType', fields: { PaymentType: 'isbank' } },
  { code: 'InvalidCurrencyCode', names: 'Currency', fields: { Currency: 'TRY' } },
  { code: 'InvalidCurrencyCode', names: 'Currency', fields: { Currency: 'tl' } },
  ...[10, 12, 13, -1, 'many', 2.5].map((InstallmentNumber) => ({
    code: 'InvalidInstallmentNumber',
    names: '2 to 9',
    fields: { InstallmentNumber },
  })),
  {
    code: 'InstallmentNotAvailableForForeignCurrencyTransaction',
    names: 'Currency',
    fields: { Currency: 'EUR', InstallmentNumber: 2 },
  },
  {
    code: 'RedirectUrlCannotContainOtherTrxCode',
    names: 'OtherTrxCode',
    fields: { RedirectURL: 'https://shop.example/result' },
  },
  {
    code: 'ForeignCurrencyNotAvailableForThisDealer',
    names: 'Currency',
    dealer: { currencies: ['TL'] },
    fields: { Currency: 'GBP' },
  },
  {
    code: 'PoolPaymentNotAvailableForDealer',
    names: 'IsPoolPayment',
    dealer: { pool: 'forbidden' },
    fields: { IsPoolPayment: 1 },
  },
  { code: 'PoolPaymentRequiredForDealer', names: 'IsPoolPayment', dealer: { pool: 'required' } },
  {
    code: 'PoolPaymentRequiredForDealer',
    names: 'IsPoolPayment',
    dealer: { pool: 'required' },
    fields: { IsPoolPayment: 0 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'dealer',
    dealer: { installmentCounts: [2, 3] },
    fields: { InstallmentNumber: 4 },
  },
  { code: 'AgreementDateNotFound', names: 'agreement', dealer: { agreementDate: '29990101' } },
  { code: 'VirtualPosNotAvailable', names: 'no virtual POS', virtualPos: [] },
  { code: 'VirtualPosNotAvailable', names: 'PaymentType', fields: { PaymentType: '46' } },
  { code: 'VirtualPosNotAvailable', names: 'PaymentType', ...at({ enabled: false }) },
  { code: 'VirtualPosNotAvailable', names: 'Currency', ...at({ currencies: ['TL'] }), fields: { Currency: 'USD' } },
  { code: 'VirtualPosCommissionRateNotFound', names: 'rate', ...at({ rates: ratesOf({ '2': '2' }) }) },
  {
    code: 'VirtualPosCommissionRateNotFound',
    names: 'rate',
    ...at({ rates: ratesOf({ '1': '1' }) }),
    fields: { InstallmentNumber: 2 },
  },
  {
    code: 'InvalidInstallmentNumber',
    names: 'virtual POS',
    ...at({ installmentCounts: [2] }),
    fields: { InstallmentNumber: 3 },
  },
];

const invalid: [field: string, fields: Record<string, unknown>, options?: NewDealerOptions][] = [
  ['Amount', { Amount: 0 }],
  ['Amount', { Amount: -1 }],
  ['Amount', { Amount: '27.505' }],
  ['Amount', { Amount: 1e9 }],
  ['Amount', { Amount: '1e3' }],
  ['RedirectType', { RedirectType: 2 }],
  ['RedirectType', { RedirectType: 'top' }],
  ['IsPoolPayment', { IsPoolPayment: 2 }],
  ['IntegratorId', { IntegratorId: 'x' }],
  ['IntegratorId', { IntegratorId: 8 }, { dealer: { integratorIds: [7] } }],
  ['IntegratorId', { IntegratorId: 7 }, { dealer: { integratorIds: [] } }],
  ['Software', { Software: 'x'.repeat(31) }],
  ['Description', { Description: 'x'.repeat(201) }],
  ['Description', { Description: 'card 4111 1111 1111 1111' }],
  ['SubMerchantName', { SubMerchantName: '4111111111111111' }],
  ['ClientIP', { ClientIP: '4111111111111111' }],
  ['BuyerFullName', { BuyerInformation: { BuyerFullName: '5555-5555-5555-4444' } }],
  ['BuyerEmail', { BuyerInformation: { BuyerEmail: 'nobody' } }],
  ['BuyerInformation', { BuyerInformation: [{}] }],
  ['OtherTrxCode', { OtherTrxCode: 'x'.repeat(129) }],
  ['RedirectUrl', { RedirectURL: 'http://shop.example/M-1' }],
  ['RedirectUrl', { RedirectURL: 'https://user:pass@shop.example/M-1' }],
  ['RedirectUrl', { RedirectURL: 'M-1' }],
  ['RedirectURL', { RedirectURL: `https://shop.example/M-1${'x'.repeat(2048)}` }],
  ['RedirectUrl', { RedirectURL: 'https://evil.example/M-1' }, { dealer: { allowedRedirectHosts: ['shop.example'] } }],
  ['RedirectUrl and RedirectURL', { RedirectUrl: 'https://other.example/M-1' }],
  // A limit that is used up now is reported before the payer passes 3D.
  ['daily limit', {}, { dealer: { limits: limited(2749, 'unlimited') } }],
  ['monthly limit', {}, { dealer: { limits: limited('unlimited', 2749) } }],
  ['Currency', { Currency: 'USD' }, { dealer: { limits: limited('unlimited', 'unlimited') } }],
];

/** A dealer with a virtual POS that takes everything, unless the options say otherwise. */
const mobileDealer = (options: NewDealerOptions = {}) => newDealer({ virtualPos: [{}], ...options });

describe('Result codes of DoDirectPaymentThreeDMobile (dealer interface 7.3)', () => {
  test.each(cases)('$code where $names is at fault', async ({ code, names, fields, ...options }) => {
    const { startMobile } = await mobileDealer(options);
    const answer = await startMobile(fields);
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: `${PREFIX}${code}`, Exception: null });
    expect(answer.ResultMessage).toContain(names);
    expect(answer.ResultMessage).toMatch(/^[A-Z].*\.$/);
  });

  test('AgreementDateNotFound where the dealer has no agreement at all', async () => {
    const { startMobile, store, dealer } = await mobileDealer();
    const { agreementDate: _, ...withoutAgreement } = dealer;
    await putRows(store, [dealerItem(withoutAgreement)]);
    expect((await startMobile()).ResultCode).toBe(`${PREFIX}AgreementDateNotFound`);
  });

  test.each(invalid)('InvalidRequest names the field %s of %j', async (field, fields, options) => {
    const { startMobile } = await mobileDealer(options);
    const answer = await startMobile(fields);
    expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: `${PREFIX}InvalidRequest` });
    expect(answer.ResultMessage).toContain(field);
  });

  test('InvalidRequest where CheckKey, the JSON or the request block is wrong (dealer interface 5)', async () => {
    const { post, account } = await mobileDealer();
    const authentication = authenticationOf(account);
    const bodies = [
      '{',
      '[]',
      JSON.stringify({ PaymentDealerRequest: leastMobile }),
      JSON.stringify({ PaymentDealerAuthentication: authentication }),
      JSON.stringify({
        PaymentDealerAuthentication: { ...authentication, CheckKey: '0'.repeat(64) },
        PaymentDealerRequest: leastMobile,
      }),
    ];
    for (const body of bodies) {
      expect(await post(PATH, body)).toMatchObject({ status: 200, ResultCode: `${AUTHENTICATION}InvalidRequest` });
    }
  });

  test('one address in both spellings, and an address in either, is taken', async () => {
    const RedirectURL = leastMobile.RedirectURL;
    for (const fields of [{ RedirectUrl: RedirectURL }, { RedirectURL: '', RedirectUrl: RedirectURL }]) {
      const { startMobile } = await mobileDealer();
      expect((await startMobile(fields)).ResultCode).toBe('Success');
    }
  });

  test.each(['0212 111 22 33', '+49 30 901820', 'ask at the desk', 7])(
    'a buyer’s phone is no reason to refuse a payment: %j',
    async (BuyerGsmNumber) => {
      const { startMobile } = await mobileDealer();
      expect((await startMobile({ BuyerInformation: { BuyerGsmNumber } })).ResultCode).toBe('Success');
    },
  );

  test('a payment that fits its limits to the kurus is started, and takes nothing of them', async () => {
    const { startMobile } = await mobileDealer({ dealer: { limits: limited(2750, 2750) } });
    for (const OtherTrxCode of ['M-1', 'M-2']) {
      const RedirectURL = `https://shop.example/${OtherTrxCode}`;
      expect((await startMobile({ OtherTrxCode, RedirectURL })).ResultCode).toBe('Success');
    }
  });

  test('an empty member beside a CheckKey is InvalidAccount', async () => {
    const { post, account } = await mobileDealer();
    const PaymentDealerAuthentication = { ...authenticationOf(account), Username: '' };
    const answer = await post(PATH, JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest: leastMobile }));
    expect(answer).toMatchObject({ status: 200, ResultCode: `${AUTHENTICATION}InvalidAccount` });
  });

  test('InvalidAccount where dealer, user or password is unknown (dealer interface 5)', async () => {
    const { post, account } = await mobileDealer();
    for (const wrong of [{ DealerCode: 'nobody' }, { Username: 'nobody' }, { Password: 'nothing' }]) {
      const PaymentDealerAuthentication = authenticationOf({ ...account, ...wrong });
      const answer = await post(
        PATH,
        JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest: leastMobile }),
      );
      expect(answer).toMatchObject({ status: 200, ResultCode: `${AUTHENTICATION}InvalidAccount` });
    }
  });

  test('OtherTrxCodeAlreadyUsed where the code names a payment of another operation (decisions: codes of our own)', async () => {
    const { startMobile, createLink } = await mobileDealer();
    await createLink({ OtherTrxCode: 'M-1' });
    expect(await startMobile()).toMatchObject({ Data: null, ResultCode: `${PREFIX}OtherTrxCodeAlreadyUsed` });
  });

  test('every code of the contract, the 18 of dealer interface 7.3 among them, is reached by a test over HTTP', () => {
    const reached = new Set([
      ...cases.map(({ code }) => code),
      'MalformedRequest',
      'InvalidRequest',
      'InvalidAccount',
      'OtherTrxCodeAlreadyUsed',
      // `changed-calls.test.ts`
      'StillRunning',
      'AttemptsUsedUp',
    ]);
    expect(reached).toEqual(new Set(Object.keys(contract.codes)));
    expect(new Set(cases.map(({ code }) => code)).size).toBe(18);
  });
});

describe('The order of refusals (decisions: order of refusals)', () => {
  /** Each request breaks the rules of its own step and of every step below. */
  test('a request that breaks every rule is refused step by step', async () => {
    const broken = {
      dealer: {
        allowedAddresses: ['192.0.2.1'],
        barredOperations: ['DoDirectPaymentThreeDMobile'] as const,
        channels: [],
        currencies: [],
        pool: 'required' as const,
        installmentCounts: [],
        agreementDate: '29990101',
      },
      virtualPos: [],
    };
    const wrong = {
      Amount: undefined,
      OtherTrxCode: undefined,
      RedirectURL: undefined,
      PaymentType: undefined,
      Currency: 'EUR',
      InstallmentNumber: 10,
      IsPoolPayment: 0,
    };
    const code = async (dealer: object, fields: object) => {
      const { startMobile } = await newDealer({ ...broken, dealer: { ...broken.dealer, ...dealer } });
      return (await startMobile({ ...wrong, ...fields })).ResultCode.replace(PREFIX, '');
    };
    const [addresses, operation, channel] = [
      { allowedAddresses: 'any address' },
      { barredOperations: [] },
      { channels: ['mobile3D'] },
    ];
    expect(await code({}, {})).toBe('IpAddressNotAllowed');
    expect(await code(addresses, {})).toBe('NoAllowedToUseThisWebService');
    expect(await code({ ...addresses, ...operation }, {})).toBe('ChannelPermissionNotAvailable');
    const entered = { ...addresses, ...operation, ...channel };
    const fields = { Amount: 1, OtherTrxCode: 'M-1', RedirectURL: 'https://shop.example/', PaymentType: '7' };
    expect(await code(entered, {})).toBe('AmountRequired');
    expect(await code(entered, { Amount: 1 })).toBe('OtherTrxCodeRequired');
    expect(await code(entered, { Amount: 1, OtherTrxCode: 'M-1' })).toBe('RedirectUrlRequired');
    expect(await code(entered, { ...fields, PaymentType: '' })).toBe('PaymentTypeRequired');
    expect(await code(entered, fields)).toBe('InstallmentNotAvailableForForeignCurrencyTransaction');
    expect(await code(entered, { ...fields, Currency: 'TRY' })).toBe('InvalidInstallmentNumber');
    const ranged = { ...fields, InstallmentNumber: 2 };
    expect(await code(entered, { ...ranged, Currency: 'TRY' })).toBe('InvalidPaymentType');
    expect(await code(entered, { ...ranged, Currency: 'TRY', PaymentType: '64' })).toBe('InvalidCurrencyCode');
    const lira = { ...ranged, Currency: 'TL', PaymentType: '64' };
    expect(await code(entered, lira)).toBe('RedirectUrlCannotContainOtherTrxCode');
    const valued = { ...lira, RedirectURL: 'https://shop.example/M-1' };
    expect(await code(entered, valued)).toBe('ForeignCurrencyNotAvailableForThisDealer');
    const paid = { ...entered, currencies: ['TL'] };
    expect(await code({ ...paid, pool: 'forbidden' }, { ...valued, IsPoolPayment: 1 })).toBe(
      'PoolPaymentNotAvailableForDealer',
    );
    expect(await code(paid, valued)).toBe('PoolPaymentRequiredForDealer');
    const pooled = { ...valued, IsPoolPayment: 1 };
    expect(await code(paid, pooled)).toBe('InvalidInstallmentNumber');
    expect(await code({ ...paid, installmentCounts: [2] }, pooled)).toBe('AgreementDateNotFound');
    const permitted = { ...paid, installmentCounts: [2], agreementDate: '20200101' };
    expect(await code(permitted, pooled)).toBe('VirtualPosNotAvailable');
  });
});
