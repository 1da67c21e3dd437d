import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import { callOf, type LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { resultHashesOf } from '../../../shared/http/result-hash.ts';
import { openStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { type BankDealer, newBankDealer, rowsOf } from '../../support/bank/bank-merchants.ts';
import { newCardDealer } from '../../support/card/stored-cards.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { LIMITS, leastSplit, newSplitDealer } from '../../support/payment/direct-payments.ts';
import { CVC, formFor, hasFormFor, openPage, postForm, reportOn, throughBank } from '../../support/payment/payer.ts';
import {
  openBox,
  SHOP_MARKET_PLACE,
  SHOP_PREFIX,
  shopCard,
  startedBy,
  startShop,
} from '../../support/payment/shop-payments.ts';
import { makeActive } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const MINUTE_MS = 60_000;
const vault = vaultOf(inject('stack'));

const paymentAt = async (dealer: BankDealer, url: string) => {
  const [payment = ''] = new URL(url).pathname.replace('/box/', '').split('.');
  return dynamoShopPayments(dealer.store).find(payment);
};

const attemptAt = async (dealer: BankDealer, url: string): Promise<LinkAttempt> =>
  (await paymentAt(dealer, url))?.attempt ?? expect.unreachable('the payment was opened');

describe('The card of a 3D payment of a shop', () => {
  test('stands in no row in clear, before and after the payment is opened', async () => {
    const dealer = await newBankDealer();
    const { url } = startedBy(await startShop(dealer, { OtherTrxCode: 'C-1' }));
    const key = url.slice(-43);
    const clean = async () => {
      const rows = JSON.stringify(await rowsOf(dealer.stack, 'PAY#'));
      for (const secret of ['4111111111111111', `"${CVC}"`, key]) expect(rows).not.toContain(secret);
    };
    await clean();
    await throughBank(await openBox(url));
    await clean();
  });

  test('is stored with IsTokenized when the payment is approved, without its CVC, and pays by its token', async () => {
    const dealer = await newCardDealer();
    const fields = {
      IsTokenized: 1,
      CustomerInformation: { CustomerCode: dealer.customer.customerCode, CardName: 'Mine' },
    };
    const { url } = startedBy(await startShop(dealer, fields));
    const handOver = await openBox(url);
    expect(await dealer.storedCards()).toEqual([]);
    await throughBank(handOver);
    const [card, ...others] = await dealer.storedCards();
    if (card === undefined) throw new Error('no card');
    expect([card.cardName, others]).toEqual(['Mine', []]);
    expect(await openStoredCard(card, vault)).toEqual({
      number: '4111111111111111',
      expiryMonth: '12',
      expiryYear: '2030',
      holderName: 'Elif Y',
    });
    const byToken = { CardNumber: '', ExpMonth: '', ExpYear: '', CvcNumber: '', CardToken: card.token };
    const again = startedBy(await startShop(dealer, byToken));
    expect(reportOn(await throughBank(await openBox(again.url))).fields.resultCode).toBe('');
    expect(await attemptAt(dealer, again.url)).toMatchObject({ shop: { cardToken: card.token } });
    expect(await dealer.charges()).toHaveLength(2);
  });

  test('is not stored without IsTokenized, nor after a decline', async () => {
    const dealer = await newCardDealer();
    const CustomerInformation = { CustomerCode: dealer.customer.customerCode };
    const plain = startedBy(await startShop(dealer, { CustomerInformation }));
    await throughBank(await openBox(plain.url));
    const declined = startedBy(
      await startShop(dealer, { CustomerInformation, IsTokenized: 1, ...shopCard('insufficient-funds') }),
    );
    await throughBank(await openBox(declined.url));
    expect(await dealer.storedCards()).toEqual([]);
  });

  test('of a brand without 3D is refused, and so is one that the dealer may take no more from', async () => {
    const dealer = await newBankDealer({ dealer: { cardLimit: { count: 1, amount: minor(10_000) } } });
    expect(await startShop(dealer, { ...shopCard('troy') })).toMatchObject({
      ResultCode: 'PaymentDealer.CheckCardInfo.InvalidCardInfo',
    });
    const two = [startedBy(await startShop(dealer)).url, startedBy(await startShop(dealer)).url];
    const [first = '', second = ''] = two;
    expect(reportOn(await throughBank(await openBox(first))).fields.resultCode).toBe('');
    // Its day was free when it was called, and is full when it is opened.
    expect(reportOn(await openBox(second)).fields.resultCode).toBe('000');
    expect(await startShop(dealer)).toMatchObject({ ResultCode: `${LIMITS}DailyCardLimitExceeded` });
    expect(await dealer.charges()).toHaveLength(1);
  });
});

describe('A 3D payment with sub-dealers', () => {
  test('keeps the shares of its call with the attempt', async () => {
    const dealer = await newSplitDealer();
    const { url } = startedBy(await startShop(dealer, leastSplit, SHOP_MARKET_PLACE));
    expect(reportOn(await throughBank(await openBox(url))).fields.resultCode).toBe('');
    const { reference } = await attemptAt(dealer, url);
    const whole = await dynamoAttempts(dealer.store).find(reference);
    expect(whole && callOf(whole)?.splits).toMatchObject([
      { subDealerId: 1774, amount: 1025 },
      { subDealerId: 1803, amount: 1725 },
    ]);
  });

  test('is refused at either path to a dealer who is barred from it', async () => {
    const dealer = await newSplitDealer({ dealer: { barredOperations: ['DoDirectPaymentThreeDMarketPlace'] } });
    expect(await startShop(dealer, leastSplit)).toMatchObject({
      ResultCode: 'PaymentDealer.CheckPaymentDealerAuthentication.InvalidAccount',
    });
  });
});

describe('A 3D payment of a shop whose bank does not answer', () => {
  const unanswered = async (agoMs: number) => {
    const dealer = await newBankDealer();
    const code = randomUUID();
    const started = startedBy(await startShop(dealer, { OtherTrxCode: code }));
    await openBox(started.url);
    const attempt = await attemptAt(dealer, started.url);
    const lastCallAtMs = Date.now() - agoMs;
    const charging = {
      state: 'charging',
      lastCallAtMs,
      startedAtMs: lastCallAtMs,
      answerByMs: lastCallAtMs + 28_000,
    } as const;
    await putRows(dealer.store, [attemptItem({ ...attempt, ...charging })]);
    await makeActive(dealer.store, attempt);
    return { ...started, dealer, code };
  };

  test('shows the waiting page, and offers no way back before three minutes', async () => {
    const { url } = await unanswered(MINUTE_MS);
    const page = await openPage(url);
    expect(page.text).toContain('We are asking your bank');
    expect(page.headers.get('refresh')).toBe('5');
    for (const action of ['retry', 'give-up']) expect(hasFormFor(page, action)).toBe(false);
  });

  test('reports F 021 once its payer returns after three minutes; no further call begins while the charge may stand (rule 10)', async () => {
    const { url, codeForHash, dealer, code } = await unanswered(3 * MINUTE_MS);
    expect(await startShop(dealer, { OtherTrxCode: code })).toMatchObject({ ResultCode: `${SHOP_PREFIX}StillRunning` });
    const page = await openPage(url);
    expect(page.text).toContain('Return to the merchant');
    const { fields } = reportOn(await postForm(formFor(page, 'retry')));
    expect(fields).toMatchObject({ hashValue: resultHashesOf(codeForHash).failureHash, resultCode: '021' });
    expect(await attemptAt(dealer, url)).toMatchObject({ told: 'failed' });
    for (const changes of [{}, { Amount: 11 }, shopCard('approved-mastercard')]) {
      expect(await startShop(dealer, { OtherTrxCode: code, ...changes })).toMatchObject({
        ResultCode: `${SHOP_PREFIX}StillRunning`,
        ResultMessage: expect.stringContaining('do not send it under another code'),
      });
    }
  });
});
