import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { issuerDeclines } from '../../shared/garanti/codes.ts';
import { declineCodeOf } from '../../shared/nestpay/codes.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import { BankCallNotAllowed, type PosAccount } from '../../shared/ports/bank-gateway.ts';
import { handTimer, orderOf, sandboxBank, soon } from '../support/bank/bank-calls.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { gateways, type TestGateway } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';

const ledger = dynamoBankLedger(engineTable(inject('stack')));
const pos = sandboxBank();
let bank: TestBank;

beforeAll(async () => {
  bank = await startBank(ledger);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

/** The causes of an answer that proves nothing, where the two wires differ; what the inquiry then finds. */
const UNKNOWN_ANSWERS = [
  ['error-before-charge', 'error-answer', 'error-answer', 'no-record'],
  ['error-after-charge', 'error-answer', 'error-answer', 'captured'],
  ['approved-with-99', 'error-answer', 'contradictory', 'captured'],
  ['error-with-00', 'error-answer', 'contradictory', 'captured'],
  ['declined-with-99', 'error-answer', 'error-answer', 'declined'],
  ['other-order', 'contradictory', 'contradictory', 'captured'],
  ['other-amount', 'contradictory', '', 'captured'],
  ['truncated', 'unreadable', 'unreadable', 'captured'],
  ['entity-bomb', 'unreadable', 'unreadable', 'captured'],
  ['oversize', 'unreadable', 'unreadable', 'captured'],
  ['redirect', 'unreadable', 'unreadable', 'captured'],
] as const;

const USED_UP = ['approved', 'reversal-fails', 'pending-then-reversed', 'pending-then-charged', 'error-after-charge'];

const TRANSACTION_ID = { nestpay: /^.{22}$/, garanti: /^\d{6}-\d{6}$/ } as const;

/** What the bank says of an order, word for word: Garanti's states have names, and no code for a decline. */
const saidOf = ({ kind }: TestGateway, state: string, procReturnCode: string): object =>
  kind === 'nestpay' ? { said: { state, procReturnCode } } : {};

/** Whether the answer with this code leaves a charge open at Garanti. */
const isOpenAt = ({ kind }: TestGateway, code: string): boolean => kind === 'garanti' && !issuerDeclines.has(code);

describe.each(gateways)('The port, of $kind', (gateway) => {
  const { cardOf, chargeOf } = gateway;
  let account: PosAccount;
  beforeAll(() => {
    account = gateway.accountAt(bank.gateway);
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
          transactionId: expect.stringMatching(TRANSACTION_ID[gateway.kind]),
        },
      });
      const found = await pos.inquire(account, order, soon());
      expect(found).toMatchObject({ kind: 'captured', amount: 12_345, ...saidOf(gateway, 'C S', '00') });
      const { authCode, hostReference } = answer.kind === 'approved' ? answer.references : {};
      expect(found).toMatchObject({ references: { authCode, hostReference } });
    });

    test.each(['TL', 'USD', 'EUR', 'GBP'] as const)('takes %s, a count and any amount', async (currency) => {
      const { order, answer } = await charged('approved', { currency, installments: 3, amount: minor(99_999_999_999) });
      expect(answer.kind).toBe('approved');
      const books = await gateway.booked(ledger, account, order.orderId);
      expect(books).toMatchObject({ currency });
      expect(JSON.stringify(books)).toContain('"amount":99999999999');
    });

    test.each(
      testCards.flatMap(({ id, charge, shown }) =>
        gateway.plays(id) && typeof charge === 'object' && shown !== 'charged-with-decline-code'
          ? [[id, charge.declined] as const]
          : [],
      ),
    )('%s is declined with %s, as 7.7 says', async (id, procReturnCode) => {
      const { order, answer } = await charged(id);
      const code = declineCodeOf(procReturnCode, false);
      // Garanti's codes that do not end the matter are unknown, and the inquiry finds that nothing was charged.
      const isOpen = isOpenAt(gateway, procReturnCode);
      expect(answer).toMatchObject(
        isOpen ? { kind: 'unknown', cause: 'error-answer' } : { kind: 'declined', code, procReturnCode },
      );
      const found = await pos.inquire(account, order, soon());
      // The answer to the question is Approved whatever the order's state. The order's own code tells the decline.
      expect(found).toMatchObject({ kind: 'declined', code, ...saidOf(gateway, 'D S', procReturnCode) });
      // A bank that answered 92 is still reversing, and is asked once more; so is Garanti after a code that is open.
      const isReversing = gateway.kind === 'nestpay' && procReturnCode === '92';
      expect([answer, found].map((one) => 'asksAgain' in one)).toEqual([isReversing, isReversing || isOpen]);
    });

    test('although the bank charged, it is declined, and the question shows the charge', async () => {
      const { order, answer } = await charged('declined-and-charged');
      expect(answer).toMatchObject({ kind: 'declined', procReturnCode: '05' });
      const found = await pos.inquire(account, order, soon());
      const contradiction = { kind: 'unknown', cause: 'contradictory', shows: 'captured' };
      // Garanti's rows tell by their Status alone whether they happened.
      expect(found).toMatchObject(gateway.kind === 'nestpay' ? contradiction : { kind: 'captured' });
    });

    test('with a code beside the table is 009, and unknown where the bank’s table ends the matter alone', async () => {
      const { answer, order } = await charged('unlisted-decline');
      expect(answer).toMatchObject(
        gateway.kind === 'nestpay' ? { kind: 'declined', code: '009' } : { kind: 'unknown', cause: 'error-answer' },
      );
      expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: 'declined', code: '009' });
    });

    test.each(
      UNKNOWN_ANSWERS.filter(([id]) => gateway.plays(id)).map(([id, atNestPay, atGaranti, found]) => {
        return [id, gateway.kind === 'nestpay' ? atNestPay : atGaranti, found] as const;
      }),
    )('%s is unknown (%s), never a decline, and the inquiry finds %s (rule 3)', async (id, cause, found) => {
      const requests = bank.paths.length;
      const { order, answer } = await charged(id);
      expect(answer).toEqual({ kind: 'unknown', cause });
      // One request: nothing was repeated, and no redirect was followed (rule 21).
      expect(bank.paths.slice(requests)).toEqual([gateway.api]);
      expect(await pos.inquire(account, order, soon())).toMatchObject({ kind: found });
    });

    test.each(USED_UP.filter(gateway.plays))(
      'of an order number that %s has used already is unknown, and charges nothing more',
      async (id) => {
        const { order } = await charged(id);
        const before = await gateway.booked(ledger, account, order.orderId);
        const again = { ...order, card: cardOf('approved') };
        expect(await pos.charge(account, again, soon())).toEqual({ kind: 'unknown', cause: 'error-answer' });
        expect(await gateway.booked(ledger, account, order.orderId)).toEqual(before);
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
      const books = JSON.stringify(await gateway.booked(ledger, account, order.orderId));
      expect(books).toMatch(/"51".*"41"/);
    });

    test.each(['time-out-before-charge', 'time-out-after-charge'])('%s is unknown once the time is up', async (id) => {
      const slow = await startBank(ledger);
      const timer = handTimer();
      const waiting = sandboxBank({ timer });
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

    test('by wrong credentials charges nothing: NestPay’s answer is unknown, Garanti’s tells that its checks refused', async () => {
      const order = chargeOf('approved');
      const answer = await pos.charge(gateway.withWrongPassword(account), order, soon());
      expect(answer).toEqual(
        gateway.kind === 'nestpay'
          ? { kind: 'unknown', cause: 'error-answer' }
          : { kind: 'declined', code: '008', procReturnCode: '92', asksAgain: true },
      );
      expect(await gateway.booked(ledger, account, order.orderId)).toBeUndefined();
    });

    test('in a sandbox takes test cards only, and the bank hears nothing of another card (rule 22)', () => {
      const requests = bank.paths.length;
      const order = { ...chargeOf('approved'), card: { ...chargeOf('approved').card, number: '4242424242424242' } };
      expect(() => pos.charge(account, order, soon())).toThrow(BankCallNotAllowed);
      expect(bank.paths.length).toBe(requests);
    });

    test('leaves masked numbers in the bank’s books, and neither number nor CVC (rule 22)', async () => {
      const { order } = await charged('approved');
      const books = JSON.stringify(await gateway.booked(ledger, account, order.orderId));
      expect(books).toContain(`${order.card.number.slice(0, 6)}******${order.card.number.slice(-4)}`);
      expect(books).not.toContain(order.card.number);
      expect(books).not.toMatch(/"123"|cvc|cvv/i);
    });
  });

  describe('Inquiry', () => {
    test('of an order that the bank never saw is no-record', async () => {
      expect(await pos.inquire(account, orderOf(), soon())).toMatchObject({ kind: 'no-record' });
      expect(await pos.inquireHistory(account, orderOf(), soon())).toMatchObject({ kind: 'no-record' });
    });

    test('never takes another amount for the one that was ordered', async () => {
      const { order } = await charged('approved');
      const asked = { ...order, amount: minor(1) };
      // Garanti's history must agree with the order: another amount proves nothing.
      expect(await pos.inquire(account, asked, soon())).toMatchObject(
        gateway.kind === 'nestpay' ? { kind: 'captured', amount: 12_345 } : { kind: 'unknown', cause: 'contradictory' },
      );
    });

    test('of another merchant finds nothing', async () => {
      const { order } = await charged('approved');
      expect(await pos.inquire(gateway.accountAt(bank.gateway), order, soon())).toMatchObject({ kind: 'no-record' });
    });
  });
});
