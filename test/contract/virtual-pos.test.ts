import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/bank-ledger.ts';
import { testCards } from '../../shared/domain/bank-test-cards.ts';
import { minor } from '../../shared/domain/money.ts';
import { declineCodeOf } from '../../shared/domain/nestpay-codes.ts';
import { BankCallNotAllowed, type PosAccount } from '../../shared/ports/virtual-pos.ts';
import { chargeOf, handTimer, orderOf, sandboxPos, soon } from '../support/bank-calls.ts';
import { accountAt, startBank, type TestBank } from '../support/bank-server.ts';
import { engineTable } from '../support/store.ts';

const ledger = dynamoBankLedger(engineTable(inject('stack')));
const pos = sandboxPos();
let bank: TestBank;
let account: PosAccount;

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
    expect(found).toEqual({ kind: 'captured', amount: 12_345, references: expect.anything() });
    expect(found).toMatchObject({ references: answer.kind === 'approved' ? answer.references : {} });
  });

  test.each(['TL', 'USD', 'EUR', 'GBP'] as const)('takes %s, a count and any amount', async (currency) => {
    const { order, answer } = await charged('approved', { currency, installments: 3, amount: minor(99_999_999_999) });
    expect(answer.kind).toBe('approved');
    expect(await ledger.findOrder(account.clientId, order.orderId)).toMatchObject({ currency, amount: 99_999_999_999 });
  });

  test.each(
    testCards.flatMap(({ id, charge }) => (typeof charge === 'object' ? [[id, charge.declined] as const] : [])),
  )('%s is declined with %s, as 7.7 says', async (id, procReturnCode) => {
    const { order, answer } = await charged(id);
    const code = declineCodeOf(procReturnCode, false);
    expect(answer).toEqual({ kind: 'declined', code, procReturnCode });
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'declined', code });
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
    // One request: nothing was repeated, no redirect was followed (rule 21).
    expect(bank.paths.slice(requests)).toEqual(['/fim/api']);
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: found });
  });

  test('of an order id that exists already is unknown: the bank’s Error 99 says nothing of the first charge', async () => {
    const { order } = await charged('approved');
    expect(await pos.charge(account, order, soon())).toEqual({ kind: 'unknown', cause: 'error-answer' });
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'captured' });
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
    expect(await pos.inquire(account, orderOf(), soon())).toEqual({ kind: 'no-record' });
  });

  test('that names another amount than ours is unknown', async () => {
    const { order } = await charged('approved');
    expect(await pos.inquire(account, { ...order, amount: minor(1) }, soon())).toEqual({
      kind: 'unknown',
      cause: 'contradictory',
    });
  });

  test('of another merchant finds nothing', async () => {
    const { order } = await charged('approved');
    expect(await pos.inquire(accountAt(bank.gateway), order, soon())).toEqual({ kind: 'no-record' });
  });
});

describe('Capture, void and refund', () => {
  const reserve = () => charged('approved', { type: 'pre-authorisation' });

  test('a pre-authorisation is authorised until it is captured', async () => {
    const { order } = await reserve();
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'authorised', amount: 12_345 });
    expect((await pos.followUp(account, order, { kind: 'capture' }, soon())).kind).toBe('approved');
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'captured', amount: 12_345 });
  });

  test('a capture may be of less, and of more when it names what was pre-authorised', async () => {
    const [less, more, unnamed] = [await reserve(), await reserve(), await reserve()];
    const preAuthorised = minor(12_345);
    const take = (order: typeof less.order, amount: number, named?: typeof preAuthorised) =>
      pos.followUp(
        account,
        { ...order, amount: minor(amount) },
        { kind: 'capture', ...(named === undefined ? {} : { preAuthorised: named }) },
        soon(),
      );
    expect((await take(less.order, 100)).kind).toBe('approved');
    expect((await take(more.order, 13_000, preAuthorised)).kind).toBe('approved');
    expect((await take(unnamed.order, 13_000)).kind).toBe('unknown');
    expect(await pos.inquire(account, less.order, soon())).toMatchObject({ kind: 'captured', amount: 100 });
    expect(await pos.inquire(account, more.order, soon())).toMatchObject({ kind: 'captured', amount: 13_000 });
  });

  test('a void leaves the order voided, and a second one is unknown', async () => {
    const { order } = await charged('approved');
    expect((await pos.followUp(account, order, { kind: 'void' }, soon())).kind).toBe('approved');
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'voided' });
    expect(await pos.followUp(account, order, { kind: 'void' }, soon())).toEqual({
      kind: 'unknown',
      cause: 'error-answer',
    });
  });

  test.each([
    ['void-unclear', 'void', 'unknown', 'voided'],
    ['void-refused', 'void', 'unknown', 'captured'],
    ['void-refused', 'refund', 'approved', 'refunded'],
    ['void-refused-credit-unclear', 'refund', 'unknown', 'refunded'],
    ['void-and-credit-refused', 'refund', 'unknown', 'captured'],
  ] as const)('%s: a %s is %s, and the inquiry decides: %s (rule 4)', async (id, kind, answered, found) => {
    const { order } = await charged(id);
    expect((await pos.followUp(account, order, { kind }, soon())).kind).toBe(answered);
    expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: found });
  });

  test('of two voids at once at most one is approved', async () => {
    const { order } = await charged('approved');
    const both = await Promise.all([1, 2].map(() => pos.followUp(account, order, { kind: 'void' }, soon())));
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['approved', 'unknown']);
  });
});
