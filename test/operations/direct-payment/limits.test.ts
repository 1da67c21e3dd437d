import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_PARTITION_PREFIX } from '../../../shared/adapters/dynamodb/payment/payment-keys.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { endOfIstanbulDay, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { CardLimit } from '../../../shared/domain/dealer/dealer.ts';
import type { LimitSettings } from '../../../shared/domain/limit/limits.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { numbersOfTestCards } from '../../../shared/nestpay/test-card-numbers.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { type BankDealer, newBankDealer, rowsOf } from '../../support/bank/bank-merchants.ts';
import { startBank, type TestBank } from '../../support/bank/bank-server.ts';
import type { Answer } from '../../support/dealer/dealers.ts';
import { declinedWith, LIMITS, paidBy } from '../../support/payment/direct-payments.ts';
import { engineDirectScene } from '../../support/payment/direct-scene.ts';
import { engineTable } from '../../support/store/store.ts';

const DEALER_LIMIT = `${LIMITS}DailyDealerLimitExceeded`;
const CARD_LIMIT = `${LIMITS}DailyCardLimitExceeded`;

const limitOf = (daily: number, shards = 1): LimitSettings => ({
  TL: { values: { daily: minor(daily), monthly: minor(1_000_000), shards } },
});

/** The total of a dealer's buckets of one kind, by their period. */
const usedBy = async ({ stack, dealer }: BankDealer, kind: 'day' | 'month'): Promise<Record<string, number>> => {
  const prefix = `DEALER#${dealer.dealerCode}#LIMIT#${kind}#`;
  const used: Record<string, number> = {};
  for (const { pk, usedMinor } of await rowsOf(stack, prefix)) {
    const [name = ''] = String(pk).slice(prefix.length).split('#');
    used[name] = (used[name] ?? 0) + Number(usedMinor);
  }
  return used;
};

const cardDays = ({ stack, dealer }: BankDealer) => rowsOf(stack, `DEALER#${dealer.dealerCode}#CARD-DAY#`);

const isCharged = ({ Data }: Answer): boolean => Data !== null && (Data as { IsSuccessful: boolean }).IsSuccessful;

const today = (): string => istanbulDayOf(Date.now());

describe('The daily limit of a dealer (dealer interface 7.2; rules 17, 18)', () => {
  test.each([1, 8])('is used up to the last kurus and not by one more, over %i shards', async (shards) => {
    const dealer = await newBankDealer({ dealer: { limits: limitOf(10_001, shards) } });
    for (const Amount of [27.5, 27.5, '27.50']) expect(isCharged(await dealer.payDirectly({ Amount }))).toBe(true);
    expect(await dealer.payDirectly({ Amount: 17.52 })).toMatchObject({ Data: null, ResultCode: DEALER_LIMIT });
    expect(isCharged(await dealer.payDirectly({ Amount: 17.51 }))).toBe(true);
    expect(await dealer.payDirectly({ Amount: 0.01 })).toMatchObject({ ResultCode: DEALER_LIMIT });
    expect(await usedBy(dealer, 'day')).toEqual({ [today()]: 10_001 });
  });

  test.each([
    [1, '7.00', 14],
    [8, '7.00', 14],
    [8, '12.50', 8],
    [3, '33.34', 2],
  ])(
    'over %i shards twenty payments of %s at once pass it by no kurus, and none is refused while it fits',
    async (shards, Amount, fitting) => {
      const dealer = await newBankDealer({ dealer: { limits: limitOf(10_000, shards) } });
      const answers = await Promise.all(Array.from({ length: 20 }, () => dealer.payDirectly({ Amount })));
      expect(answers.filter(isCharged)).toHaveLength(fitting);
      for (const answer of answers.filter((one) => !isCharged(one))) expect(answer.ResultCode).toBe(DEALER_LIMIT);
      const sum = fitting * Math.round(Number(Amount) * 100);
      expect(await usedBy(dealer, 'day')).toEqual({ [today()]: sum });
      expect((await dealer.charges()).reduce((total, { capturedAmount }) => total + capturedAmount, 0)).toBe(sum);
    },
  );

  test('is given back by a decline, to the very buckets, and only once', async () => {
    const dealer = await newBankDealer({ dealer: { limits: limitOf(10_000, 4) } });
    const declined = { ...paidBy('insufficient-funds'), OtherTrxCode: 'P-1', Amount: 99.99 };
    for (let call = 0; call < 3; call += 1)
      expect((await dealer.payDirectly(declined)).Data).toEqual(declinedWith('002'));
    expect(await usedBy(dealer, 'day')).toEqual({ [today()]: 0 });
    expect(isCharged(await dealer.payDirectly({ Amount: 100 }))).toBe(true);
    expect(await dealer.payDirectly({ Amount: 0.01 })).toMatchObject({ ResultCode: DEALER_LIMIT });
  });

  test('is refused above the whole limit at the first payment, and nothing is taken then', async () => {
    const dealer = await newBankDealer({ dealer: { limits: limitOf(10_000, 8) } });
    expect(await dealer.payDirectly({ Amount: 100.01 })).toMatchObject({ ResultCode: DEALER_LIMIT });
    expect(await usedBy(dealer, 'day')).toEqual({});
    expect(await dealer.directAttempts()).toEqual([]);
  });

  test('is one for direct payments and links, but the month is the links’ alone (dealer interface 7.4)', async () => {
    const limits = { TL: { values: { daily: minor(10_000), monthly: minor(2750), shards: 1 } } };
    const dealer = await newBankDealer({ dealer: { limits } });
    for (let payment = 0; payment < 2; payment += 1) expect(isCharged(await dealer.payDirectly())).toBe(true);
    expect(await usedBy(dealer, 'month')).toEqual({});
    expect((await dealer.createLink({ Amount: 27.5 })).ResultCode).toBe('Success');
    expect((await dealer.createLink({ Amount: 27.51 })).ResultCode).toMatch(/MonthlyDealerLimitExceeded$/);
    expect(isCharged(await dealer.payDirectly())).toBe(true);
    expect((await dealer.createLink({ Amount: 27.5 })).ResultCode).toMatch(/DailyDealerLimitExceeded$/);
  });

  test('is set for each currency: one without a setting is refused, and none takes of another’s', async () => {
    const dollars = { values: { daily: minor(2750), monthly: 'unlimited', shards: 1 } } as const;
    const dealer = await newBankDealer({ dealer: { limits: { ...limitOf(2750), USD: dollars } } });
    expect(await dealer.payDirectly({ Currency: 'EUR', Amount: 0.01 })).toMatchObject({ ResultCode: DEALER_LIMIT });
    for (const Currency of ['TL', 'USD']) {
      expect(isCharged(await dealer.payDirectly({ Currency }))).toBe(true);
      expect(await dealer.payDirectly({ Currency, Amount: 0.01 })).toMatchObject({ ResultCode: DEALER_LIMIT });
    }
  });
});

