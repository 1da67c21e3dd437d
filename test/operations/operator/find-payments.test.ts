import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { type Input, operatedDealer } from '../../support/operator/operators.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfDirect, itemsOfLink } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const DAY_MS = 86_400_000;
/** 15 January 2027 at noon in Istanbul. */
const NOON = Date.UTC(2027, 0, 15, 9);

const ordersOf = ({ found }: Input): readonly unknown[] => (found as readonly Input[]).map(({ orderId }) => orderId);

/** A direct payment of the 15th and a link's payment of the 16th, of different payers and cards. */
const twoPayments = async () => {
  const operator = await operatedDealer({ nowMs: NOON + 2 * DAY_MS });
  const { dealerCode, store } = operator;
  const direct = directAttemptWith(
    dealerCode,
    { startedAtMs: NOON, maskedCard: '411111******1111', bank: { authCode: 'AUTH-1' } },
    { otherTrxCode: 'D-1', cardHolderName: 'İBRAHİM IŞIK', buyer: {} },
  );
  const buyer = { fullName: 'Elif Çınar', email: 'elif@example.com', gsmNumber: '5551112233' };
  const delivery = { email: 'gift@example.com' };
  const link = linkWith({ dealerCode, createdAtMs: NOON + DAY_MS, buyer, delivery });
  const made = linkAttemptWith(link, { startedAtMs: NOON + DAY_MS, maskedCard: '555555******4444' });
  const paid = { ...made, terms: { ...made.terms, total: minor(34_990) } };
  await putRows(store, [...itemsOfDirect(direct), ...itemsOfLink(link, 'f'), ...itemsOfAttempt(paid)]);
  const days = { dealerCode, from: '20270115', until: '20270116' };
  return {
    ...operator,
    direct,
    paid,
    days,
    find: (what: Input) => operator.done('find-payments', { ...days, ...what }),
  };
};

describe('find-payments', () => {
  test('finds by amount, card, payer and authorization code, and everything that is given must fit', async () => {
    const { find, direct, paid } = await twoPayments();
    const [ofDirect, ofLink] = [[direct.orderId], [paid.orderId]];
    expect(ordersOf(await find({ amount: '349.90' }))).toEqual(ofLink);
    expect(ordersOf(await find({ lastFour: '1111' }))).toEqual(ofDirect);
    expect(ordersOf(await find({ authCode: 'AUTH-1' }))).toEqual(ofDirect);
    expect(ordersOf(await find({ payer: 'ibrahim ışık' }))).toEqual(ofDirect);
    expect(ordersOf(await find({ payer: 'ÇINAR' }))).toEqual(ofLink);
    expect(ordersOf(await find({ payer: 'elif@' }))).toEqual(ofLink);
    expect(ordersOf(await find({ payer: 'gift@example.com' }))).toEqual(ofLink);
    expect(ordersOf(await find({ payer: '+90 555 111 22 33' }))).toEqual(ofLink);
    expect(ordersOf(await find({ payer: '555 111 22 33' }))).toEqual(ofLink);
    expect(ordersOf(await find({ amount: '349.90', lastFour: '1111' }))).toEqual([]);
  });

  test('reads the days that are asked for and no others', async () => {
    const { find, direct, days } = await twoPayments();
    expect(ordersOf(await find({ lastFour: '1111', until: days.from }))).toEqual([direct.orderId]);
    expect(ordersOf(await find({ lastFour: '1111', from: days.until }))).toEqual([]);
    expect(await find({ lastFour: '1111' })).toMatchObject({ examined: days.until });
  });

  test.each([
    [{}, 'amount'],
    [{ lastFour: '11a1' }, 'lastFour'],
    [{ lastFour: '1111', from: '20270116', until: '20270115' }, 'until'],
    [{ lastFour: '1111', from: '20260101', until: '20270115' }, 'until'],
  ])('refuses %j by the name of %s', async (input, field) => {
    const { refused, dealerCode } = await operatedDealer();
    expect(await refused('find-payments', { dealerCode, ...input })).toMatchObject({ code: 'InvalidInput', field });
  });
});

describe('show-audit', () => {
  test('tells who changed what on a day: by dealer and by record, without secrets', async () => {
    const operator = await operatedDealer();
    const { dealerCode, done, clock } = operator;
    clock.nowMs += 1000;
    const issued = await done('issue-credential', { dealerCode, username: 'apiuser' });
    clock.nowMs += 1000;
    await done('put-dealer', { dealerCode, version: 1, name: 'Renamed' });
    // Other tests change records on the same day, so a page may hold none of this dealer's.
    const audit = async (asked: Record<string, unknown> = {}): Promise<unknown[]> => {
      const found: unknown[] = [];
      let cursor: unknown;
      do {
        const page = await done('show-audit', { dealerCode, ...asked, ...(cursor === undefined ? {} : { cursor }) });
        found.push(...(page.commands as unknown[]));
        cursor = page.next;
      } while (cursor !== undefined);
      return found;
    };
    const all = await audit();
    expect(all).toMatchObject([
      { command: 'put-dealer', dealerCode },
      { command: 'issue-credential', changed: ['credentials'] },
      { command: 'put-dealer', changed: ['name'] },
    ]);
    expect(JSON.stringify(all)).not.toContain(issued.password);
    expect(await audit({ record: issued.credentialId })).toMatchObject([{ command: 'issue-credential' }]);
    expect(await audit({ limit: 1 })).toEqual(all);
    clock.nowMs += DAY_MS;
    expect(await done('show-audit', { dealerCode })).toMatchObject({ commands: [] });
  });
});
