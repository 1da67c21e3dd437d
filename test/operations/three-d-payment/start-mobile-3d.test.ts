import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import {
  type Answer,
  leastMobile,
  type NewDealerOptions,
  newDealer,
  type TestDealer,
} from '../../support/dealer/dealers.ts';
import { storedLink, storedPaymentOf } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const ALREADY_USED = 'PaymentDealer.DoDirectPayment3dMobileRequest.OtherTrxCodeAlreadyUsed';
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

interface MobileAnswer {
  readonly Url: string;
  readonly CodeForHash: string;
}

const mobileDealer = (options: NewDealerOptions = {}) => newDealer({ virtualPos: [{}], ...options });

const startedBy = (answer: Answer): MobileAnswer => {
  expect(answer).toMatchObject({ status: 200, ResultCode: 'Success', ResultMessage: '', Exception: null });
  return answer.Data as MobileAnswer;
};

const linkMade = ({ store }: TestDealer, answer: Answer): Promise<PaymentRequest> =>
  storedLink(store, startedBy(answer).Url.split('/').at(-1) ?? '');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('DoDirectPaymentThreeDMobile (dealer interface 2.7)', () => {
  test('answers Url and CodeForHash and nothing else', async () => {
    const { startMobile } = await mobileDealer();
    expect(startedBy(await startMobile())).toEqual({
      Url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[a-z2-7]{26}\.[A-Za-z0-9_-]{22}$/),
      CodeForHash: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
    });
  });

  test('the Url opens the page of the payment', async () => {
    const { startMobile } = await mobileDealer();
    const page = await fetch(startedBy(await startMobile()).Url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('27,50');
  });

  test('stores every field (dealer interface 2.7): one hour of life, 3D mandatory, commission borne by the dealer', async () => {
    const dealer = await mobileDealer();
    const answer = await dealer.startMobile({
      PaymentType: '0064',
      Amount: '1234.5',
      Currency: '',
      InstallmentNumber: '3',
      ClientIP: '192.0.2.10',
      RedirectType: '1',
      IsPoolPayment: true,
      IntegratorId: 7,
      Software: 'Example Shop',
      SubMerchantName: 'EXAMPLE*SHOP',
      Description: 'İki koltuk',
      BuyerInformation: {
        BuyerFullName: 'Ayşe K',
        BuyerEmail: 'ayse@example.com',
        BuyerGsmNumber: '+90 532 111 22 33',
        BuyerAddress: 'Beşiktaş',
        BasketProduct: [{ ProductId: 1 }],
      },
      Nobody: { knows: ['this'] },
    });
    const link = await linkMade(dealer, answer);
    expect(link).toMatchObject({
      dealerCode: dealer.dealer.dealerCode,
      dealerName: 'Test Store',
      dealerCustomerId: 0,
      otherTrxCode: 'M-1',
      state: 'open',
      source: 'mobile-3d',
      insideFrame: true,
      bankCode: '64',
      delivery: {},
      buyer: { fullName: 'Ayşe K', email: 'ayse@example.com', gsmNumber: '+90 532 111 22 33', address: 'Beşiktaş' },
      basket: [],
      caller: { clientIp: '192.0.2.10', software: 'Example Shop', subMerchantName: 'EXAMPLE*SHOP', integratorId: 7 },
      description: 'İki koltuk',
      redirectUrl: leastMobile.RedirectURL,
      terms: {
        amount: 123_450,
        currency: 'TL',
        installments: { by: 'dealer', count: 3 },
        allowedCounts: [3],
        commissionByDealer: 12,
        commissionDifferenceOnly: false,
        preAuthorisation: false,
        pooled: true,
        threeDMandatory: true,
        cardStorage: 'never',
      },
    });
    expect(link).not.toHaveProperty('dealerCustomerTypeId');
    expect(link.expiresAtMs - link.createdAtMs).toBe(3_600_000);
  });

  test('the least request is a single payment in TL outside an iframe', async () => {
    const dealer = await mobileDealer();
    const link = await linkMade(dealer, await dealer.startMobile());
    expect(link).toMatchObject({ insideFrame: false, caller: {}, buyer: {} });
    expect(link.terms).toMatchObject({ currency: 'TL', installments: { by: 'dealer', count: 1 }, pooled: false });
  });

  test.each([2, 9])('%i installments are taken (decisions: installments)', async (InstallmentNumber) => {
    const { startMobile } = await mobileDealer();
    startedBy(await startMobile({ InstallmentNumber }));
  });

  test('the single payment needs no count of dealer or virtual POS', async () => {
    const { startMobile } = await mobileDealer({
      dealer: { installmentCounts: [] },
      virtualPos: [{ installmentCounts: [] }],
    });
    startedBy(await startMobile({ InstallmentNumber: 0 }));
  });

  test('takes RedirectUrl for RedirectURL (decisions: tolerant reading)', async () => {
    const dealer = await mobileDealer();
    const RedirectUrl = 'https://shop.example/M-1';
    expect((await linkMade(dealer, await dealer.startMobile({ RedirectURL: '', RedirectUrl }))).redirectUrl).toBe(
      RedirectUrl,
    );
  });

  test.each([
    ['M-1', 'https://shop.example/pay/M-1'],
    ['a b&c', 'https://shop.example/?code=a%20b%26c'],
    ['a b', 'https://shop.example/?code=a+b'],
    ['Ödeme 5', 'https://shop.example/?code=%C3%96deme%205'],
    ['100%', 'https://shop.example/?code=100%'],
  ])('the code %s is found in the address %s', async (OtherTrxCode, RedirectURL) => {
    const { startMobile } = await mobileDealer();
    startedBy(await startMobile({ OtherTrxCode, RedirectURL }));
  });

  test('keeps CodeForHash encrypted, with the two hashes of the redirect beside it (rule 28)', async () => {
    const dealer = await mobileDealer();
    const answer = await dealer.startMobile();
    const { CodeForHash } = startedBy(answer);
    const link = await linkMade(dealer, answer);
    expect(link.secrets).toMatchObject({
      successHash: sha256(`${CodeForHash}T`),
      failureHash: sha256(`${CodeForHash}F`),
    });
    expect(JSON.stringify(link)).not.toContain(CodeForHash);
  });

  test('limits that have no room now are told at the start; those that have are not touched by it', async () => {
    const limits = { TL: { values: { daily: minor(2749), monthly: minor(2750), shards: 1 } } };
    const { startMobile, store, dealer } = await mobileDealer({ dealer: { limits } });
    expect((await startMobile()).ResultMessage).toBe("Amount exceeds what is left of the dealer's daily limit.");
    startedBy(await startMobile({ Amount: 27.49 }));
    const day = { kind: 'day', name: istanbulDayOf(Date.now()), currency: 'TL', shard: 0 } as const;
    expect(await store.get(keys.limitBucket(dealer.dealerCode, day))).toBeUndefined();
  });

  test('a second bank of the dealer is reached by its PaymentType', async () => {
    const dealer = await mobileDealer({ virtualPos: [{}, { bankCode: '46' }] });
    expect((await linkMade(dealer, await dealer.startMobile({ PaymentType: 46 }))).bankCode).toBe('46');
  });
});

