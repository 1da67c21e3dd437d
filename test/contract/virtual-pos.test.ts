import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../shared/adapters/nestpay/account.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { declineCodeOf } from '../../shared/nestpay/codes.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import { BankCallNotAllowed } from '../../shared/ports/bank-gateway.ts';
import { cardOf, chargeOf, handTimer, orderOf, sandboxPos, soon } from '../support/bank/bank-calls.ts';
import { accountAt, startBank, type TestBank } from '../support/bank/bank-server.ts';
import { engineTable } from '../support/store/store.ts';

const ledger = dynamoBankLedger(engineTable(inject('stack')));
const pos = sandboxPos();
let bank: TestBank;
let account: NestPayAccount;

beforeAll(async () => {
  bank = await startBank(ledger);
  account = accountAt(bank.gateway);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

const charged = async (cardId: string, changes = {}) => {
  const order = chargeOf(cardId, changes);
  return { order, answer: await pos.charge(account, order, soon()) };
};

describe('Charge', () => {
  test('is approved with the bank’s references, and the inquiry finds it captured', async () => {
    const { order, answer } = await charged('approved');
    expect(answer).toEqual({
      kind: 'approved',
      references: {
        authCode: expect.stringMatching(/^\d{6}$/),
        hostReference: expect.stringMatching(/^\d{12}$/),
        transactionId: expect.stringMatching(/^.{22}$/),
      },
    });
    const found = await pos.inquire(account, order, soon());
    expect(found).toMatchObject({ kind: 'captured', amount: 12_345, said: { state: 'C S', procReturnCode: '00' } });
    expect(found).toMatchObject({ references: answer.kind === 'approved' ? answer.references : {} });
  });

  test.each(['TL', 'USD', 'EUR', 'GBP'] as const)('takes %s, a count and any amount', async (currency) => {
    const { order, answer } = await charged('approved', { currency, installments: 3, amount: minor(99_999_999_999) });
    expect(answer.kind).toBe('approved');
    expect(await ledger.findOrder(account.clientId, order.orderId)).toMatchObject({ currency, amount: 99_999_999_999 });
  });

  test.each(
    testCards.flatMap(({ id, charge, shown }) =>
      typeof charge === 'object' && shown !== 'charged-with-decline-code' ? [[id, charge.declined] as const] : [],
    ),
  )('%s is declined with %s, as 7.7 says', async (id, procReturnCode) => {
    const { order, answer } = await charged(id);
    const code = declineCodeOf(procReturnCode, false);
    expect(answer).toMatchObject({ kind: 'declined', code, procReturnCode });
    const found = await pos.inquire(account, order, soon());
    // The answer to the question is Approved whatever the order's state. The order's own code tells the decline.
    expect(found).toMatchObject({ kind: 'declined', code, said: { state: 'D S', procReturnCode } });
    // A bank that answered 92 is still reversing, and is asked once more.
    expect([answer, found].map((one) => 'asksAgain' in one)).toEqual(
      procReturnCode === '92' ? [true, true] : [false, false],
    );
  });

  test('although the bank charged, it is declined, and the question shows the charge beside the decline’s code', async () => {
    const { order, answer } = await charged('declined-and-charged');
    expect(answer).toMatchObject({ kind: 'declined', procReturnCode: '05' });
    const found = await pos.inquire(account, order, soon());
    expect(found).toMatchObject({ kind: 'unknown', cause: 'contradictory', shows: 'captured' });
  });

  test('with a code beside the table is 009', async () => {
    expect((await charged('unlisted-decline')).answer).toMatchObject({ kind: 'declined', code: '009' });
  });

  test.each([
    ['error-before-charge', 'error-answer', 'no-record'],
    ['error-after-charge', 'error-answer', 'captured'],
    ['approved-with-99', 'error-answer', 'captured'],
    ['error-with-00', 'error-answer', 'captured'],
    ['declined-with-99', 'error-answer', 'declined'],
    ['other-order', 'contradictory', 'captured'],
    ['other-amount', 'contradictory', 'captured'],
    ['truncated', 'unreadable', 'captured'],
    ['entity-bomb', 'unreadable', 'captured'],
    ['oversize', 'unreadable', 'captured'],
    ['redirect', 'unreadable', 'captured'],
  ])('%s is unknown (%s), never a decline, and the inquiry finds %s (rule 3)', async (id, cause, found) => {
    const requests = bank.paths.length;
    const { order, answer } = await charged(id);
    expect(answer).toEqual({ kind: 'unknown', cause });
    // One request: nothing was repeated, and no redirect was followed (rule 21).
    expect(bank.paths.slice(requests)).toEqual(['/fim/api']);
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: found });
  });

  test.each(['approved', 'reversal-fails', 'pending-then-reversed', 'pending-then-charged'])(
    'of an order number that %s has used already is unknown, and charges nothing more',
    async (id) => {
      const { order } = await charged(id);
      const before = await ledger.findOrder(account.clientId, order.orderId);
      const again = { ...order, card: cardOf('approved') };
      expect(await pos.charge(account, again, soon())).toEqual({ kind: 'unknown', cause: 'error-answer' });
      expect(await ledger.findOrder(account.clientId, order.orderId)).toEqual(before);
    },
  );

  test('of an order number that was declined is taken, and the history shows both', async () => {
    const { order } = await charged('insufficient-funds');
    expect((await pos.charge(account, { ...order, card: cardOf('lost') }, soon())).kind).toBe('declined');
    const both = [1, 2].map(() => pos.charge(account, { ...order, card: cardOf('approved') }, soon()));
    expect((await Promise.all(both)).map(({ kind }) => kind).toSorted()).toEqual(['approved', 'unknown']);
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'captured', amount: 12_345 });
    const history = await pos.inquireHistory(account, order, soon());
    expect(history).toMatchObject({ kind: 'history', charge: 'captured', amount: 12_345, credits: [] });
    const books = await ledger.findOrder(account.clientId, order.orderId);
    expect(books?.declinedBefore.map(({ procReturnCode }) => procReturnCode)).toEqual(['51', '41']);
  });

  test.each(['time-out-before-charge', 'time-out-after-charge'])('%s is unknown once the time is up', async (id) => {
    const slow = await startBank(ledger);
    const timer = handTimer();
    const waiting = sandboxPos({ timer });
    const order = chargeOf(id);
    const answer = waiting.charge({ ...account, gateway: slow.gateway }, order, soon());
    await slow.held;
    timer.fire();
    expect(await answer).toEqual({ kind: 'unknown', cause: 'time-out' });
    expect(timer.running()).toEqual([]);
    const found = id === 'time-out-after-charge' ? 'captured' : 'no-record';
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: found });
    waiting.close();
    await slow.stop();
  });

  test('by wrong credentials is unknown, not declined', async () => {
    const answer = await pos.charge({ ...account, apiPassword: 'wrong' }, chargeOf('approved'), soon());
    expect(answer).toEqual({ kind: 'unknown', cause: 'error-answer' });
  });

  test('in a sandbox takes test cards only, and the bank hears nothing of another card (rule 22)', () => {
    const requests = bank.paths.length;
    const order = { ...chargeOf('approved'), card: { ...chargeOf('approved').card, number: '4242424242424242' } };
    expect(() => pos.charge(account, order, soon())).toThrow(BankCallNotAllowed);
    expect(bank.paths.length).toBe(requests);
  });

  test('leaves masked numbers in the bank’s books, and neither number nor CVC (rule 22)', async () => {
    const { order } = await charged('approved');
    const books = JSON.stringify(await ledger.findOrder(account.clientId, order.orderId));
    expect(books).toContain('411111******1111');
    expect(books).not.toContain(order.card.number);
    expect(books).not.toMatch(/"123"|cvc|cvv/i);
  });
});

describe('Inquiry', () => {
  test('of an order that the bank never saw is no-record', async () => {
    expect(await pos.inquire(account, orderOf(), soon())).toMatchObject({ kind: 'no-record' });
    expect(await pos.inquireHistory(account, orderOf(), soon())).toMatchObject({ kind: 'no-record' });
  });

  test('tells the amount that the bank holds, whatever was ordered', async () => {
    const { order } = await charged('approved');
    const asked = { ...order, amount: minor(1) };
    expect(await pos.inquire(account, asked, soon())).toMatchObject({ kind: 'captured', amount: 12_345 });
  });

  test('of another merchant finds nothing', async () => {
    const { order } = await charged('approved');
    expect(await pos.inquire(accountAt(bank.gateway), order, soon())).toMatchObject({ kind: 'no-record' });
  });
});
