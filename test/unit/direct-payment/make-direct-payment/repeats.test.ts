import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attemptItem } from '../../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { type MemoryBank, startMemoryBank } from '../../../support/bank/memory-bank.ts';
import type { Answer } from '../../../support/dealer/dealers.ts';
import {
  AUTHENTICATION,
  declinedWith,
  isReplay,
  leastSplit,
  PAYMENT,
  paidBy,
  putSubDealers,
  TOP_DEALER_RATES,
} from '../../../support/payment/direct-payments.ts';
import { type DirectSceneOptions, directScene } from '../../../support/payment/direct-scene.ts';
import { putRows } from '../../../support/store/store.ts';

const MINUTE_MS = 60_000;
const CODE = { OtherTrxCode: 'P-1' };
const DECLINED = { ...CODE, ...paidBy('insufficient-funds') };

let bank: MemoryBank;
beforeAll(async () => {
  bank = await startMemoryBank();
});
afterAll(() => bank.stop());

const scene = (options: Omit<DirectSceneOptions, 'bank'> = {}) => directScene({ bank, ...options });

describe('Time after a decline (rule 10)', () => {
  test('within 60 s the same card gets the stored decline, afterwards it is attempt 2', async () => {
    const { pay, advance, orders, directAttempts } = await scene();
    expect((await pay(DECLINED)).Data).toEqual(declinedWith('002'));
    advance(55_000);
    const repeat = await pay(DECLINED);
    expect([repeat.Data, isReplay(repeat)]).toEqual([declinedWith('002'), true]);
    expect(await orders()).toHaveLength(1);
    advance(5_000);
    const second = await pay(DECLINED);
    expect([second.Data, isReplay(second)]).toEqual([declinedWith('002'), false]);
    expect(await orders()).toHaveLength(2);
    expect((await directAttempts()).map(({ number }) => number)).toEqual([1, 2]);
    // The minute begins at the last decline.
    advance(30_000);
    expect(isReplay(await pay(DECLINED))).toBe(true);
  });

  test('a code has ten attempts; the eleventh says so, and never tells another card’s decline', async () => {
    const { pay, advance, orders, directAttempts, changeDealer } = await scene();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      if (attempt > 1) advance(MINUTE_MS);
      expect(isReplay(await pay(DECLINED))).toBe(false);
    }
    const soon = await pay(DECLINED);
    expect([soon.Data, isReplay(soon)]).toEqual([declinedWith('002'), true]);
    const expectUsedUp = (answer: Answer): void => {
      expect(answer).toMatchObject({ Data: null, ResultCode: `${PAYMENT}InvalidRequest` });
      expect(answer.ResultMessage).toContain('OtherTrxCode has used its 10 attempts');
      expect(isReplay(answer)).toBe(false);
    };
    expectUsedUp(await pay(CODE));
    changeDealer({ paused: true });
    expectUsedUp(await pay(CODE));
    changeDealer({ paused: false });
    advance(MINUTE_MS);
    expectUsedUp(await pay(DECLINED));
    expect((await directAttempts()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await orders()).toHaveLength(10);
  });

  test('two repeats that both read the decline: one of them moves the claim, the other gets its answer', async () => {
    const { pay, advance, orders } = await scene();
    await pay(DECLINED);
    advance(MINUTE_MS);
    const answers = await Promise.all([pay(CODE), pay(CODE), pay(CODE)]);
    expect(new Set(answers.map(({ Data }) => JSON.stringify(Data))).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await orders()).toHaveLength(2);
  });

  test('a payment that was reported paid is told so for ever, also after it was voided or refunded', async () => {
    const { pay, advance, orders, latest, store } = await scene();
    const first = await pay(CODE);
    for (const state of ['voided', 'refunded'] as const) {
      await putRows(store, [attemptItem({ ...(await latest()), state })]);
      advance(MINUTE_MS);
      for (const fields of [CODE, DECLINED]) {
        const again = await pay(fields);
        expect([again.Data, isReplay(again)]).toEqual([first.Data, true]);
      }
    }
    expect(await orders()).toHaveLength(1);
  });

  test('an approval is the answer for good, whatever time has gone', async () => {
    const { pay, advance, orders } = await scene();
    const first = await pay(CODE);
    advance(400 * 24 * 60 * MINUTE_MS);
    const later = await pay(CODE);
    expect([later.Data, isReplay(later)]).toEqual([first.Data, true]);
    expect(await orders()).toHaveLength(1);
  });
});

describe('Log lines and metrics of direct payments', () => {
  test.each([
    ['/PaymentDealer/DoDirectPayment', 'DoDirectPayment'],
    ['/PaymentDealer/DoDirectPaymentMarketPlace', 'DoDirectPaymentMarketPlace'],
  ] as const)('name the operation that was called: %s', async (path, operation) => {
    const { pay, metrics } = await scene({ path });
    await pay();
    expect(metrics.answers.map((answer) => answer.operation)).toEqual([operation]);
  });
});

describe('A known code and what refuses by now (rule 6)', () => {
  test('the dealer must use 3D, is paused, has no limit, takes no such currency', async () => {
    const { pay, changeDealer } = await scene();
    const first = await pay(CODE);
    for (const changes of [{ threeDRequired: true }, { paused: true }, { limits: {} }, { currencies: [] }]) {
      changeDealer({ threeDRequired: false, ...changes });
      const [fresh, again] = [await pay({ OtherTrxCode: 'P-2' }), await pay(CODE)];
      expect(fresh.Data).toBeNull();
      expect([again.Data, isReplay(again)]).toEqual([first.Data, true]);
    }
  });

  test('its virtual POS is switched off, does not take the currency, or does not take the count', async () => {
    const { pay, putPos } = await scene();
    const first = await pay({ ...CODE, InstallmentNumber: 3 });
    for (const changes of [{ enabled: false }, { currencies: [] }, { installmentCounts: [] }]) {
      await putPos({ gateway: bank.gateway, ...changes });
      const fresh = await pay({ OtherTrxCode: 'P-2', InstallmentNumber: 3 });
      const again = await pay({ ...CODE, InstallmentNumber: 3 });
      expect(fresh.ResultCode).toMatch(new RegExp(`^${PAYMENT}.*VirtualPos`));
      expect([again.Data, isReplay(again)]).toEqual([first.Data, true]);
    }
  });

  test('but account, address, operation and channel go first (decisions: order of refusals)', async () => {
    const direct = await scene({ dealer: { topDealerRates: TOP_DEALER_RATES } });
    await putSubDealers(direct, [1774, 1803]);
    const first = await direct.pay({ ...CODE, ...leastSplit });
    expect(first.ResultCode).toBe('Success');
    for (const changes of [
      { allowedAddresses: ['192.0.2.1'] },
      { channels: [] },
      { barredOperations: ['DoDirectPayment'] as const },
      { barredOperations: ['DoDirectPaymentMarketPlace'] as const },
    ]) {
      direct.changeDealer({ ...direct.dealer, ...changes });
      const refused = await direct.pay({ ...CODE, ...leastSplit });
      expect(refused).toMatchObject({ Data: null, ResultCode: `${AUTHENTICATION}InvalidAccount` });
    }
  });
});
