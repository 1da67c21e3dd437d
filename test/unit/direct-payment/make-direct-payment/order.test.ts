import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { type MemoryBank, startMemoryBank } from '../../../support/bank/memory-bank.ts';
import { ratesOf } from '../../../support/dealer/virtual-pos.ts';
import {
  AUTHENTICATION,
  LIMITS,
  MARKET_PLACE,
  PAYMENT,
  putSubDealers,
  TOP_DEALER_RATES,
  UNKNOWN_TOKEN,
} from '../../../support/payment/direct-payments.ts';
import { type DirectScene, directScene } from '../../../support/payment/direct-scene.ts';

let bank: MemoryBank;
beforeAll(async () => {
  bank = await startMemoryBank();
});
afterAll(() => bank.stop());

const UNLIMITED = { TL: { values: { daily: 'unlimited', monthly: 'unlimited', shards: 1 } } } as const;
const [INVALID, ACCOUNT] = [`${PAYMENT}InvalidRequest`, `${AUTHENTICATION}InvalidAccount`];

/** A refusal, and the change that removes its cause and no other. */
interface Rung {
  readonly code: string;
  readonly sentence: RegExp;
  readonly fields?: Record<string, unknown>;
  readonly dealer?: Partial<Dealer>;
  readonly setUp?: (scene: DirectScene) => Promise<unknown>;
}

const entry = { DealerId: 1774, Amount: 27.5 };

const pipeline: readonly Rung[] = [
  { code: ACCOUNT, sentence: /IP address/, dealer: { allowedAddresses: 'any address' } },
  { code: ACCOUNT, sentence: /operation/, dealer: { barredOperations: [] } },
  { code: ACCOUNT, sentence: /channel/, dealer: { channels: ['directPayment'] } },
];

const shape: readonly Rung[] = [
  { code: INVALID, sentence: /^Software must be at most/, fields: { Software: 'x' } },
  { code: INVALID, sentence: /^Amount is required/, fields: { Amount: 27.5 } },
  { code: INVALID, sentence: /^CommissionScenario is required/, fields: { CommissionScenario: 1 } },
  { code: INVALID, sentence: /^SubDealer is required/, fields: { SubDealer: [{ DealerId: 1774 }] } },
  {
    code: INVALID,
    sentence: /^SubDealer\[0\]\.Amount is required/,
    fields: { SubDealer: [{ ...entry, Amount: 27.49 }] },
  },
];

const values: readonly Rung[] = [
  {
    code: `${PAYMENT}InstallmentNotAvailableForForeignCurrencyTransaction`,
    sentence: /Currency is not TL/,
    fields: { Currency: 'TRY' },
  },
  { code: `${PAYMENT}InvalidInstallmentNumber`, sentence: /2 to 12/, fields: { InstallmentNumber: 3 } },
  { code: INVALID, sentence: /^Currency must be/, fields: { Currency: 'TL' } },
  { code: INVALID, sentence: /^IsPoolPayment must be 0 or 1/, fields: { IsPoolPayment: 0 } },
  {
    code: INVALID,
    sentence: /^CustomerInformation\.Gender/,
    fields: { CustomerInformation: { DealerCustomerId: 99 } },
  },
  { code: INVALID, sentence: /27\.49 and must equal/, fields: { SubDealer: [entry] } },
  { code: INVALID, sentence: /^Description must not hold a card/, fields: { Description: 'x' } },
];

const permissions: readonly Rung[] = [
  { code: `${PAYMENT}ThreeDRequired`, sentence: /3D Secure/, dealer: { threeDRequired: false } },
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForDealer`,
    sentence: /this dealer may use no other count/,
    dealer: { installmentCounts: [3] },
  },
  { code: INVALID, sentence: /^Currency is not permitted/, dealer: { currencies: ['TL'] } },
  { code: INVALID, sentence: /^IsPoolPayment must be 1/, fields: { IsPoolPayment: 1 } },
  { code: INVALID, sentence: /^IntegratorId/, fields: { IntegratorId: 0 } },
  { code: INVALID, sentence: /paused/, dealer: { paused: false } },
  { code: INVALID, sentence: /1774 is not a sub-dealer/, setUp: (scene) => putSubDealers(scene, [1774]) },
  { code: INVALID, sentence: /no commission rate/, dealer: { topDealerRates: TOP_DEALER_RATES } },
];

const rest: readonly Rung[] = [
  {
    code: `${PAYMENT}VirtualPosNotAvailable`,
    sentence: /no virtual POS for the bank/,
    setUp: ({ putPos }) => putPos({ gateway: bank.gateway, installmentCounts: [2] }),
  },
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    sentence: /takes no other count/,
    setUp: ({ putPos }) => putPos({ gateway: bank.gateway, rates: ratesOf({ 1: '1' }) }),
  },
  {
    code: `${PAYMENT}ThisInstallmentNumberNotAvailableForVirtualPos`,
    sentence: /must be 1:/,
    setUp: ({ putPos }) => putPos({ gateway: bank.gateway }),
  },
  { code: INVALID, sentence: /^CustomerInformation\.DealerCustomerId/, fields: { CustomerInformation: null } },
  { code: 'PaymentDealer.CheckCardInfo.InvalidCardInfo', sentence: /together/, fields: { CardToken: null } },
  { code: `${LIMITS}DailyDealerLimitExceeded`, sentence: /daily limit/, dealer: { limits: UNLIMITED } },
  {
    code: `${LIMITS}DailyCardLimitExceeded`,
    sentence: /card today/,
    dealer: { cardLimit: { count: 1, amount: 'unlimited' } },
  },
];

const ladder = [...pipeline, ...shape, ...values, ...permissions, ...rest];

const everythingWrong = {
  Software: 'x'.repeat(31),
  Amount: undefined,
  Currency: 'EUR',
  InstallmentNumber: 13,
  IsPoolPayment: 2,
  IntegratorId: 8,
  Description: '4111111111111111',
  CardToken: UNKNOWN_TOKEN,
  CustomerInformation: { Gender: 3, DealerCustomerId: 99 },
};

test('a payment that breaks every rule is refused group by group as it is put right (decisions: order of refusals)', async () => {
  const scene = await directScene({
    bank,
    path: MARKET_PLACE,
    dealer: {
      allowedAddresses: ['192.0.2.1'],
      barredOperations: ['DoDirectPaymentMarketPlace'],
      channels: [],
      threeDRequired: true,
      installmentCounts: [],
      currencies: [],
      pool: 'required',
      paused: true,
      limits: {},
      cardLimit: { count: 5, amount: minor(1) },
    },
    pos: { enabled: false },
  });
  let fields: Record<string, unknown> = everythingWrong;
  for (const { code, sentence, ...repair } of ladder) {
    const answer = await scene.pay(fields);
    expect({ code: answer.ResultCode, message: answer.ResultMessage }).toEqual({
      code,
      message: expect.stringMatching(sentence),
    });
    fields = { ...fields, ...repair.fields };
    scene.changeDealer(repair.dealer ?? {});
    await repair.setUp?.(scene);
  }
  expect(await scene.orders()).toEqual([]);
  expect(await scene.pay(fields)).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true } });
  expect(await scene.charges()).toHaveLength(1);
});
