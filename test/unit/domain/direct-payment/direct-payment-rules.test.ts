import { describe, expect, test } from 'vitest';
import {
  directPosOf,
  splitsOf,
  subDealerIdsOf,
} from '../../../../shared/domain/direct-payment/direct-payment-rules.ts';
import { askedCurrency, askedInstallmentCount } from '../../../../shared/domain/money/asked-terms.ts';
import { minor, UNKNOWN_CURRENCY } from '../../../../shared/domain/money/money.ts';
import { posWith, ratesOf } from '../../../support/dealer/virtual-pos.ts';
import {
  type DirectChanges,
  directContext,
  directRefusal,
  goodCard,
  refusedBy,
} from '../../../support/payment/direct-payment-context.ts';
import { entryOf, subDealerWith, topDealer } from '../../../support/payment/splits.ts';

const CARD_NUMBER = '4111 1111 1111 1111';
const token = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';

describe('A direct payment that breaks no rule', () => {
  test.each<[string, DirectChanges]>([
    ['with the least there is', {}],
    ['in twelve installments', { fields: { installmentNumber: 12 } }],
    ['with 0 installments, which is the single payment (2.2)', { fields: { installmentNumber: 0, currency: 'EUR' } }],
    ['pre-authorised and pooled', { fields: { isPreAuth: 1, isPoolPayment: 1 } }],
    ['with an integrator of the dealer', { fields: { integratorId: 7 } }],
    ['without sub-dealers at the path without', { operation: 'DoDirectPayment', fields: { subDealers: [] } }],
    [
      'with a scenario that has no sub-dealers to apply to (decisions: paths)',
      { operation: 'DoDirectPayment', fields: { subDealers: [], commissionScenario: 9 } },
    ],
    ['with sub-dealers at the path without', { operation: 'DoDirectPayment' }],
  ])('%s', (_, changes) => {
    expect(directRefusal(changes)).toBeUndefined();
  });

  test('has the count and the currency that its fields leave open (dealer interface 2.2)', () => {
    const { fields } = directContext();
    expect([askedInstallmentCount(fields), askedCurrency(fields)]).toEqual([1, 'TL']);
    const asked = { ...fields, installmentNumber: 3, currency: 'USD' };
    expect([askedInstallmentCount(asked), askedCurrency(asked)]).toEqual([3, 'USD']);
  });
});

describe('Required fields of a direct payment (dealer interface 2.2, 2.3)', () => {
  test.each<[string, DirectChanges]>([
    ['Amount is required.', { fields: { amount: undefined } }],
    ['CommissionScenario is required.', { fields: { commissionScenario: undefined } }],
    ['SubDealer is required.', { fields: { subDealers: [] } }],
    ['CommissionScenario is required.', { operation: 'DoDirectPayment', fields: { commissionScenario: undefined } }],
    ['SubDealer[0].DealerCommissionAmount is required in CommissionScenario 3.', { fields: { commissionScenario: 3 } }],
  ])('%s', (sentence, changes) => {
    expect(directRefusal(changes)).toBe(`InvalidRequest: ${sentence}`);
  });
});

