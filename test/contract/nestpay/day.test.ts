import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../../shared/adapters/nestpay/account.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { FollowUp, PosOrder } from '../../../shared/ports/bank-order.ts';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { chargeOf, sandboxPos, soon, standingClock } from '../../support/bank/bank-calls.ts';
import { accountAt, startBank, type TestBank } from '../../support/bank/bank-server.ts';
import { credentialsOf, postElements } from '../../support/bank/bank-wire.ts';
import { engineTable } from '../../support/store/store.ts';

/** 15 January 2027, 11:00 in Istanbul: eleven hours before the bank's day ends. */
const MORNING = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

const ledger = dynamoBankLedger(engineTable(stackOfTests()));
const clock = standingClock(MORNING);
const pos = sandboxPos();
let bank: TestBank;
let account: NestPayAccount;

beforeAll(async () => {
  bank = await startBank(ledger, undefined, { clock, dayEnd: 22 * 60 });
  account = accountAt(bank.gateway);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

const charged = async (cardId: string, changes: Partial<PosOrder> = {}) => {
  const order = chargeOf(cardId, changes);
  await pos.charge(account, order, soon());
  return order;
};
const step = async (order: PosOrder, kind: FollowUp['kind'], amount: number = order.amount): Promise<string> =>
  (await pos.followUp(account, { ...order, amount: minor(amount) }, { kind }, soon())).kind;
const found = async (order: PosOrder) => pos.inquire(account, order, soon());
const said = async (order: PosOrder) => (await found(order)).said?.state;
const history = (order: PosOrder) => pos.inquireHistory(account, order, soon());
const tomorrow = () => clock.advance(24 * HOUR_MS);

/** The bank's own text for a refusal. */
const refusal = async (order: PosOrder, Type: string, Total?: string): Promise<string | undefined> => {
  const elements = {
    ...credentialsOf(account),
    Type,
    OrderId: order.orderId,
    ...(Total ? { Total, Currency: '949' } : {}),
  };
  return (await postElements(account, elements)).Extra.ERRORCODE;
};

describe('The bank’s day', () => {
  test('ends at its time and not before: a sale is captured, then settled', async () => {
    const order = await charged('approved');
    clock.advance(11 * HOUR_MS - 1);
    expect([await said(order), (await found(order)).kind]).toEqual(['C S', 'captured']);
    clock.advance(1);
    expect([await said(order), (await found(order)).kind]).toEqual(['S S', 'settled']);
    expect(await found(order)).toMatchObject({ amount: 12_345 });
    const later = await charged('approved');
    expect(await said(later)).toBe('C S');
    clock.advance(13 * HOUR_MS);
  });
});

describe('Void', () => {
  test('takes a sale back while its day is open, once', async () => {
    const order = await charged('approved');
    expect(await step(order, 'void')).toBe('approved');
    expect([await said(order), (await found(order)).kind]).toEqual(['V S', 'voided']);
    expect([await step(order, 'void'), await refusal(order, 'Void')]).toEqual(['unknown', 'CORE-2008']);
    tomorrow();
    expect(await said(order)).toBe('V S');
    expect(await history(order)).toMatchObject({ kind: 'history', charge: 'voided', credits: [] });
  });

  test('takes a credit of the open day back, so that the charge stands in full', async () => {
    const order = await charged('approved');
    tomorrow();
    await step(order, 'refund');
    expect(await step(order, 'void')).toBe('approved');
    expect([await said(order), (await found(order)).kind]).toEqual(['V C', 'credit-failed']);
    expect(await history(order)).toMatchObject({ charge: 'settled', credits: [] });
    expect(await step(order, 'refund')).toBe('approved');
    tomorrow();
    expect([await said(order), await step(order, 'void')]).toEqual(['S C', 'unknown']);
  });
});

describe('Credit', () => {
  test('is refused with CORE-2508 while the day is open, and shown: the sale can still be voided', async () => {
    const order = await charged('approved');
    expect([await step(order, 'refund'), await refusal(order, 'Credit', '123.45')]).toEqual(['unknown', 'CORE-2508']);
    expect([await said(order), (await found(order)).kind]).toEqual(['D C', 'credit-failed']);
    expect(await history(order)).toMatchObject({ charge: 'captured', amount: 12_345, credits: [] });
    expect(await step(order, 'void')).toBe('approved');
    expect(await history(order)).toMatchObject({ charge: 'voided' });
  });

  test('goes back in parts, up to what is left', async () => {
    const order = await charged('approved');
    tomorrow();
    expect(await step(order, 'refund', 10_000)).toBe('approved');
    expect([await said(order), (await found(order)).kind]).toEqual(['C C', 'credited']);
    expect([await step(order, 'refund', 2346), await refusal(order, 'Credit', '23.46')]).toEqual([
      'unknown',
      'CORE-2503',
    ]);
    clock.advance(1);
    expect(await step(order, 'refund', 2345)).toBe('approved');
    expect(await refusal(order, 'Credit', '0.01')).toBe('CORE-2504');
    expect(await history(order)).toMatchObject({
      charge: 'settled',
      amount: 12_345,
      credits: [10_000, 2345],
      creditPending: false,
    });
    expect(await ledger.findOrder(account.clientId, order.orderId)).toMatchObject({ state: 'refunded' });
  });

  test('in another currency, of nothing, or of a voided sale is refused', async () => {
    const order = await charged('approved');
    expect(await refusal({ ...order }, 'Credit', '0.00')).toBe('CORE-2009');
    const request = { ...credentialsOf(account), Type: 'Credit', OrderId: order.orderId, Total: '1.00' };
    expect((await postElements(account, { ...request, Currency: '978' })).Extra.ERRORCODE).toBe('CORE-2119');
    expect((await postElements(account, { ...request, Total: '', Currency: '949' })).Extra.ERRORCODE).toBe('CORE-2007');
    await step(order, 'void');
    expect(await refusal(order, 'Credit', '1.00')).toBe('CORE-2504');
    expect(await history(order)).toMatchObject({ charge: 'voided', credits: [] });
  });

  test('is kept thirty times at most, refused ones among them', async () => {
    const order = await charged('approved');
    for (let credit = 0; credit < 30; credit += 1) await refusal(order, 'Credit', '1.00');
    expect(await refusal(order, 'Credit', '1.00')).toBe('CORE-2514');
    expect((await ledger.findOrder(account.clientId, order.orderId))?.credits).toHaveLength(30);
  });
});

/**
 * Columns: state on the open day and after its end; whether a void works before the end; whether a credit works before
 * and after.
 */
const SHOWN = [
  ['approved', 'C S', 'S S', 'approved', 'unknown', 'approved'],
  ['shown-authorised', 'A S', 'S S', 'approved', 'unknown', 'approved'],
  ['shown-settled', 'S S', 'S S', 'approved', 'unknown', 'approved'],
  ['settled-at-once', 'S S', 'S S', 'unknown', 'approved', 'approved'],
  ['pending-then-charged', 'PN S', 'S S', 'unknown', 'unknown', 'approved'],
  ['pending-then-reversed', 'PN S', 'R S', 'unknown', 'unknown', 'unknown'],
  ['issuer-unknown', 'D S', 'R S', 'unknown', 'unknown', 'unknown'],
  ['reversal-fails', 'D S', 'S S', 'unknown', 'unknown', 'approved'],
  ['insufficient-funds', 'D S', 'D S', 'unknown', 'unknown', 'unknown'],
] as const;

describe('A card that the bank shows in its own way', () => {
  test.each(SHOWN)(
    '%s: %s, after the day end %s; void %s, credit %s and then %s',
    async (id, open, closed, voids, early, late) => {
      const [voided, credited, later] = [await charged(id), await charged(id), await charged(id)];
      expect(await said(voided)).toBe(open);
      expect(await step(voided, 'void')).toBe(voids);
      expect(await step(credited, 'refund')).toBe(early);
      tomorrow();
      expect(await said(later)).toBe(closed);
      expect(await step(later, 'void')).toBe('unknown');
      expect(await step(later, 'refund')).toBe(late);
    },
  );

  test('as authorised names no captured amount until its day has ended', async () => {
    const order = await charged('shown-authorised');
    expect(await found(order)).toMatchObject({ kind: 'authorised', amount: 12_345 });
    tomorrow();
    expect(await found(order)).toMatchObject({ kind: 'settled', amount: 12_345 });
  });

  test('as pending is not known yet', async () => {
    const order = await charged('pending-then-charged');
    expect(await found(order)).toMatchObject({ kind: 'unknown', cause: 'pending' });
    expect(await history(order)).toMatchObject({ kind: 'history', charge: 'pending' });
  });
});
