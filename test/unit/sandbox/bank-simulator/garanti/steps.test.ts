import { describe, expect, test } from 'vitest';
import type { BankDay } from '../../../../../functions/sandbox/bank-simulator/bank-day.ts';
import type { CheckedStep } from '../../../../../functions/sandbox/bank-simulator/garanti/request.ts';
import { takeStep } from '../../../../../functions/sandbox/bank-simulator/garanti/steps.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import {
  type TerminalOrder,
  type TerminalTransaction,
  terminalSteps,
} from '../../../../../shared/ports/bank-terminal-ledger.ts';
import {
  BANK_DAY_MS,
  BANK_MORNING,
  calledBank,
  calledBankParts,
  calledTerminal,
  documentOf,
  ledgerWith,
  textOf,
} from '../../../../support/bank/called-bank.ts';
import { gvpsDocument } from '../../../../support/bank/gvps-wire.ts';
import { terminalOrderWith, terminalTransaction } from '../../../../support/bank/terminal-orders.ts';

const TODAY: BankDay = { nowMs: BANK_MORNING, closedAtMs: 1 };
const TOMORROW: BankDay = { nowMs: BANK_MORNING + BANK_DAY_MS, closedAtMs: BANK_MORNING + BANK_DAY_MS };

const sale = terminalTransaction({ atMs: BANK_MORNING });
const hold = terminalTransaction({ type: 'preauth', atMs: BANK_MORNING });

/** What each kind of step is taken of: a hold on its day, a sale on its day, and a sale on the next day. */
const scenes: Readonly<Record<CheckedStep['type'], { readonly first: TerminalTransaction; readonly day: BankDay }>> = {
  postauth: { first: hold, day: TODAY },
  void: { first: sale, day: TODAY },
  refund: { first: sale, day: TOMORROW },
};

const askedOf = (type: CheckedStep['type'], changes: Partial<CheckedStep> = {}): CheckedStep => ({
  type,
  amount: minor(4000),
  currency: 'TL',
  originalReference: '',
  ...changes,
});

/** What a step of an order in the books is answered, and what the books hold of it then. */
const taken = async (order: TerminalOrder, asked: CheckedStep, day = scenes[asked.type].day) => {
  const { deps, waits } = calledBankParts();
  const { terminals } = deps.ledger;
  await terminals.enter(order);
  const result = await takeStep(deps, order, asked, day);
  const after = (await terminals.find(order.terminalId, order.orderId)) ?? expect.unreachable('the order is gone');
  return { deps, waits, result, after, added: after.transactions.slice(order.transactions.length) };
};

const codesOf = (result: Awaited<ReturnType<typeof takeStep>>): unknown =>
  'raw' in result ? 'half an answer' : [result.source, result.code, result.reason, result.message];

const ofCard = (type: CheckedStep['type'], cardId: string): TerminalOrder =>
  terminalOrderWith([scenes[type].first], { cardId });

const APPROVAL = ['HOST', '00', '00', 'Approved'];
const FAILURE = ['GVPS', '99', '9999', 'Error'];
const refusedWith = (reason: string) => ['GVPS', '92', reason, 'Declined'];