const withCardLimit = (count: CardLimit['count'], amount: number | 'unlimited') =>
  newBankDealer({ dealer: { cardLimit: { count, amount: amount === 'unlimited' ? amount : minor(amount) } } });

describe('The daily limit of a card (dealer interface 7.2; rules 17, 26)', () => {
  test('counts payments, declined ones too; the count is never given back', async () => {
    const dealer = await withCardLimit(2, 'unlimited');
    const card = paidBy('insufficient-funds');
    expect((await dealer.payDirectly(card)).Data).toEqual(declinedWith('002'));
    expect((await dealer.payDirectly(card)).Data).toEqual(declinedWith('002'));
    expect(await dealer.payDirectly(card)).toMatchObject({ Data: null, ResultCode: CARD_LIMIT });
    expect(isCharged(await dealer.payDirectly())).toBe(true);
    expect((await cardDays(dealer)).map(({ count }) => Number(count)).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  test('takes amounts to the last kurus; that of a decline is given back', async () => {
    const dealer = await withCardLimit('unlimited', 5000);
    const card = paidBy('insufficient-funds');
    for (let call = 0; call < 2; call += 1) {
      expect((await dealer.payDirectly({ ...card, Amount: 50 })).Data).toEqual(declinedWith('002'));
    }
    expect(isCharged(await dealer.payDirectly({ Amount: 49.99 }))).toBe(true);
    expect(await dealer.payDirectly({ Amount: 0.02 })).toMatchObject({ ResultCode: CARD_LIMIT });
    expect(isCharged(await dealer.payDirectly({ Amount: 0.01 }))).toBe(true);
    expect(await dealer.payDirectly({ Amount: 0.01 })).toMatchObject({ ResultCode: CARD_LIMIT });
  });

  test('refuses a first payment above the whole amount, and counts nothing then', async () => {
    const dealer = await withCardLimit(1, 5000);
    expect(await dealer.payDirectly({ Amount: 50.01 })).toMatchObject({ ResultCode: CARD_LIMIT });
    expect(await cardDays(dealer)).toEqual([]);
    expect(isCharged(await dealer.payDirectly({ Amount: 50 }))).toBe(true);
  });

  test('is not passed by ten payments at once, by count or by amount', async () => {
    for (const [count, amount] of [
      [3, 'unlimited'],
      ['unlimited', 9000],
      [3, 9000],
    ] as const) {
      const dealer = await withCardLimit(count, amount);
      const answers = await Promise.all(Array.from({ length: 10 }, () => dealer.payDirectly()));
      expect(answers.filter(isCharged)).toHaveLength(3);
      expect(answers.filter(({ ResultCode }) => ResultCode === CARD_LIMIT)).toHaveLength(7);
      expect(await dealer.charges()).toHaveLength(3);
    }
  });

  test('takes nothing of the dealer’s limit where it refuses', async () => {
    const dealer = await newBankDealer({
      dealer: { limits: limitOf(10_000), cardLimit: { count: 1, amount: 'unlimited' } },
    });
    await dealer.payDirectly();
    expect(await dealer.payDirectly()).toMatchObject({ ResultCode: CARD_LIMIT });
    expect(await usedBy(dealer, 'day')).toEqual({ [today()]: 2750 });
  });

  test('is each dealer’s own, and holds for each currency in its own amounts', async () => {
    const [one, other] = [await withCardLimit('unlimited', 2750), await withCardLimit('unlimited', 2750)];
    for (const dealer of [one, other]) expect(isCharged(await dealer.payDirectly())).toBe(true);
    expect(await one.payDirectly()).toMatchObject({ ResultCode: CARD_LIMIT });
    expect(isCharged(await one.payDirectly({ Currency: 'USD' }))).toBe(true);
    const keysOf = async (dealer: BankDealer) => (await cardDays(dealer)).map(({ pk }) => String(pk).split('#')[3]);
    expect(await keysOf(one)).not.toEqual(await keysOf(other));
  });

  test('knows the card by a keyed hash alone: no number, BIN or last four beside it (rule 26)', async () => {
    const dealer = await withCardLimit(5, 100_000);
    await dealer.payDirectly();
    const [attempt] = await dealer.directAttempts();
    const partition = await rowsOf(dealer.stack, `${PAYMENT_PARTITION_PREFIX}${attempt?.payment}`);
    const reservations = partition.filter(({ entity }) => entity === 'card-day-of-attempt');
    const rows = [...(await cardDays(dealer)), ...reservations];
    expect(rows).toHaveLength(2);
    const [day, receipt] = rows.map(({ pk, sk }) => `${String(pk)} ${String(sk)}`);
    const hash = /#CARD-DAY#01#(\S+)$/.exec(receipt ?? '')?.[1] ?? '';
    expect(hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(day).toContain(hash);
    const others = partition.filter((row) => !reservations.includes(row));
    expect(JSON.stringify([attempt, others])).not.toContain(hash);
    for (const number of numbersOfTestCards) expect(JSON.stringify(rows)).not.toContain(number);
    expect(JSON.stringify(rows)).not.toMatch(/\D411111\D|\D1111\D/);
  });
});

describe('Midnight in Istanbul (rules 17, 18)', () => {
  let bank: TestBank;
  beforeAll(async () => {
    bank = await startBank(dynamoBankLedger(engineTable(stackOfTests())));
  });
  afterAll(() => bank.stop());

  const midnightMs = endOfIstanbulDay(Date.UTC(2031, 4, 5, 12));
  const beforeMidnight = (dealer: { limits?: LimitSettings; cardLimit?: CardLimit }) =>
    engineDirectScene({ bank, startAtMs: midnightMs - 60_000, dealer, path: '/PaymentDealer/DoDirectPayment' });
  const CARD = { ExpYear: '2035' };

  test('begins a new day for dealer and card: 00:00 at UTC+3', async () => {
    expect(new Date(midnightMs).toISOString()).toBe('2031-05-05T21:00:00.000Z');
    const { pay, advance } = await beforeMidnight({
      limits: limitOf(5500),
      cardLimit: { count: 1, amount: 'unlimited' },
    });
    expect(isCharged(await pay(CARD))).toBe(true);
    expect((await pay(CARD)).ResultCode).toBe(CARD_LIMIT);
    expect((await pay({ ...CARD, ...paidBy('troy'), Amount: 27.51 })).ResultCode).toBe(DEALER_LIMIT);
    advance(61_000);
    expect(isCharged(await pay(CARD))).toBe(true);
    expect((await pay({ ...CARD, ...paidBy('troy'), Amount: 27.51 })).ResultCode).toBe(DEALER_LIMIT);
  });

  test('a decline behind midnight gives back to the day that gave', async () => {
    const scene = await beforeMidnight({ limits: limitOf(5000), cardLimit: { count: 5, amount: minor(5000) } });
    const declined = { ...CARD, ...paidBy('insufficient-funds'), Amount: 50 };
    const late = async <Answered>(answer: Answered): Promise<Answered> => {
      scene.advance(70_000);
      return answer;
    };
    expect((await scene.pay(declined, { afterCharge: late })).Data).toEqual(declinedWith('002'));
    expect(await usedBy(scene, 'day')).toEqual({ 20310505: 0 });
    expect(await cardDays(scene)).toMatchObject([{ count: 1, usedMinorTL: 0 }]);
    expect(isCharged(await scene.pay({ ...CARD, Amount: 50 }))).toBe(true);
    expect(await usedBy(scene, 'day')).toEqual({ 20310505: 0, 20310506: 5000 });
  });

  test('a changed limit holds from it on, and not before (rule 18)', async () => {
    const [before, from] = [limitOf(2750).TL, limitOf(5500).TL];
    if (before === undefined || from === undefined) throw new Error('no limits');
    const limits = { TL: { values: before.values, upcoming: { values: from.values, from: '20310506' } } };
    const { pay, advance } = await beforeMidnight({ limits });
    expect((await pay({ ...CARD, Amount: 27.51 })).ResultCode).toBe(DEALER_LIMIT);
    advance(61_000);
    expect(isCharged(await pay({ ...CARD, Amount: 55 }))).toBe(true);
  });
});
