import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import type { Answer } from '../../support/dealer/dealers.ts';
import {
  declinedWith,
  isReplay,
  leastSplit,
  MARKET_PLACE,
  newSplitDealer,
  PAYMENT,
  paidBy,
} from '../../support/payment/direct-payments.ts';

const ALREADY_USED = `${PAYMENT}OtherTrxCodeAlreadyUsed`;
const STILL_RUNNING = `${PAYMENT}StillRunning`;
const CODE = { OtherTrxCode: 'P-1' };

describe('One OtherTrxCode, one charge (rules 2, 6, 10, 12, 13)', () => {
  test('the same request twice charges once and is answered alike, the second time as a replay', async () => {
    const dealer = await newBankDealer();
    const [first, second] = [await dealer.payDirectly(CODE), await dealer.payDirectly(CODE)];
    expect(first.Data).toMatchObject({ IsSuccessful: true });
    expect(second.Data).toEqual(first.Data);
    expect([first, second].map(isReplay)).toEqual([false, true]);
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('card, ClientIP, Software and spelling are not what tells one request from another (rule 13)', async () => {
    const dealer = await newSplitDealer();
    const first = await dealer.payDirectly({ ...CODE, ...leastSplit, ClientIP: '192.0.2.1' }, MARKET_PLACE);
    const again = await dealer.payDirectly({
      ...CODE,
      ...leastSplit,
      ...paidBy('approved-mastercard'),
      Amount: '27.50',
      Currency: 'TL',
      InstallmentNumber: '0',
      IsPreAuth: false,
      Software: 'Shop',
      SubDealer: leastSplit.SubDealer.toReversed(),
    });
    expect(again.Data).toEqual(first.Data);
    expect(await dealer.orders()).toHaveLength(1);
  });

  test.each([
    { Amount: 27.51 },
    { Currency: 'USD' },
    { InstallmentNumber: 2 },
    { IsPreAuth: 1 },
    { IsPoolPayment: 1 },
    { IntegratorId: 7 },
    { SubMerchantName: 'x' },
    { Description: 'x' },
    { CardHolderFullName: 'Somebody Else' },
    { BuyerInformation: { BuyerFullName: 'x' } },
    { BasketProduct: [{ ProductId: 1 }] },
    { CustomerInformation: { CustomerCode: 'C-1', FirstName: 'x' } },
  ])('the code with another %j is OtherTrxCodeAlreadyUsed', async (other) => {
    const dealer = await newBankDealer();
    await dealer.payDirectly(CODE);
    expect(await dealer.payDirectly({ ...CODE, ...other })).toMatchObject({ Data: null, ResultCode: ALREADY_USED });
    expect(await dealer.payDirectly({ ...CODE, ...other })).toMatchObject({ Data: null, ResultCode: ALREADY_USED });
    expect((await dealer.payDirectly(CODE)).ResultCode).toBe('Success');
  });

  test('ten calls at once charge once: each gets the one answer, or is told that it still runs', async () => {
    const dealer = await newBankDealer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.payDirectly(CODE)));
    const running = answers.filter(({ ResultCode }) => ResultCode === STILL_RUNNING);
    const told = answers.filter(({ ResultCode }) => ResultCode === 'Success');
    expect(running.length + told.length).toBe(10);
    expect(new Set(told.map(({ Data }) => JSON.stringify(Data))).size).toBe(1);
    expect(told.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await dealer.orders()).toHaveLength(1);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test.each(['', null, undefined, '   '])('a blank code (%j) claims nothing: every call charges', async (blank) => {
    const dealer = await newBankDealer();
    const answers = [
      await dealer.payDirectly({ OtherTrxCode: blank }),
      await dealer.payDirectly({ OtherTrxCode: blank }),
    ];
    expect(answers.map(isReplay)).toEqual([false, false]);
    expect(await dealer.charges()).toHaveLength(2);
    expect((await dealer.directAttempts()).map(({ direct }) => direct.otherTrxCode)).toEqual([undefined, undefined]);
  });

  test('codes differ by exact code points, and two dealers’ codes never meet', async () => {
    const [one, other] = [await newBankDealer(), await newBankDealer()];
    const codes = ['p-1', 'P-1', ' P-1', 'Ñ', 'N\u0303', '😀'.repeat(128)];
    const answers = await Promise.all([
      ...codes.map((OtherTrxCode) => one.payDirectly({ OtherTrxCode })),
      other.payDirectly(CODE),
    ]);
    expect(answers.map(isReplay)).toEqual(answers.map(() => false));
    expect(await one.charges()).toHaveLength(codes.length);
  });

  test('ten payments at once that register one CustomerCode register one customer, and all are charged (dealer interface 2.6)', async () => {
    const dealer = await newBankDealer();
    const CustomerInformation = { CustomerCode: 'C-1', FirstName: 'Elif' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.payDirectly({ CustomerInformation })));
    expect(answers.map(({ Data }) => Data)).toMatchObject(answers.map(() => ({ IsSuccessful: true })));
    const customers = (await dealer.directAttempts()).map(({ direct }) => direct.customer?.dealerCustomerId);
    expect(customers).toHaveLength(10);
    expect(new Set(customers).size).toBe(1);
    expect(customers[0]).toBeGreaterThan(0);
  });

  test('one namespace for links, mobile and direct payments of a dealer (rule 12)', async () => {
    const dealer = await newBankDealer();
    await dealer.createLink({ OtherTrxCode: 'L-1' });
    await dealer.startMobile({ OtherTrxCode: 'M-1', RedirectURL: 'https://shop.example/M-1' });
    for (const OtherTrxCode of ['L-1', 'M-1']) {
      expect(await dealer.payDirectly({ OtherTrxCode })).toMatchObject({ Data: null, ResultCode: ALREADY_USED });
    }
    expect(await dealer.orders()).toEqual([]);
    await dealer.payDirectly(CODE);
    const link = await dealer.createLink(CODE);
    const mobile = await dealer.startMobile({ ...CODE, RedirectURL: 'https://shop.example/P-1' });
    for (const { ResultCode } of [link, mobile]) expect(ResultCode).toMatch(/\.OtherTrxCodeAlreadyUsed$/);
  });
});

describe('A known code is answered whatever would refuse it now (rule 6)', () => {
  const limit = (daily: number) => ({ TL: { values: { daily: minor(daily), monthly: minor(1), shards: 1 } } });

  test('when the limit is used up, of the dealer and of the card', async () => {
    const cardLimit = { count: 1, amount: 'unlimited' } as const;
    for (const settings of [{ limits: limit(2750) }, { cardLimit }]) {
      const dealer = await newBankDealer({ dealer: settings });
      const first = await dealer.payDirectly(CODE);
      expect((await dealer.payDirectly({ OtherTrxCode: 'P-2' })).ResultCode).toContain('LimitExceeded');
      const again = await dealer.payDirectly(CODE);
      expect([again.Data, isReplay(again)]).toEqual([first.Data, true]);
    }
  });

  test('when the card is wrong by now; but a field of the wrong shape makes it another request', async () => {
    const dealer = await newBankDealer();
    const first = await dealer.payDirectly(CODE);
    for (const wrong of [{ CardNumber: '4111' }, { CvcNumber: '' }, { ExpYear: '2001' }, { CardToken: 'x' }]) {
      expect((await dealer.payDirectly({ ...CODE, ...wrong })).Data).toEqual(first.Data);
    }
    for (const broken of [{ Amount: 'a lot' }, { Amount: undefined }, { SubDealer: 5 }, { InstallmentNumber: 'x' }]) {
      expect(await dealer.payDirectly({ ...CODE, ...broken })).toMatchObject({ ResultCode: ALREADY_USED });
    }
  });
});

describe('A repeat after a decline (rule 10)', () => {
  const declined = paidBy('insufficient-funds');

  test('the same request with the same card gets the stored decline', async () => {
    const dealer = await newBankDealer();
    const answers: Answer[] = [];
    for (let call = 0; call < 3; call += 1) answers.push(await dealer.payDirectly({ ...CODE, ...declined }));
    expect(answers.map(isReplay)).toEqual([false, true, true]);
    for (const { ResultCode, Data } of answers) {
      expect({ ResultCode, Data }).toEqual({ ResultCode: 'Success', Data: declinedWith('002') });
    }
    expect(await dealer.orders()).toHaveLength(1);
  });

  test('another card is attempt 2 at once, under an order of its own, and is then what the code names', async () => {
    const dealer = await newBankDealer();
    await dealer.payDirectly({ ...CODE, ...declined });
    const second = await dealer.payDirectly(CODE);
    expect([second.Data, isReplay(second)]).toMatchObject([{ IsSuccessful: true }, false]);
    const third = await dealer.payDirectly({ ...CODE, ...declined });
    expect([third.Data, isReplay(third)]).toEqual([second.Data, true]);
    const [first, next] = await dealer.directAttempts();
    expect([first?.number, next?.number, first?.next, next?.next]).toEqual([1, 2, true, undefined]);
    expect(next?.payment).toBe(first?.payment);
    expect(await dealer.orders()).toHaveLength(2);
  });

  test('ten calls at once with another card make one attempt 2', async () => {
    const dealer = await newBankDealer();
    await dealer.payDirectly({ ...CODE, ...declined });
    const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.payDirectly(CODE)));
    expect(answers.filter((answer) => answer.ResultCode === 'Success' && !isReplay(answer))).toHaveLength(1);
    expect((await dealer.directAttempts()).map(({ number }) => number)).toEqual([1, 2]);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('where the limits refuse another attempt, the code still has its decline (rule 6)', async () => {
    const dealer = await newBankDealer({ dealer: { cardLimit: { count: 1, amount: 'unlimited' } } });
    await dealer.payDirectly({ OtherTrxCode: 'P-0' });
    await dealer.payDirectly({ ...CODE, ...declined });
    const again = await dealer.payDirectly(CODE);
    expect([again.Data, isReplay(again)]).toEqual([declinedWith('002'), true]);
  });
});
