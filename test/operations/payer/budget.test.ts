import { describe, expect, test } from 'vitest';
import { complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { dynamoVirtualPosVersions } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { THREE_D_LIFE_MS } from '../../../shared/domain/attempt/timing.ts';
import { endOfIstanbulDay, istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { callbackAddressOf } from '../../../shared/domain/payment/payment-name.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { sandboxPos } from '../../support/bank/bank-calls.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { cardStoringOver } from '../../support/card/card-storing.ts';
import { vaultOfFunction } from '../../support/card/vault.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import {
  callbackOf,
  giveUp,
  hasFormFor,
  openPage,
  type PayerPage,
  payWith,
  postCallback,
  reportOn,
  throughBank,
  toCallback,
} from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const LATER = 'The payment cannot be completed right now';
const MINUTE_MS = 60_000;

const limited = (daily: number, monthly = 100_000) => ({
  limits: { TL: { values: { daily: minor(daily), monthly: minor(monthly), shards: 2 } } },
});

const usedOn = ({ store, dealer: { dealerCode } }: BankDealer, atMs: number) =>
  dynamoLimitUsage(store).used({ dealerCode, currency: 'TL', day: istanbulDayOf(atMs), shards: 2 });

/** A link of 100.10 whose payer bears a commission of 1.79 for two installments. */
const withCommission = async (daily: number) => {
  const dealer = await newBankDealer({
    dealer: limited(daily),
    pos: { rates: ratesOf({ 1: '0', 2: '1.79' }), installmentCounts: [2] },
  });
  const fields = { SetInstallmentBy: 0, Amount: 100.1, CommissionByDealer: 0, IsThreeD: 0 } as const;
  return { dealer, ...(await dealer.newLink(fields)) };
};

const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['with 3D', {}],
  ['without 3D', { threeD: '0' }],
];

const toTheEnd = async (page: PayerPage): Promise<PayerPage> =>
  page.text.includes('Taking you to your bank') ? throughBank(page) : page;

describe('The dealer’s budget is taken for what the card is charged', () => {
  test.each(ways)('%s: amount and the payer’s commission, of the day and of the month', async (_way, typed) => {
    const { dealer, url } = await withCommission(50_000);
    const report = await toTheEnd(await payWith(await openPage(url), 'approved', { choice: '2:10189', ...typed }));
    expect(reportOn(report).fields.resultCode).toBe('');
    expect(await dealer.charges()).toMatchObject([{ amount: 10_189 }]);
    expect(await usedOn(dealer, Date.now())).toEqual({ daily: 10_189, monthly: 10_189 });
  });

  test.each(ways)('%s: an amount that fits and a commission that does not is refused', async (_way, typed) => {
    const { dealer, url } = await withCommission(10_100);
    const page = await toTheEnd(await payWith(await openPage(url), 'approved', { choice: '2:10189', ...typed }));
    expect(page.text).toContain(LATER);
    expect(await dealer.orders()).toEqual([]);
    expect(await usedOn(dealer, Date.now())).toEqual({ daily: 0, monthly: 0 });
  });
});

describe('A budget that is short', () => {
  test.each(ways)('%s is an attempt declined with 000, which giving up reports', async (_way, typed) => {
    const dealer = await newBankDealer({ dealer: limited(10_000) });
    const { url } = await dealer.newLink({ ...simple, IsThreeD: 0 });
    const opened = await openPage(url);
    await putRows(dealer.store, [dealerItem({ ...dealer.dealer, ...limited(2700) })]);
    const page = await toTheEnd(await payWith(opened, 'approved', typed));
    expect(page.text).toContain(LATER);
    expect(await dealer.attemptsAt(url)).toMatchObject([
      { state: 'declined', reportedOutcome: 'failed', bank: { code: '000' }, reservations: [] },
    ]);
    const { state, progress } = await dealer.linkAt(url);
    expect([state, progress.activeAttempt, progress.attempts]).toEqual(['open', undefined, 1]);
    const { fields } = reportOn(await giveUp(page));
    expect([fields.resultCode, fields.resultMessage]).toEqual(['000', 'General error']);
    expect(await dealer.orders()).toEqual([]);
  });
});

