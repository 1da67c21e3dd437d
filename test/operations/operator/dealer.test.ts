import { describe, expect, test } from 'vitest';
import {
  leastDealer,
  newDealerCode,
  newOperator,
  operatedDealer,
  UNLIMITED,
} from '../../support/operator/operators.ts';

const EVERY_FIELD = {
  name: 'Every Field',
  enabled: false,
  paused: true,
  allowedAddresses: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'],
  channels: ['directPayment', 'mobile3D', 'paymentRequest'],
  barredOperations: ['GetCustomer'],
  currencies: ['TL', 'EUR'],
  cardStorage: true,
  threeDRequired: true,
  tokenWithoutThreeD: true,
  cvcOptional: true,
  preferCheapest: true,
  captureChannels: ['directPayment'],
  voidChannels: ['directPayment', 'mobile3D'],
  refundChannels: ['paymentRequest'],
  poolApprovalChannels: ['mobile3D'],
  captureAbove: true,
  unsignedResult: true,
  checkBasket: true,
  preAuthorisation: 'required',
  pool: 'required',
  integratorIds: [7, 2_147_483_647],
  installmentCounts: [2, 3, 12],
  agreementDate: '20240229',
  fixedAmount: 0.29,
  topDealerRates: { '1': 1.7925, '12': 20 },
  limits: {
    TL: { daily: 1000.5, monthly: 'unlimited', shards: 4 },
    EUR: { daily: 0, monthly: 999_999_999.99, shards: 1 },
  },
  cardLimit: { count: 5, amount: 250 },
  allowedRedirectHosts: ['shop.example', 'localhost'],
  listingShards: 4,
  displayName: 'Kardelen Çiçek',
  accent: '#c2185b',
  contact: { phone: '+90 212 555 01 23', email: 'merhaba@kardelen.example', site: 'https://kardelen.example/' },
  legalText: 'Kardelen Çiçek Ltd. Şti.',
  termsUrl: 'https://kardelen.example/kosullar',
} as const;

