import { describe, expect, test } from 'vitest';
import { contract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { type BankDealer, newBankDealer, rowsOf } from '../../support/bank/bank-merchants.ts';
import {
  type Answer,
  authenticationOf,
  leastDirect,
  type NewDealerOptions,
  newDealer,
} from '../../support/dealer/dealers.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import {
  AUTHENTICATION,
  DIRECT,
  isReplay,
  LIMITS,
  leastSplit,
  MARKET_PLACE,
  newSplitDealer,
  PAYMENT,
  paidBy,
  UNKNOWN_TOKEN,
} from '../../support/payment/direct-payments.ts';
import { putRows } from '../../support/store/store.ts';

interface Case extends NewDealerOptions {
  readonly code: string;
  /** Words of the sentence that say what was wrong. */
  readonly names: string;
  readonly fields?: Record<string, unknown>;
  readonly pos?: Partial<VirtualPos>;
}

const dailyLimit = (daily: number) => ({ TL: { values: { daily: minor(daily), monthly: minor(1), shards: 1 } } });

const wrongCards: readonly [fields: Record<string, unknown>, names: string][] = [
  [{ CardNumber: '4111111111111112' }, 'CardNumber'],
  [{ CardNumber: '' }, 'CardNumber or CardToken'],
  [{ CardToken: UNKNOWN_TOKEN }, 'together'],
  [{ CardNumber: null, CardToken: UNKNOWN_TOKEN }, 'CardToken'],
  [{ CardNumber: '', CardToken: 'token' }, 'CardToken'],
  [{ CardNumber: '4242424242424242' }, 'test card'],
  [{ ExpMonth: '13' }, 'ExpMonth'],
  [{ ExpYear: '2020' }, 'ExpYear'],
  [{ ExpMonth: '' }, 'ExpMonth'],
  [{ CvcNumber: '12' }, 'CvcNumber'],
  [{ CvcNumber: '' }, 'CvcNumber'],
];

