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

const MORNING = Date.parse('2027-01-15T11:00:00+03:00');
const HOUR_MS = 3_600_000;
const AUTHORISED = 12_345;

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

const reserved = async (cardId = 'approved'): Promise<PosOrder> => {
  const order = chargeOf(cardId, { type: 'pre-authorisation', amount: minor(AUTHORISED) });
  await pos.charge(account, order, soon());
  return order;
};
const step = async (order: PosOrder, asked: FollowUp, amount: number = order.amount): Promise<string> =>
  (await pos.followUp(account, { ...order, amount: minor(amount) }, asked, soon())).kind;
const capture = (order: PosOrder, amount: number = order.amount) =>
  step(order, { kind: 'capture', preAuthorised: order.amount }, amount);
const voids = (order: PosOrder) => step(order, { kind: 'void' });
const credit = (order: PosOrder, amount: number) => step(order, { kind: 'refund' }, amount);
const found = (order: PosOrder) => pos.inquire(account, order, soon());
const history = (order: PosOrder) => pos.inquireHistory(account, order, soon());
const tomorrow = () => clock.advance(24 * HOUR_MS);

/** The bank's own code for a refusal. */
const refusal = async (order: PosOrder, elements: Readonly<Record<string, string>>): Promise<string | undefined> => {
  const request = { ...credentialsOf(account), OrderId: order.orderId, ...elements };
  return (await postElements(account, request)).Extra.ERRORCODE;
};

describe('A pre-authorisation', () => {
  test('stays authorised over day ends, and can then be captured or voided', async () => {
    const [one, other] = [await reserved(), await reserved()];
    tomorrow();
    tomorrow();
    expect(await found(one)).toMatchObject({ kind: 'authorised', amount: AUTHORISED, said: { state: 'A S' } });
    expect(await history(one)).toMatchObject({ charge: 'authorised', amount: AUTHORISED, credits: [] });
    expect(await refusal(one, { Type: 'Credit', Total: '1.00', Currency: '949' })).toBe('CORE-2508');
    // The refused credit is the latest transaction until the capture.
    expect(await found(one)).toMatchObject({ kind: 'credit-failed' });
    clock.advance(1);
    expect([await capture(one), await voids(other)]).toEqual(['approved', 'approved']);
    expect([(await found(one)).kind, (await found(other)).kind]).toEqual(['captured', 'voided']);
    // The day of a capture is the capture's own.
    tomorrow();
    expect((await found(one)).kind).toBe('settled');
  });
});

describe('Capture', () => {
  test.each([
    ['the whole', AUTHORISED],
    ['a part', 1],
    ['more, with what was pre-authorised named,', 14_196],
  ])('takes %s: %i, which inquiry and history tell', async (_what, amount) => {
    const order = await reserved();
    expect(await capture(order, amount)).toBe('approved');
    expect(await found(order)).toMatchObject({ kind: 'captured', amount, said: { state: 'C S', amount } });
    expect(await history(order)).toMatchObject({ charge: 'captured', amount, credits: [], creditPending: false });
    tomorrow();
    expect(await found(order)).toMatchObject({ kind: 'settled', amount });
    expect(await history(order)).toMatchObject({ charge: 'settled', amount });
  });

  test.each([
    ['more than the bank’s own limit', { Total: '141.97', Extra: { PREAMT: '123.45' } }, 'CORE-2505'],
    ['more without what was pre-authorised', { Total: '123.46' }, 'CORE-2512'],
    ['more with another pre-authorised amount', { Total: '123.46', Extra: { PREAMT: '123.46' } }, 'CORE-2512'],
    ['nothing', { Total: '0.00' }, 'CORE-2009'],
    ['no amount at all', { Total: 'all' }, 'CORE-2007'],
  ])('of %s is refused, and the hold stands', async (_what, elements, code) => {
    const order = await reserved();
    const request = { ...credentialsOf(account), Type: 'PostAuth', OrderId: order.orderId, ...elements };
    expect((await postElements(account, request)).Extra.ERRORCODE).toBe(code);
    expect(await found(order)).toMatchObject({ kind: 'authorised', amount: AUTHORISED });
  });

  test('is refused for a sale, a second time and after a void: unknown, because other gateways refuse likewise', async () => {
    const sale = chargeOf('approved');
    await pos.charge(account, sale, soon());
    const [twice, gone] = [await reserved(), await reserved()];
    await capture(twice, 5000);
    await voids(gone);
    for (const [order, code] of [
      [sale, 'CORE-2115'],
      [twice, 'CORE-2506'],
      [gone, 'CORE-2509'],
    ] as const) {
      expect(await refusal(order, { Type: 'PostAuth', Total: '1.00' })).toBe(code);
      expect(await capture(order, 100)).toBe('unknown');
    }
    expect(await found(twice)).toMatchObject({ kind: 'captured', amount: 5000 });
  });
});

describe('Void of a capture', () => {
  test('leaves the hold of the whole amount, which a second one takes back', async () => {
    const order = await reserved();
    await capture(order, 5000);
    expect(await voids(order)).toBe('approved');
    expect(await found(order)).toMatchObject({ kind: 'authorised', amount: AUTHORISED, said: { state: 'A S' } });
    expect(await history(order)).toMatchObject({ charge: 'authorised', amount: AUTHORISED, credits: [] });
    expect(await voids(order)).toBe('approved');
    expect(await found(order)).toMatchObject({ kind: 'voided' });
    expect(await history(order)).toMatchObject({ charge: 'voided', credits: [] });
  });

  test('voids the hold too at a bank that does so', async () => {
    const [order, hold] = [await reserved('capture-void-takes-hold'), await reserved('capture-void-takes-hold')];
    await capture(order, 5000);
    expect(await voids(order)).toBe('approved');
    expect(await found(order)).toMatchObject({ kind: 'voided', said: { state: 'V S' } });
    expect(await history(order)).toMatchObject({ charge: 'voided', credits: [] });
    expect(await refusal(order, { Type: 'Void' })).toBe('CORE-2008');
    expect([await voids(hold), (await found(hold)).kind]).toEqual(['approved', 'voided']);
  });

  test('is refused after the day end of the capture', async () => {
    const order = await reserved();
    await capture(order);
    tomorrow();
    expect([await voids(order), await refusal(order, { Type: 'Void' })]).toEqual(['unknown', 'CORE-2008']);
    expect((await found(order)).kind).toBe('settled');
  });
});

describe('Credits of a captured pre-authorisation', () => {
  const creditOf = (total: string) => ({ Type: 'Credit', Total: total, Currency: '949' });

  test('are refused on the day of the capture, and the capture can still be voided', async () => {
    const order = await reserved();
    await capture(order, 5000);
    expect([await credit(order, 5000), await refusal(order, creditOf('50.00'))]).toEqual(['unknown', 'CORE-2508']);
    expect(await found(order)).toMatchObject({ kind: 'credit-failed', said: { state: 'D C' } });
    expect(await history(order)).toMatchObject({ charge: 'captured', amount: 5000, credits: [] });
    expect(await voids(order)).toBe('approved');
    // The inquiry shows the latest transaction, the refused credit; the history shows the hold.
    expect(await history(order)).toMatchObject({ charge: 'authorised', amount: AUTHORISED });
  });
});