/** A payer who has confirmed at the bank, and the callback's function with a clock that the test sets. */
const callbackAt = async (nowMs: number, startedAtMs: number) => {
  const dealer = await newBankDealer({ dealer: limited(50_000) });
  const { url } = await dealer.newLink(simple);
  const atBank = await toCallback(await payWith(await openPage(url), 'approved'));
  const [attempt] = await dealer.attemptsAt(url);
  if (attempt === undefined) throw new Error('no attempt');
  await putRows(dealer.store, [attemptItem({ ...attempt, startedAtMs })]);
  const clock = { now: () => nowMs };
  const { store, stack } = dealer;
  const complete = complete3D({
    attempts: dynamoAttempts(store),
    dealerOf: async () => dealer.dealer,
    breaker: closedBreaker,
    brake: { isOn: async () => false },
    limitUsage: dynamoLimitUsage(store),
    reusableLinks: dynamoReusableLinkReads(store),
    bank: sandboxPos({ clock }),
    posVersions: dynamoVirtualPosVersions(store, clock),
    opener: vaultOfFunction(stackOfTests(), 'complete-3d'),
    cardStoring: cardStoringOver(store, { clock }),
    randomness: systemRandomness,
    clock,
    baseUrl: stack.baseUrl,
  });
  const { fields } = callbackOf(atBank);
  return { dealer, url, outcome: await complete({ address: callbackAddressOf(attempt), posted: fields }) };
};

describe('The day of a payment with 3D is that of its claim', () => {
  test('a payer who starts before midnight of Istanbul and confirms after it uses the new day’s budget', async () => {
    const midnight = endOfIstanbulDay(Date.now());
    const [before, after] = [midnight - 5 * MINUTE_MS, midnight + 5 * MINUTE_MS];
    const { dealer, url, outcome } = await callbackAt(after, before);
    expect(outcome?.location).toContain('/result/');
    expect((await dealer.linkAt(url)).state).toBe('paid');
    expect([(await usedOn(dealer, before)).daily, (await usedOn(dealer, after)).daily]).toEqual([0, 2750]);
    expect(await dealer.attemptsAt(url)).toMatchObject([
      { reservations: [{ kind: 'day', name: istanbulDayOf(after) }, { kind: 'month' }] },
    ]);
  });
});

describe('A 3D attempt lives 15 minutes', () => {
  test('its callback is taken until they are over', async () => {
    const nowMs = Date.now();
    const { dealer } = await callbackAt(nowMs, nowMs - THREE_D_LIFE_MS + 1);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('a callback after them changes nothing: no claim, no charge, the link as it was', async () => {
    const nowMs = Date.now();
    const { dealer, url, outcome } = await callbackAt(nowMs, nowMs - THREE_D_LIFE_MS);
    expect(outcome?.location).toBe(`${url}?lang=en`);
    expect(await dealer.orders()).toEqual([]);
    expect(await dealer.attemptsAt(url)).toMatchObject([
      { state: 'authenticating', reportedOutcome: 'nobody', reservations: [] },
    ]);
    expect((await dealer.linkAt(url)).progress.activeAttempt).toBeUndefined();
    expect((await usedOn(dealer, nowMs)).daily).toBe(0);
  });

  test.each([
    ['a minute old', 1, true],
    ['a quarter of an hour old', 15, false],
  ])('through the front door: an attempt that is %s', async (_age, minutes, taken) => {
    const dealer = await newBankDealer();
    const { url } = await dealer.newLink(simple);
    const callback = callbackOf(await toCallback(await payWith(await openPage(url), 'approved')));
    const [attempt] = await dealer.attemptsAt(url);
    if (attempt === undefined) throw new Error('no attempt');
    await putRows(dealer.store, [attemptItem({ ...attempt, startedAtMs: Date.now() - minutes * MINUTE_MS })]);
    const page = await postCallback(callback);
    expect([page.markup.includes('name="hashValue"'), hasFormFor(page, 'pay')]).toEqual([taken, !taken]);
    expect(await dealer.charges()).toHaveLength(taken ? 1 : 0);
  });
});