describe('Value ranges of a direct payment', () => {
  test.each([-1, 13, Number.NaN])('InstallmentNumber %d is InvalidInstallmentNumber', (installmentNumber) => {
    // Checked before the dealer's permissions (decisions: order of refusals).
    expect(directRefusal({ fields: { installmentNumber }, dealer: { installmentCounts: [] } })).toMatch(
      /^InvalidInstallmentNumber: InstallmentNumber /,
    );
  });

  test('installments in foreign currency have a code of their own, which comes first', () => {
    expect(directRefusal({ fields: { currency: 'EUR', installmentNumber: 13 } })).toMatch(
      /^InstallmentNotAvailableForForeignCurrencyTransaction: /,
    );
  });

  test.each<[string, DirectChanges]>([
    ['Amount must be above 0.', { fields: { amount: minor(0) } }],
    [UNKNOWN_CURRENCY, { fields: { currency: 'TRY' } }],
    ['IsPreAuth must be 0 or 1.', { fields: { isPreAuth: 2 } }],
    ['IsPoolPayment must be 0 or 1.', { fields: { isPoolPayment: -1 } }],
    ['CommissionScenario must be 1 to 6.', { fields: { commissionScenario: 7 } }],
    ['BuyerEmail is not an e-mail address.', { fields: { buyer: { email: 'x' } } }],
    [
      'The sum of SubDealer.Amount is 27.49 and must equal Amount, 27.50.',
      { fields: { subDealers: [entryOf(1774, 2749)] } },
    ],
  ])('%s', (sentence, changes) => {
    expect(directRefusal(changes)).toBe(`InvalidRequest: ${sentence}`);
  });

  test.each<[string, DirectChanges]>([
    ['CardHolderFullName', { card: { ...goodCard, holderName: CARD_NUMBER } }],
    ['ClientIP', { fields: { clientIp: CARD_NUMBER } }],
    ['Software', { fields: { software: CARD_NUMBER } }],
    ['SubMerchantName', { fields: { subMerchantName: CARD_NUMBER } }],
    ['Description', { fields: { description: `card ${CARD_NUMBER}` } }],
    ['BuyerFullName', { fields: { buyer: { fullName: CARD_NUMBER } } }],
    ['BuyerAddress', { fields: { buyer: { address: CARD_NUMBER } } }],
    ['CustomerInformation.FirstName', { customer: { firstName: CARD_NUMBER } }],
    ['CustomerInformation.LastName', { customer: { lastName: CARD_NUMBER } }],
    ['CustomerInformation.Address', { customer: { address: CARD_NUMBER } }],
    ['CustomerInformation.CardName', { customer: { cardName: CARD_NUMBER } }],
  ])('a card number in %s is refused by the field’s name (rule 32)', (name, changes) => {
    expect(directRefusal(changes)).toBe(`InvalidRequest: ${name} must not hold a card number.`);
  });

  test('OtherTrxCode is no text in which a card number is looked for (rule 32)', () => {
    expect(directRefusal({ fields: { otherTrxCode: '4111111111111111' } })).toBeUndefined();
  });

  const badCustomers: readonly (readonly [string, DirectChanges['customer'] & object])[] = [
    ['Gender must be 1 or 2.', { gender: 3 }],
    ['BirthDate must be a real day in the past, written YYYYMMDD.', { birthDate: '20260115' }],
    ['BirthDate must be a real day in the past, written YYYYMMDD.', { birthDate: '19850230' }],
    ['GsmNumber must be a mobile number of 10 digits that starts with 5.', { gsmNumber: '123' }],
    ['Email is not an e-mail address.', { email: 'x' }],
  ];

  test.each(badCustomers)('CustomerInformation.%s', (sentence, customer) => {
    expect(directRefusal({ customer })).toBe(`InvalidRequest: CustomerInformation.${sentence}`);
  });

  test('without the card-storage feature nothing is refused for CustomerInformation (dealer interface 2.2)', () => {
    for (const [, customer] of [...badCustomers, ['', { cardName: CARD_NUMBER }] as const]) {
      expect(directRefusal({ customer, dealer: { cardStorage: false } })).toBeUndefined();
    }
  });
});

describe('What a dealer is permitted', () => {
  const mustUse3D = { threeDRequired: true, tokenWithoutThreeD: true };

  test('ThreeDRequired for a card number, whatever the token permission says', () => {
    expect(directRefusal({ dealer: mustUse3D })).toMatch(/^ThreeDRequired: /);
    expect(directRefusal({ card: { ...goodCard, token }, dealer: mustUse3D })).toMatch(/^ThreeDRequired: /);
  });

  test('a token pays without 3D where the dealer is authorised to (dealer interface 2.2)', () => {
    expect(directRefusal({ card: { token }, dealer: mustUse3D })).toBeUndefined();
    const dealer = { threeDRequired: true, tokenWithoutThreeD: false };
    expect(directRefusal({ card: { token }, dealer })).toMatch(/^ThreeDRequired: /);
  });

  test('ThisInstallmentNumberNotAvailableForDealer for a count that the dealer may not use', () => {
    const dealer = { installmentCounts: [2, 3] };
    expect(directRefusal({ fields: { installmentNumber: 4 }, dealer })).toMatch(
      /^ThisInstallmentNumberNotAvailableForDealer: /,
    );
    expect(directRefusal({ fields: { installmentNumber: 3 }, dealer })).toBeUndefined();
    expect(directRefusal({ fields: { installmentNumber: 1 }, dealer })).toBeUndefined();
  });

  test.each<[string, DirectChanges]>([
    ['Currency is not permitted for this dealer.', { fields: { currency: 'GBP' }, dealer: { currencies: ['TL'] } }],
    [
      'IsPoolPayment 1 is not permitted for this dealer.',
      { fields: { isPoolPayment: 1 }, dealer: { pool: 'forbidden' } },
    ],
    ['IsPoolPayment must be 1 for this dealer.', { dealer: { pool: 'required' } }],
    [
      'IntegratorId must be that of an integrator company of this dealer, or left out.',
      { fields: { integratorId: 8 } },
    ],
    [
      'IntegratorId must be that of an integrator company of this dealer, or left out.',
      { fields: { integratorId: 7 }, dealer: { integratorIds: [] } },
    ],
  ])('%s', (sentence, changes) => {
    expect(directRefusal(changes)).toBe(`InvalidRequest: ${sentence}`);
  });
});