const cases: readonly Case[] = [
  { code: `${AUTHENTICATION}InvalidAccount`, names: 'IP address', dealer: { allowedAddresses: ['192.0.2.1'] } },
  {
    code: `${AUTHENTICATION}InvalidAccount`,
    names: 'channel',
    dealer: { channels: ['mobile3D', 'paymentRequest'] },
  },
  {
    code: `${AUTHENTICATION}InvalidAccount`,
    names: 'operation',
    dealer: { barredOperations: ['DoDirectPayment', 'DoDirectPaymentMarketPlace'] },
  },
  { code: `${PAYMENT}ThreeDRequired`, names: '3D Secure', dealer: { threeDRequired: true } },
  {
    code: `${PAYMENT}InstallmentNotAvailableForForeignCurrencyTransaction`,
    names: 'Currency',
    fields: { Currency: 'EUR', InstallmentNumber: 2 },
  },
  ...[13, -1, 'many', 2.5].map((InstallmentNumber) => ({
    code: `${PAYMENT}InvalidInstallmentNumber`,
    names: '2 to 12',
    fields: { InstallmentNumber },
  })),
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForDealer`,
    names: 'dealer',
    dealer: { installmentCounts: [2] },
    fields: { InstallmentNumber: 3 },
  },
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    names: 'virtual POS',
    pos: { installmentCounts: [2] },
    fields: { InstallmentNumber: 3 },
  },
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    names: 'must be 1, 2 or 4',
    pos: { installmentCounts: [2, 3, 4], rates: ratesOf({ 1: '1', 2: '2', 4: '4' }) },
    fields: { InstallmentNumber: 3 },
  },
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    names: 'must be 2',
    pos: { rates: ratesOf({ 2: '2' }) },
  },
  { code: `${PAYMENT}VirtualPosNotAvailable`, names: 'no virtual POS', pos: { enabled: false } },
  {
    code: `${PAYMENT}VirtualPosNotAvailable`,
    names: 'Currency',
    pos: { currencies: ['TL'] },
    fields: { Currency: 'USD' },
  },
  {
    code: `${PAYMENT}VirtualPosNotAvailable`,
    names: 'no virtual POS for the bank',
    pos: { isDefault: false, bankCode: '10' },
  },
  ...wrongCards.map(([fields, names]) => ({ code: 'PaymentDealer.CheckCardInfo.InvalidCardInfo', names, fields })),
  { code: `${LIMITS}DailyDealerLimitExceeded`, names: 'daily limit', dealer: { limits: dailyLimit(2749) } },
  {
    code: `${LIMITS}DailyDealerLimitExceeded`,
    names: 'daily limit',
    dealer: { limits: dailyLimit(99_999) },
    fields: { Currency: 'USD' },
  },
  { code: `${LIMITS}DailyCardLimitExceeded`, names: 'card', dealer: { cardLimit: { count: 5, amount: minor(2749) } } },
  { code: `${PAYMENT}OutcomeUnknown`, names: 'bank', fields: paidBy('error-before-charge') },
];

const invalid: [names: string, fields: Record<string, unknown>, options?: NewDealerOptions][] = [
  ['Amount is required', { Amount: undefined }],
  ['Amount', { Amount: 0 }],
  ['Amount', { Amount: -1 }],
  ['Amount', { Amount: '27.505' }],
  ['Amount', { Amount: 1e9 }],
  ['Amount', { Amount: '1e3' }],
  ['Currency', { Currency: 'TRY' }],
  ['Currency', { Currency: 'tl' }],
  ['Currency is not permitted', { Currency: 'GBP' }, { dealer: { currencies: ['TL'] } }],
  ['IsPreAuth', { IsPreAuth: 2 }],
  ['IsPoolPayment', { IsPoolPayment: 2 }],
  ['IsPoolPayment 1', { IsPoolPayment: 1 }, { dealer: { pool: 'forbidden' } }],
  ['IsPoolPayment must be 1', {}, { dealer: { pool: 'required' } }],
  ['IntegratorId', { IntegratorId: 8 }],
  ['IntegratorId', { IntegratorId: 'x' }],
  ['Software', { Software: 'x'.repeat(31) }],
  ['Description', { Description: 'x'.repeat(201) }],
  ['Description', { Description: 'card 4111 1111 1111 1111' }],
  ['SubMerchantName', { SubMerchantName: '4111111111111111' }],
  ['ClientIP', { ClientIP: '4111111111111111' }],
  ['CardHolderFullName', { CardHolderFullName: '5555-5555-5555-4444' }],
  ['BuyerEmail', { BuyerInformation: { BuyerEmail: 'nobody' } }],
  ['BuyerInformation', { BuyerInformation: [{}] }],
  ['BuyerInformation', { BuyerInformation: 5 }],
  ['CardName', { CustomerInformation: { CardName: 'x'.repeat(51) } }],
  ['OtherTrxCode', { OtherTrxCode: 'x'.repeat(129) }],
  ['paused', {}, { dealer: { paused: true } }],
];

const split: [names: string, fields: Record<string, unknown>][] = [
  ['CommissionScenario is required', { CommissionScenario: '' }],
  ['CommissionScenario must be 1 to 6', { CommissionScenario: 7 }],
  ['SubDealer is required', { SubDealer: [] }],
  ['SubDealer[1].DealerCommissionRate', { SubDealer: [leastSplit.SubDealer[0], { DealerId: 1803, Amount: 17.25 }] }],
  ['27.49 and must equal Amount, 27.50', { CommissionScenario: 1, SubDealer: [{ DealerId: 1774, Amount: 27.49 }] }],
  [
    '27.51 and must not exceed Amount, 27.50',
    { CommissionScenario: 6, SubDealer: [{ DealerId: 1774, Amount: 27.51 }] },
  ],
  [
    'DealerId 1774 more than once',
    { CommissionScenario: 1, SubDealer: [1, 2].map(() => ({ DealerId: 1774, Amount: 13.75 })) },
  ],
  ['5 is not a sub-dealer', { CommissionScenario: 1, SubDealer: [{ DealerId: 5, Amount: 27.5 }] }],
  [
    'is 27.51 and must not exceed its Amount, 27.50',
    { CommissionScenario: 3, SubDealer: [{ DealerId: 1774, Amount: 27.5, DealerCommissionAmount: 27.51 }] },
  ],
  [
    'SubDealer',
    { SubDealer: Array.from({ length: 101 }, (_, DealerId) => ({ DealerId: DealerId + 1, Amount: 0.01 })) },
  ],
];

/** Dealers whose every request was refused. */
const refused: BankDealer[] = [];

const expectRefusal = (answer: Answer, code: string, names: string): void => {
  expect(answer).toMatchObject({ status: 200, Data: null, ResultCode: code, Exception: null });
  expect(answer.ResultMessage).toContain(names);
  expect(answer.ResultMessage).toMatch(/^[A-Z].*\.$/);
  expect(answer.ResultMessage).not.toMatch(/\d{12}/);
};

describe('Result codes of a direct payment (dealer interface 7.2), at both paths', () => {
  test.each(cases)('$code where $names is at fault', async ({ code, names, fields, ...options }) => {
    const dealer = await newSplitDealer(options);
    expectRefusal(await dealer.payDirectly(fields), code, names);
    expectRefusal(await dealer.payDirectly({ ...leastSplit, ...fields }, MARKET_PLACE), code, names);
    refused.push(dealer);
  });

  test.each(invalid)('InvalidRequest says %s of %j', async (names, fields, options) => {
    const dealer = await newSplitDealer(options);
    expectRefusal(await dealer.payDirectly(fields), `${PAYMENT}InvalidRequest`, names);
    const again = await dealer.payDirectly({ ...leastSplit, ...fields }, MARKET_PLACE);
    expectRefusal(again, `${PAYMENT}InvalidRequest`, names);
    refused.push(dealer);
  });

  test.each(split)('InvalidRequest says %s (dealer interface 2.3, 2.4)', async (names, fields) => {
    const dealer = await newSplitDealer();
    const answer = await dealer.payDirectly({ ...leastSplit, ...fields }, MARKET_PLACE);
    expectRefusal(answer, `${PAYMENT}InvalidRequest`, names);
    refused.push(dealer);
  });

  test('VirtualPosNotFound where the dealer has no virtual POS at all', async () => {
    const { payDirectly } = await newDealer({ virtualPos: [] });
    expectRefusal(await payDirectly(), `${AUTHENTICATION}VirtualPosNotFound`, 'no virtual POS');
  });

  test.each([DIRECT, MARKET_PLACE])(
    'InvalidRequest and InvalidAccount of the authentication block at %s',
    async (path) => {
      const { post, account } = await newBankDealer();
      const PaymentDealerAuthentication = authenticationOf(account);
      const bodies = [
        '{',
        '[]',
        JSON.stringify({ PaymentDealerRequest: leastDirect }),
        JSON.stringify({ PaymentDealerAuthentication }),
        JSON.stringify({
          PaymentDealerAuthentication: { ...PaymentDealerAuthentication, CheckKey: '0'.repeat(64) },
          PaymentDealerRequest: leastDirect,
        }),
      ];
      for (const body of bodies) expectRefusal(await post(path, body), `${AUTHENTICATION}InvalidRequest`, '');
      for (const wrong of [{ DealerCode: 'nobody' }, { Username: 'nobody' }, { Password: 'nothing' }]) {
        const body = {
          PaymentDealerAuthentication: authenticationOf({ ...account, ...wrong }),
          PaymentDealerRequest: leastDirect,
        };
        expectRefusal(await post(path, JSON.stringify(body)), `${AUTHENTICATION}InvalidAccount`, '');
      }
      for (const empty of [{ DealerCode: '' }, { Username: null }, { Password: ' ' }]) {
        const body = {
          PaymentDealerAuthentication: { ...PaymentDealerAuthentication, ...empty },
          PaymentDealerRequest: leastDirect,
        };
        expectRefusal(await post(path, JSON.stringify(body)), `${AUTHENTICATION}InvalidAccount`, 'empty');
      }
    },
  );

  test('OtherTrxCodeAlreadyUsed where the code names another payment (decisions: codes of our own)', async () => {
    const dealer = await newBankDealer();
    await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    const other = await dealer.payDirectly({ OtherTrxCode: 'P-1', Amount: 27.51 });
    expectRefusal(other, `${PAYMENT}OtherTrxCodeAlreadyUsed`, 'OtherTrxCode');
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('StillRunning at once for what comes behind two calls that wait for the same payment (rule 10)', async () => {
    const dealer = await newBankDealer();
    const first = await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    const [approved] = await dealer.directAttempts();
    if (approved === undefined) throw new Error('no attempt');
    const answerByMs = Date.now() + 28_000;
    const { endedAtMs: _ended, bank: _bank, ...begun } = approved;
    await putRows(dealer.store, [attemptItem({ ...begun, state: 'charging', reportedOutcome: 'nobody', answerByMs })]);
    const answered: Answer[] = [];
    const calls = Array.from({ length: 5 }, async () => {
      answered.push(await dealer.payDirectly({ OtherTrxCode: 'P-1' }));
    });
    await expect.poll(() => answered.length).toBe(3);
    for (const answer of answered) expectRefusal(answer, `${PAYMENT}StillRunning`, 'OtherTrxCode');
    await putRows(dealer.store, [attemptItem(approved)]);
    await Promise.all(calls);
    const waited = answered.slice(3);
    expect(waited.map(isReplay)).toEqual([true, true]);
    expect(waited.map(({ Data }) => Data)).toEqual([first.Data, first.Data]);
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('nothing that was refused is in the bank’s books', async () => {
    const merchants = new Set(refused.map(({ merchant }) => merchant.clientId));
    expect(merchants.size).toBe(cases.length + invalid.length + split.length);
    const orders = (await rowsOf(stackOfTests(), 'BANK#')).filter(({ clientId }) => merchants.has(String(clientId)));
    expect(orders).toEqual([]);
  });

  test('every code of the contract, the 11 of dealer interface 7.2 among them, is reached by a test over HTTP', () => {
    const elsewhere = ['InvalidRequest', 'VirtualPosNotFound'].map((code) => `${AUTHENTICATION}${code}`);
    const ofPayment = ['InvalidRequest', 'OtherTrxCodeAlreadyUsed', 'StillRunning'].map((code) => `${PAYMENT}${code}`);
    const reached = new Set([...cases.map(({ code }) => code), ...elsewhere, ...ofPayment]);
    expect(reached).toEqual(new Set(Object.values(contract.codes)));
    expect(reached.size).toBe(11 + 5);
  });
});

describe('An operation that a dealer may not call (decisions: set-up that leads to a code)', () => {
  test('is told by the path, and DoDirectPayment with a SubDealer list is DoDirectPaymentMarketPlace', async () => {
    const withoutSplits = await newSplitDealer({ dealer: { barredOperations: ['DoDirectPaymentMarketPlace'] } });
    const barred = `${AUTHENTICATION}InvalidAccount`;
    expect((await withoutSplits.payDirectly()).ResultCode).toBe('Success');
    expectRefusal(await withoutSplits.payDirectly(leastSplit, MARKET_PLACE), barred, 'operation');
    expectRefusal(await withoutSplits.payDirectly(leastSplit), barred, 'operation');
    expect(await withoutSplits.orders()).toHaveLength(1);
    const splitsOnly = await newSplitDealer({ dealer: { barredOperations: ['DoDirectPayment'] } });
    expectRefusal(await splitsOnly.payDirectly(), barred, 'operation');
    expect((await splitsOnly.payDirectly(leastSplit, MARKET_PLACE)).ResultCode).toBe('Success');
  });
});