describe('A step', () => {
  test.each(terminalSteps)('%s: is booked and answered with references of its own', async (type) => {
    const { result, added, after } = await taken(ofCard(type, 'approved'), askedOf(type));
    const references = { hostReference: '000000000001', authCode: '000002' };
    expect(result).toMatchObject({ references, maskedNumber: '400062******0007' });
    expect(codesOf(result)).toEqual(APPROVAL);
    const amount = type === 'void' ? sale.amount : 4000;
    const originalReference = scenes[type].first.hostReference;
    const { nowMs: atMs } = scenes[type].day;
    expect(added).toEqual([{ type, state: 'done', returnCode: '00', amount, originalReference, atMs, ...references }]);
    expect(after.version).toBe(2);
  });

  test.each<readonly [string, CheckedStep['type'], readonly string[], number]>([
    ['void-unclear', 'void', FAILURE, 1],
    ['void-unclear', 'refund', APPROVAL, 1],
    ['void-refused-credit-unclear', 'refund', FAILURE, 1],
    ['void-refused-credit-unclear', 'postauth', APPROVAL, 1],
    ['void-refused', 'void', refusedWith('0208'), 0],
    ['garanti-steps-refused-0208', 'postauth', refusedWith('0208'), 0],
    ['garanti-steps-refused-0214', 'void', refusedWith('0214'), 0],
    ['credit-twice', 'refund', APPROVAL, 2],
    ['void-refused-first-credit-declined', 'postauth', APPROVAL, 1],
  ])('by the card %s: %s is answered %j, and books %i transactions', async (cardId, type, answer, count) => {
    const { result, added } = await taken(ofCard(type, cardId), askedOf(type));
    expect(codesOf(result)).toEqual(answer);
    expect(added.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'done'));
  });

  test('in another currency than the order’s is refused', async () => {
    const { result, added } = await taken(ofCard('void', 'approved'), askedOf('void', { currency: 'EUR' }));
    expect([codesOf(result), added]).toEqual([refusedWith('0208'), []]);
  });

  test('that is refused keeps a row if it is a refund, with what it named', async () => {
    const row = {
      type: 'refund',
      state: 'failed',
      returnCode: '92',
      amount: 4000,
      authCode: '',
      atMs: BANK_MORNING,
    };
    for (const [originalReference, names] of [
      ['', {}],
      ['1', { originalReference: '1' }],
    ] as const) {
      const { result, added } = await taken(
        ofCard('refund', 'approved'),
        askedOf('refund', { originalReference }),
        TODAY,
      );
      expect(codesOf(result)).toEqual(refusedWith(originalReference === '' ? '0903' : '0208'));
      expect(added).toEqual([{ ...row, ...names, hostReference: expect.stringMatching(/^\d{12}$/) }]);
    }
  });

  test('that captures too much keeps a row, since the issuer declined it', async () => {
    const { result, added } = await taken(
      ofCard('postauth', 'approved'),
      askedOf('postauth', { amount: minor(11_501) }),
    );
    expect(codesOf(result)).toEqual(['HOST', '13', '13', 'Declined']);
    expect(added).toMatchObject([{ type: 'postauth', state: 'failed', returnCode: '13' }]);
  });

  test('that refunds is declined once by the card that stands for it, whatever else was declined', async () => {
    const before = [
      { ...sale, state: 'failed' as const, returnCode: '05' },
      sale,
      { ...sale, type: 'refund' as const, state: 'failed' as const, returnCode: '92' },
    ];
    const order = terminalOrderWith(before, { cardId: 'void-refused-first-credit-declined' });
    const first = await taken(order, askedOf('refund'));
    expect(codesOf(first.result)).toEqual(['HOST', '05', '05', 'Declined']);
    expect(first.added).toMatchObject([{ type: 'refund', state: 'failed', returnCode: '05', authCode: '' }]);
    expect(codesOf(await takeStep(first.deps, first.after, askedOf('refund'), TOMORROW))).toEqual(APPROVAL);
  });

  test.each([
    [57, refusedWith('0208'), 58],
    [58, APPROVAL, 59],
    [59, refusedWith('0910'), 60],
    [60, refusedWith('0910'), 60],
  ])('of an order with %i transactions is answered %j, and leaves %i', async (count, answer, left) => {
    const declines = Array.from({ length: count - 1 }, () => ({ ...sale, state: 'failed' as const }));
    const originalReference = count === 57 ? '1' : '';
    const asked = askedOf('refund', { originalReference });
    const { result, after } = await taken(terminalOrderWith([...declines, sale]), asked);
    expect([codesOf(result), after.transactions.length]).toEqual([answer, left]);
  });

  test.each<readonly [string, CheckedStep['type'], BankDay, string]>([
    ['is done', 'void', TODAY, 'approved'],
    ['is refused with a row', 'refund', TODAY, 'approved'],
    ['meets the fault of its card', 'void', TODAY, 'follow-up-error-before'],
  ])('that %s is busy where another call changes the order first', async (_what, type, day, cardId) => {
    const { deps } = calledBankParts({ ledger: ledgerWith({ terminals: { change: async () => false } }) });
    expect(codesOf(await takeStep(deps, ofCard(type, cardId), askedOf(type), day))).toEqual(refusedWith('0906'));
  });
});

describe.each(terminalSteps)('The fault of a card meets %s', (type) => {
  test.each<readonly [string, unknown, readonly string[], readonly string[]]>([
    ['slow', APPROVAL, ['done'], ['delay']],
    ['time-out-before', FAILURE, [], ['hold']],
    ['time-out-after', APPROVAL, ['done'], ['hold']],
    ['error-before', FAILURE, [], []],
    ['error-after', FAILURE, ['done'], []],
    ['truncated', 'half an answer', ['done'], []],
    ['duplicate', refusedWith('0906'), ['done'], []],
    ['declined', ['HOST', '05', '05', 'Declined'], ['failed'], []],
  ])('once: %s is answered %j, and books %j', async (fault, answer, states, waits) => {
    const order = ofCard(type, `follow-up-${fault}`);
    const { deps, result, added, after, waits: waited } = await taken(order, askedOf(type));
    const { day } = scenes[type];
    expect(codesOf(result)).toEqual(answer);
    expect(added.map(({ state }) => state)).toEqual(states);
    expect(waited).toEqual(waits);
    expect(after.faultsMet).toEqual([type]);
    const met = { ...order, faultsMet: [type], version: after.version };
    expect(codesOf(await takeStep(deps, met, askedOf(type), day))).toEqual(APPROVAL);
  });

  test('beside those that other steps have met', async () => {
    const faultsMet = terminalSteps.filter((one) => one !== type);
    const { after } = await taken({ ...ofCard(type, 'follow-up-error-before'), faultsMet }, askedOf(type));
    expect(after.faultsMet).toEqual([...faultsMet, type]);
  });
});

test('A request of the wire is answered about the order that it names', async () => {
  const bank = calledBank();
  await bank.deps.ledger.terminals.enter(ofCard('void', 'follow-up-truncated'));
  const orderId = 'ORDER-1';
  const sent = (asked: Parameters<typeof gvpsDocument>[1]) =>
    bank.send('/VPServlet', gvpsDocument(calledTerminal, asked));
  expect(documentOf(await sent({ type: 'void', orderId }))).toBeUndefined();
  const unknown = textOf(await sent({ type: 'refund', orderId: 'ORDER-2' }));
  expect(unknown).toContain('<ReasonCode>0108</ReasonCode>');
  expect(unknown).toContain('<OrderID>ORDER-2</OrderID>');
});