describe('put-dealer and show-dealer', () => {
  test('every field is shown as it was put', async () => {
    const operator = newOperator();
    const dealerCode = newDealerCode();
    await operator.done('put-dealer', { dealerCode, ...EVERY_FIELD });
    const shown = await operator.done('show-dealer', { dealerCode });
    expect(shown).toMatchObject({ dealerCode, version: 1, ...EVERY_FIELD });
    expect(shown).toMatchObject({ users: [], definitions: [], subDealers: [], virtualPos: [], more: [] });
  });

  test('a new dealer has safe defaults: no channel, no step after a charge, 3D as the definition says, lira alone', async () => {
    const { done, dealerCode } = await operatedDealer();
    expect(await done('show-dealer', { dealerCode })).toMatchObject({
      enabled: true,
      paused: false,
      channels: [],
      barredOperations: [],
      currencies: ['TL'],
      cardStorage: false,
      threeDRequired: false,
      tokenWithoutThreeD: false,
      cvcOptional: false,
      preferCheapest: false,
      captureChannels: [],
      voidChannels: [],
      refundChannels: [],
      poolApprovalChannels: [],
      captureAbove: false,
      unsignedResult: false,
      planNotice: false,
      checkBasket: false,
      preAuthorisation: 'allowed',
      pool: 'allowed',
      integratorIds: [],
      installmentCounts: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      fixedAmount: 0,
      topDealerRates: {},
      listingShards: 1,
    });
  });

  test('listingShards goes up and never down: readers look in as many as there ever were', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    await done('put-dealer', { dealerCode, version: 1, listingShards: 4 });
    await done('put-dealer', { dealerCode, version: 2, name: 'Kept' });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ version: 3, listingShards: 4 });
    for (const listingShards of [3, null]) {
      expect(await refused('put-dealer', { dealerCode, version: 3, listingShards })).toMatchObject({
        code: 'InvalidInput',
        field: 'listingShards',
        message: expect.stringContaining('never goes down, and is 4') as string,
      });
    }
    for (const listingShards of [0, 17]) {
      expect(await refused('put-dealer', { dealerCode, version: 3, listingShards })).toMatchObject({
        field: 'listingShards',
      });
    }
  });

  test.each(['name', 'allowedAddresses', 'allowedRedirectHosts', 'limits', 'cardLimit'])(
    'a new dealer needs %s, and the error names it',
    async (field) => {
      const { [field]: _left, ...input } = leastDealer(newDealerCode());
      expect(await newOperator().refused('put-dealer', input)).toMatchObject({ code: 'InvalidInput', field });
    },
  );

  test('absent is unchanged, null removes or brings the default back (rule 36)', async () => {
    const operator = newOperator();
    const dealerCode = newDealerCode();
    await operator.done('put-dealer', { dealerCode, ...EVERY_FIELD });
    const put = await operator.done('put-dealer', { dealerCode, version: 1, agreementDate: null, pool: null });
    expect(put).toMatchObject({ version: 2, changed: ['agreementDate', 'pool'] });
    const { agreementDate: _removed, ...kept } = EVERY_FIELD;
    const shown = await operator.done('show-dealer', { dealerCode });
    expect(shown).toMatchObject({ ...kept, version: 2, pool: 'allowed' });
    expect(shown).not.toHaveProperty('agreementDate');
  });

  test.each(['1.2.3.4/24', '2001:db8::1/32', '192.0.2.0/33', 'example.com'])(
    'an address that is none, or a block with bits set behind its prefix, is refused: %s',
    async (address) => {
      const input = { ...leastDealer(newDealerCode()), allowedAddresses: ['192.0.2.0/24', address] };
      const error = await newOperator().refused('put-dealer', input);
      expect(error).toMatchObject({ code: 'InvalidInput', field: expect.stringMatching(/^allowedAddresses/) });
      expect(error.message).toContain('192.0.2.0/24');
    },
  );

  test.each(['1e3', '1E3'])('an amount with an exponent is none: %s', async (daily) => {
    const input = { ...leastDealer(newDealerCode()), limits: { TL: { daily, monthly: 'unlimited' } } };
    expect(await newOperator().refused('put-dealer', input)).toMatchObject({ code: 'InvalidInput' });
  });

  test('what a dealer needs cannot be removed', async () => {
    const { refused, dealerCode } = await operatedDealer();
    for (const field of ['name', 'allowedAddresses', 'limits', 'cardLimit']) {
      const error = await refused('put-dealer', { dealerCode, version: 1, [field]: null });
      expect(error).toMatchObject({ code: 'InvalidInput', field });
    }
  });

  test('a put names the version that it replaces, and a conflict says the current one (rule 36)', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    await done('put-dealer', { dealerCode, version: 1, name: 'Second' });
    for (const version of [undefined, 0, 1, 3]) {
      const error = await refused('put-dealer', { dealerCode, version, name: 'Lost' });
      expect(error).toMatchObject({ code: 'VersionConflict', field: 'version' });
      expect(error.message).toContain('is 2');
    }
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ version: 2, name: 'Second' });
  });

  test('a version of a dealer that does not exist is NotFound', async () => {
    const input = { ...leastDealer(newDealerCode()), version: 1 };
    expect(await newOperator().refused('put-dealer', input)).toMatchObject({ code: 'NotFound', field: 'version' });
  });

  test('of two puts at once that replace the same version one is applied', async () => {
    const { run, dealerCode } = await operatedDealer();
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => run('put-dealer', { dealerCode, version: 1, name })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer.error.code).toBe('VersionConflict');
  });

  test.each<[string, Record<string, unknown>]>([
    ['nme', { nme: 'x' }],
    ['limits.TL.dayly', { limits: { TL: { dayly: 1, monthly: 1 } } }],
    ['limits.TL.monthly', { limits: { TL: { daily: 1 } } }],
    ['limits.TL.daily', { limits: { TL: { daily: '1.005', monthly: 1 } } }],
    ['limits.TL.daily', { limits: { TL: { daily: 'none', monthly: 1 } } }],
    ['limits.TL.shards', { limits: { TL: { ...UNLIMITED, shards: 9 } } }],
    ['limits.TL', { limits: { TL: null } }],
    ['limits.YEN', { limits: { YEN: UNLIMITED } }],
    ['limits.USD', { currencies: ['TL', 'USD'] }],
    ['allowedAddresses', { allowedAddresses: 'any' }],
    ['allowedAddresses.1', { allowedAddresses: ['192.0.2.1', '192.0.2.256'] }],
    ['allowedRedirectHosts.0', { allowedRedirectHosts: ['https://shop.example'] }],
    ['allowedRedirectHosts.0', { allowedRedirectHosts: [`${'a.'.repeat(123)}example.x`] }],
    ['channels.0', { channels: ['directpayment'] }],
    ['channels', { channels: ['mobile3D', 'mobile3D'] }],
    ['installmentCounts.0', { installmentCounts: [1] }],
    ['topDealerRates.13', { topDealerRates: { '13': 1 } }],
    ['topDealerRates.2', { topDealerRates: { '2': 1.00001 } }],
    ['fixedAmount', { fixedAmount: -1 }],
    ['agreementDate', { agreementDate: '20230229' }],
    ['cardLimit.count', { cardLimit: { count: 0, amount: 1 } }],
    ['integratorIds.0', { integratorIds: [0] }],
    ['integratorIds', { integratorIds: [7, 7] }],
    ['enabled', { enabled: 'yes' }],
    ['name', { name: 'Store 4111 1111 1111 1111' }],
  ])('a wrong %s is refused by its name', async (field, change) => {
    const { refused, dealerCode } = await operatedDealer();
    const error = await refused('put-dealer', { dealerCode, version: 1, ...change });
    expect(error).toMatchObject({ code: 'InvalidInput', field });
    expect(error.message).toContain(field);
  });

  test('amounts and rates may be text or numbers, and text is exact', async () => {
    const { done, dealerCode } = await operatedDealer();
    const topDealerRates = { '1': '3.8500', '2': 3.85 };
    await done('put-dealer', { dealerCode, version: 1, fixedAmount: '27.50', topDealerRates });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({
      fixedAmount: 27.5,
      topDealerRates: { '1': 3.85, '2': 3.85 },
    });
  });
});