describe('The splits of a checked payment', () => {
  test('are none where no sub-dealers are named, whatever scenario is sent', () => {
    const context = directContext({ operation: 'DoDirectPayment', fields: { subDealers: [] } });
    expect(subDealerIdsOf(context.fields)).toEqual([]);
    expect(splitsOf(context, [])).toEqual([]);
  });

  test('take the rates of the dealer and the sub-dealers that were found', () => {
    const context = directContext({ dealer: topDealer });
    expect(subDealerIdsOf(context.fields)).toEqual([1774]);
    expect(splitsOf(context, [subDealerWith(1774)])).toEqual([
      { subDealerId: 1774, amount: 2750, commission: 55, net: 2695, topDealerCommission: 49, topDealerIncome: 6 },
    ]);
    expect(refusedBy(() => splitsOf(context, []))).toBe(
      'InvalidRequest: SubDealer.DealerId 1774 is not a sub-dealer of this dealer.',
    );
  });
});

describe('The virtual POS of a direct payment', () => {
  const { fields } = directContext();
  const akbank = posWith({ posId: 'akbank', bankCode: '46', isDefault: false });

  test('is that of the card’s bank, else the dealer’s default', () => {
    expect(directPosOf(fields, { ofDealer: [posWith(), akbank], bankOfCard: '46' }).posId).toBe('akbank');
    expect(directPosOf(fields, { ofDealer: [posWith(), akbank], bankOfCard: undefined }).posId).toBe('isbank');
  });

  test('VirtualPosNotFound where the dealer has none at all', () => {
    expect(refusedBy(() => directPosOf(fields, { ofDealer: [], bankOfCard: '64' }))).toMatch(/^VirtualPosNotFound: /);
  });

  test('VirtualPosNotAvailable where none takes the card or the currency', () => {
    const ofDealer = [posWith({ currencies: ['TL'] })];
    expect(refusedBy(() => directPosOf({ ...fields, currency: 'USD' }, { ofDealer, bankOfCard: undefined }))).toMatch(
      /^VirtualPosNotAvailable: /,
    );
    expect(refusedBy(() => directPosOf(fields, { ofDealer: [akbank], bankOfCard: '64' }))).toMatch(
      /^VirtualPosNotAvailable: /,
    );
  });

  test('ThisInstallmentNumberNotAvailableForVirtualPos where it does not take the count', () => {
    const ofDealer = [posWith({ installmentCounts: [2] })];
    const charged = (installmentNumber: number) => () =>
      directPosOf({ ...fields, installmentNumber }, { ofDealer, bankOfCard: undefined });
    expect(refusedBy(charged(3))).toMatch(/^ThisInstallmentNumberNotAvailableForVirtualPos: /);
    expect([refusedBy(charged(2)), refusedBy(charged(1))]).toEqual([undefined, undefined]);
  });

  test('DealerCommissionRateNotFound where it has no rate for the count, 1 among them', () => {
    const refusal = (rates: Readonly<Record<string, string>>, installmentNumber: number) =>
      refusedBy(() =>
        directPosOf(
          { ...fields, installmentNumber },
          { ofDealer: [posWith({ installmentCounts: [2, 3, 4], rates: ratesOf(rates) })], bankOfCard: undefined },
        ),
      );
    const code = 'DealerCommissionRateNotFound';
    expect(refusal({ 1: '1', 2: '2', 4: '4' }, 3)).toBe(
      `${code}: InstallmentNumber must be 1, 2 or 4: the virtual POS of the card takes no other count.`,
    );
    expect(refusal({ 2: '2' }, 1)).toBe(
      `${code}: InstallmentNumber must be 2: the virtual POS of the card takes no other count.`,
    );
    expect(refusal({}, 1)).toMatch(/^\w+: InstallmentNumber cannot be paid, whatever it is: /);
    expect(refusal({ 1: '1', 3: '3' }, 3)).toBeUndefined();
  });
});