describe('OtherTrxCode of a mobile payment (rules 6, 12, 13)', () => {
  test('the same request gives the same address again, in another spelling and from another machine too', async () => {
    const { startMobile } = await mobileDealer();
    const first = await startMobile();
    const second = await startMobile({
      Amount: '27.50',
      PaymentType: '064',
      InstallmentNumber: '1',
      RedirectType: 0,
      ClientIP: '198.51.100.7',
      Software: 'Another',
    });
    expect(second.Data).toEqual(first.Data);
    expect([first, second].map(isReplay)).toEqual([false, true]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['Amount', { Amount: 27.51 }],
    ['PaymentType', { PaymentType: '46' }],
    ['InstallmentNumber', { InstallmentNumber: 2 }],
    ['RedirectURL', { RedirectURL: 'https://shop.example/M-1' }],
    ['RedirectType', { RedirectType: 1 }],
    ['IsPoolPayment', { IsPoolPayment: 1 }],
    ['SubMerchantName', { SubMerchantName: 'X' }],
    ['Description', { Description: 'X' }],
    ['BuyerEmail', { BuyerInformation: { BuyerEmail: 'a@b.co' } }],
  ])(
    'another request that asks for something else has an address and CodeForHash of its own: %s',
    async (_title, changes) => {
      const { startMobile } = await mobileDealer({ virtualPos: [{}, { bankCode: '46' }] });
      const first = startedBy(await startMobile());
      const answer = await startMobile(changes);
      const second = startedBy(answer);
      expect([second.Url === first.Url, second.CodeForHash === first.CodeForHash, isReplay(answer)]).toEqual([
        false,
        false,
        false,
      ]);
    },
  );

  test.each<[string, Record<string, unknown>, string]>([
    ['an amount that cannot be read', { Amount: 'a lot' }, 'InvalidRequest'],
    ['no amount', { Amount: '' }, 'AmountRequired'],
    ['an unknown currency', { Currency: 'TRY' }, 'InvalidCurrencyCode'],
  ])(
    'another request that is wrong itself is refused for that, and changes nothing: %s',
    async (_title, changes, code) => {
      const { startMobile } = await mobileDealer();
      const first = await startMobile();
      expect((await startMobile(changes)).ResultCode).toMatch(new RegExp(`\\.${code}$`));
      expect((await startMobile()).Data).toEqual(first.Data);
    },
  );

  test('a repeat gets its address although the dealer may not do so by now', async () => {
    const dealer = await mobileDealer();
    const first = await dealer.startMobile();
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, version: 2, pool: 'required' })]);
    let last = 1;
    const another = () => {
      last += 1;
      return dealer.startMobile({ OtherTrxCode: `M-${last}`, RedirectURL: `https://shop.example/M-${last}` });
    };
    await expect
      .poll(async () => (await another()).ResultCode)
      .toBe('PaymentDealer.DoDirectPayment3dMobileRequest.PoolPaymentRequiredForDealer');
    const again = await dealer.startMobile();
    expect(again.Data).toEqual(first.Data);
    expect(isReplay(again)).toBe(true);
  });

  test('payment requests and mobile payments of a dealer share one namespace', async () => {
    const dealer = await mobileDealer();
    expect((await dealer.createLink({ OtherTrxCode: 'M-1' })).ResultCode).toBe('Success');
    expect(await dealer.startMobile()).toMatchObject({ ResultCode: ALREADY_USED });
    startedBy(await dealer.startMobile({ OtherTrxCode: 'M-2', RedirectURL: 'https://shop.example/M-2' }));
    expect(await dealer.createLink({ OtherTrxCode: 'M-2' })).toMatchObject({
      ResultCode: 'PaymentUserPos.CreateUserPosPayment.OtherTrxCodeAlreadyUsed',
    });
    expect(await storedPaymentOf(dealer.store, dealer.dealer.dealerCode, 'M-2')).toMatchObject({
      operation: 'DoDirectPaymentThreeDMobile',
    });
  });

  test('ten concurrent starts with one code yield one link', async () => {
    const { startMobile } = await mobileDealer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => startMobile()));
    expect(new Set(answers.map((answer) => JSON.stringify(startedBy(answer)))).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
  });
});