describe('limits of a dealer (rule 18)', () => {
  // 23:30 in Istanbul on 15 January, which is still the 15th in UTC.
  const lateEvening = Date.UTC(2027, 0, 15, 20, 30);

  test('a first setting holds at once, a change from the next midnight in Istanbul', async () => {
    const { done, clock, dealerCode } = await operatedDealer({ nowMs: lateEvening });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ limits: { TL: UNLIMITED } });
    const put = await done('put-dealer', { dealerCode, version: 1, limits: { TL: { daily: 10, monthly: 20 } } });
    expect(put).toMatchObject({ limitsFrom: { TL: '20270116' } });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({
      limits: { TL: { ...UNLIMITED, upcoming: { daily: 10, monthly: 20, shards: 1, from: '20270116' } } },
    });
    clock.nowMs += 31 * 60_000;
    const shown = await done('show-dealer', { dealerCode });
    expect(shown.limits).toEqual({ TL: { daily: 10, monthly: 20, shards: 1 } });
  });

  test('a second change on the same day replaces the one that waits, and today stays as it was', async () => {
    const { done, dealerCode } = await operatedDealer({ nowMs: lateEvening });
    await done('put-dealer', { dealerCode, version: 1, limits: { TL: { daily: 10, monthly: 20 } } });
    await done('put-dealer', { dealerCode, version: 2, limits: { TL: { daily: 30, monthly: 40 } } });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({
      limits: { TL: { ...UNLIMITED, upcoming: { daily: 30, monthly: 40, from: '20270116' } } },
    });
  });

  test('the limits of a currency that is new hold at once, and those of the others stay', async () => {
    const { done, dealerCode } = await operatedDealer();
    const limits = { USD: { daily: 5, monthly: 50 } };
    const put = await done('put-dealer', { dealerCode, version: 1, currencies: ['TL', 'USD'], limits });
    expect(put).not.toHaveProperty('limitsFrom');
    const shown = await done('show-dealer', { dealerCode });
    expect(shown.limits).toEqual({ TL: { ...UNLIMITED, shards: 1 }, USD: { daily: 5, monthly: 50, shards: 1 } });
  });

  test('putting the limits that hold already changes nothing', async () => {
    const { done, dealerCode } = await operatedDealer();
    expect(await done('put-dealer', { dealerCode, version: 1, limits: { TL: UNLIMITED } })).toEqual({
      dealerCode,
      version: 2,
      changed: [],
    });
  });
});
