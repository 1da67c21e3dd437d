import { channels } from '../../shared/domain/dealer/dealer.ts';
import { sandboxTerminal } from '../../shared/garanti/sandbox-merchant.ts';
import { sandboxMerchant } from '../../shared/nestpay/sandbox-merchant.ts';
import { groups } from './demo-bins.ts';

/** Input of a put command, and the command that shows its record. All demo records are made by such commands. */
export interface DemoRecord {
  readonly put: string;
  readonly show: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const DEMO_DEALER_CODE = '1001';
export const SECOND_DEALER_CODE = '1002';
export const demoCustomer = { dealerCustomerId: 1033, customerCode: 'Customer' };
export const demoSale = { dealerSaleId: 501, saleCode: 'satis' };
export const LENIENT_DEFINITION = 26;
export const SECOND_DEALERS_DEFINITION = 90;

/** Ids of the definitions by their use. */
export const demoDefinitions = {
  any: LENIENT_DEFINITION,
  none: 31,
  sms: 32,
  email: 33,
  smsAndEmail: 34,
  smsOrEmail: 35,
  strict: 36,
} as const;

export const DEMO_SUB_DEALERS = [1774, 1803, 1999] as const;
/** Virtual POS by bank code. */
export const demoVirtualPos = { '64': 'isbank', '46': 'akbank', '62': 'garanti' } as const;

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const unlimited = { daily: 'unlimited', monthly: 'unlimited' };

/** Percentages for the counts 1 to 12, rising by a step, in hundredths of a percent. */
const rising = (firstHundredths: number, stepHundredths: number): Record<string, string> =>
  Object.fromEntries(
    [1, ...COUNTS].map((count) => [count, ((firstHundredths + stepHundredths * (count - 1)) / 100).toFixed(2)]),
  );

const permissive = {
  installmentsSetBy: 'either',
  preAuthorisation: true,
  directPayment: true,
  pooledPayment: true,
  cardStorage: true,
  threeDMandatory: false,
  installmentCounts: COUNTS,
  linkLifeMinutes: 10_080,
  defaultCommissionByDealer: 12,
};

const dealers: readonly DemoRecord[] = [
  {
    put: 'put-dealer',
    show: 'show-dealer',
    key: { dealerCode: DEMO_DEALER_CODE },
    fields: {
      name: 'Demo Store',
      contact: { phone: '+90 212 555 01 23', email: 'hello@demo-store.example' },
      allowedAddresses: 'any address',
      allowedRedirectHosts: 'any host',
      channels,
      captureChannels: channels,
      voidChannels: channels,
      refundChannels: channels,
      poolApprovalChannels: channels,
      currencies: ['TL', 'USD', 'EUR', 'GBP'],
      limits: { TL: unlimited, USD: unlimited, EUR: unlimited, GBP: unlimited },
      cardLimit: { count: 'unlimited', amount: 'unlimited' },
      cardStorage: true,
      // Tests of client libraries pay without a CVC too.
      cvcOptional: true,
      tokenWithoutThreeD: true,
      pool: 'allowed',
      captureAbove: true,
      unsignedResult: true,
      storedCardsOnLinks: true,
      // The sandbox takes test cards alone, so that a link can be tried with a customer who has no password.
      storedCardsWithoutPassword: true,
      recurring: true,
      installmentCounts: COUNTS,
      agreementDate: '20200101',
      fixedAmount: '0.50',
      topDealerRates: rising(120, 45),
    },
  },
  {
    put: 'put-dealer',
    show: 'show-dealer',
    key: { dealerCode: SECOND_DEALER_CODE },
    fields: {
      name: 'Second Demo Store',
      allowedAddresses: 'any address',
      allowedRedirectHosts: ['shop.example'],
      channels: ['paymentRequest'],
      barredOperations: ['GetCustomer'],
      currencies: ['TL'],
      limits: { TL: { daily: '1000.00', monthly: '5000.00' } },
      cardLimit: { count: 3, amount: '500.00' },
      threeDRequired: true,
      pool: 'forbidden',
      installmentCounts: [2, 3],
    },
  },
];

const definitions: readonly DemoRecord[] = [
  ...Object.entries(demoDefinitions).map(([mode, dealerCustomerTypeId]) => ({
    put: 'put-definition',
    show: 'show-definition',
    key: { dealerCode: DEMO_DEALER_CODE, dealerCustomerTypeId },
    fields:
      mode === 'strict'
        ? {
            displayName: 'Strict',
            deliveryMode: 'any',
            installmentsSetBy: 'dealer',
            preAuthorisation: false,
            directPayment: true,
            pooledPayment: false,
            cardStorage: false,
            threeDMandatory: true,
            installmentCounts: [2, 3],
            linkLifeMinutes: 60,
            defaultCommissionByDealer: 0,
          }
        : { displayName: `Delivery ${mode}`, deliveryMode: mode, ...permissive },
  })),
  {
    put: 'put-definition',
    show: 'show-definition',
    key: { dealerCode: SECOND_DEALER_CODE, dealerCustomerTypeId: SECOND_DEALERS_DEFINITION },
    fields: { displayName: 'Second store', deliveryMode: 'none', installmentCounts: [2, 3] },
  },
];

const subDealers: readonly DemoRecord[] = DEMO_SUB_DEALERS.map((subDealerId, index) => ({
  put: 'put-sub-dealer',
  show: 'show-sub-dealer',
  key: { dealerCode: DEMO_DEALER_CODE, subDealerId },
  fields: { name: `Demo Branch ${index + 1}`, rates: rising(200 + 25 * index, 50) },
}));

/** Banks of the demo: their names, their commission of a single payment and the kind of their gateway. */
const demoBanks: Readonly<Record<keyof typeof demoVirtualPos, { name: string; rate: number; kind: string }>> = {
  '64': { name: 'Isbank', rate: 179, kind: 'nestpay' },
  '46': { name: 'Akbank', rate: 189, kind: 'nestpay' },
  '62': { name: 'Garanti', rate: 199, kind: 'garanti' },
};

/** A merchant or terminal of the embedded bank; its keys are derived from its number. */
const accountAt = (bankCode: string, kind: string): object => {
  const number = `1901000${bankCode}`;
  const account = kind === 'garanti' ? sandboxTerminal(number) : sandboxMerchant(number);
  if (account === undefined) throw new Error(`The embedded bank has no merchant for bank ${bankCode}.`);
  return { kind, ...account };
};

/** Three banks of two kinds behind the one gateway of this run. */
export const virtualPosRecords = (gateway: string): readonly DemoRecord[] =>
  (Object.keys(demoVirtualPos) as (keyof typeof demoVirtualPos)[]).map((bankCode) => {
    const { name, rate, kind } = demoBanks[bankCode];
    return {
      put: 'put-virtual-pos',
      show: 'show-virtual-pos',
      key: { dealerCode: DEMO_DEALER_CODE, posId: demoVirtualPos[bankCode] },
      fields: {
        bankCode,
        bankName: name,
        group: groups[bankCode],
        gateway,
        ...accountAt(bankCode, kind),
        currencies: ['TL', 'USD', 'EUR', 'GBP'],
        installmentCounts: COUNTS,
        rates: rising(rate, 60),
        isDefault: bankCode === '64',
        serverStart: true,
        withoutCvc: true,
        noRecordHorizonHours: 24,
        dayEndsAt: '22:00',
      },
    };
  });

const customerAndSale: readonly DemoRecord[] = [
  {
    put: 'put-customer',
    show: 'show-customer',
    key: { dealerCode: DEMO_DEALER_CODE, ...demoCustomer },
    fields: {
      password: 'demo-customer-password',
      firstName: 'Elif',
      lastName: 'Yılmaz',
      gender: 2,
      birthDate: '19850710',
      gsmNumber: '5301111111',
      email: 'elif@example.com',
      address: 'Atatürk Caddesi 1, İstanbul',
    },
  },
  {
    put: 'put-sale',
    show: 'show-sale',
    key: { dealerCode: DEMO_DEALER_CODE, ...demoSale },
    fields: {
      customerCode: demoCustomer.customerCode,
      amount: '27.50',
      currency: 'TL',
      installmentNumber: 1,
      saleDate: '20260101',
      howManyTrial: 2,
      description: 'Demo subscription',
      planType: 2,
      dealerCustomerTypeId: LENIENT_DEFINITION,
    },
  },
];

/** Every record of the demo. A record follows the ones that it refers to. */
export const demoRecords = (gateway: string): readonly DemoRecord[] => [
  ...dealers,
  ...definitions,
  ...subDealers,
  ...virtualPosRecords(gateway),
  ...customerAndSale,
];
