import { describe, expect, test } from 'vitest';
import {
  captured,
  mayBeCharged,
  refunded,
  type Step,
  settlementOf,
  statusOf,
  voided,
} from '../../../../../functions/sandbox/bank-simulator/garanti/order-life.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../../shared/nestpay/test-cards.ts';
import type {
  TerminalOrder,
  TerminalStep,
  TerminalTransaction,
} from '../../../../../shared/ports/bank-terminal-ledger.ts';
import { terminalOrderWith, terminalTransaction } from '../../../../support/bank/terminal-orders.ts';

const SALE = terminalTransaction();
const HOLD = terminalTransaction({ type: 'preauth', hostReference: '100000000002' });
const CAPTURE = terminalTransaction({
  type: 'postauth',
  hostReference: '100000000003',
  originalReference: HOLD.hostReference,
});
const FAILED = terminalTransaction({ state: 'failed', returnCode: '51', hostReference: '100000000004', authCode: '' });
const REFUND = terminalTransaction({
  type: 'refund',
  amount: minor(4000),
  hostReference: '100000000006',
  originalReference: SALE.hostReference,
});
const REFUND_NAMED = { originalReference: REFUND.hostReference };
const refundedInPart = (charge: TerminalTransaction, cardId = 'approved'): TerminalOrder =>
  terminalOrderWith([charge, REFUND, { ...FAILED, type: 'refund' }], { cardId });
const OPEN = { nowMs: 10, closedAtMs: 1 };
const CLOSED = { nowMs: 10, closedAtMs: 2 };

const take = (
  order: TerminalOrder,
  type: TerminalStep,
  {
    amount = 10_000,
    originalReference = '',
    day = OPEN,
  }: { amount?: number; originalReference?: string; day?: typeof OPEN },
): Step => {
  const references = { hostReference: '100000000009', authCode: '9' };
  const asked = { type, amount: minor(amount), currency: order.currency, originalReference, references };
  const card = testCard(order.cardId);
  if (type === 'postauth') return captured(order, asked, day);
  if (type === 'void') return voided(order, card, asked, day);
  return refunded(order, card, { ...asked, again: { hostReference: '100000000010', authCode: '8' } }, day);
};

const refusalOf = (step: Step): string => ('refused' in step ? step.refused : 'done');

describe('What the bank shows of an order', () => {
  test.each([
    ['a sale', [SALE], 'APPROVED', false],
    ['a sale that was voided', [{ ...SALE, voidedAtMs: 2 }], 'APPROVED', false],
    ['a decline', [FAILED], 'DECLINED', true],
    ['nothing that reached the issuer', [], 'DECLINED', true],
    ['a sale behind a decline', [FAILED, SALE], 'APPROVED', false],
    ['a hold', [HOLD], 'WAITINGPOSTAUTH', false],
    ['a hold that was captured', [HOLD, CAPTURE], 'APPROVED', false],
    ['a hold whose capture was voided', [HOLD, { ...CAPTURE, voidedAtMs: 2 }], 'WAITINGPOSTAUTH', false],
  ])('%s: its state, and whether the order id may be charged', (_what, transactions, status, free) => {
    const order = terminalOrderWith(transactions);
    expect([statusOf(order), mayBeCharged(order)]).toEqual([status, free]);
  });

  test.each([
    ['approved', SALE, OPEN, 'N'],
    ['approved', SALE, CLOSED, 'Y'],
    ['approved', CAPTURE, CLOSED, 'Y'],
    ['approved', HOLD, CLOSED, 'N'],
    ['approved', FAILED, CLOSED, 'N'],
    ['settled-at-once', SALE, OPEN, 'Y'],
    ['shown-settled', SALE, OPEN, 'Y'],
    ['garanti-settlement-error', SALE, CLOSED, 'E'],
    ['garanti-settlement-error', REFUND, CLOSED, 'Y'],
    ['settled-at-once', REFUND, OPEN, 'N'],
    ['approved', { ...SALE, type: 'void' }, CLOSED, 'N'],
  ] as const)('%s: Settlement of %o', (cardId, transaction, day, settlement) => {
    expect(settlementOf(transaction, testCard(cardId), day)).toBe(settlement);
  });
});

describe('A step', () => {
  const both = [SALE, { ...SALE, hostReference: '100000000005' }];

  test.each<readonly [string, TerminalOrder, TerminalStep, Parameters<typeof take>[2], string]>([
    ['a void of a sale on its day', terminalOrderWith([SALE]), 'void', {}, 'done'],
    ['a void behind the day end', terminalOrderWith([SALE]), 'void', { day: CLOSED }, 'not valid'],
    [
      'a void by name behind it',
      terminalOrderWith([SALE]),
      'void',
      { day: CLOSED, originalReference: SALE.hostReference },
      'day is closed',
    ],
    ['a void of another transaction', terminalOrderWith([SALE]), 'void', { originalReference: '1' }, 'not valid'],
    ['a void of one of two sales', terminalOrderWith(both), 'void', {}, 'more than one'],
    ['a void of a sale by name', terminalOrderWith(both), 'void', { originalReference: SALE.hostReference }, 'done'],
    [
      'a void of a decline',
      terminalOrderWith([FAILED]),
      'void',
      { originalReference: FAILED.hostReference },
      'not valid',
    ],
    [
      'a void of a captured hold',
      terminalOrderWith([HOLD, CAPTURE]),
      'void',
      { originalReference: HOLD.hostReference },
      'not valid',
    ],
    ['a void of a hold on a later day', terminalOrderWith([HOLD]), 'void', { day: CLOSED }, 'done'],
    ['a refund on the day', terminalOrderWith([SALE]), 'refund', {}, 'day is open'],
    ['a refund from the day after', terminalOrderWith([SALE]), 'refund', { day: CLOSED }, 'done'],
    ['a refund of too much', terminalOrderWith([SALE]), 'refund', { day: CLOSED, amount: 10_001 }, 'nothing left'],
    ['a refund of a hold', terminalOrderWith([HOLD]), 'refund', { day: CLOSED }, 'not valid'],
    [
      'a refund at a bank that settles at once',
      terminalOrderWith([SALE], { cardId: 'settled-at-once' }),
      'refund',
      {},
      'done',
    ],
    ['a void of a capture', terminalOrderWith([HOLD, CAPTURE]), 'void', {}, 'done'],
    ['a void of a charge that was refunded in part', refundedInPart(SALE), 'void', {}, 'done'],
    [
      'a void of that charge by name',
      refundedInPart(SALE),
      'void',
      { originalReference: SALE.hostReference },
      'not valid',
    ],
    ['a refund of more than is left', refundedInPart(SALE), 'refund', { day: CLOSED, amount: 6001 }, 'nothing left'],
    ['a refund of what is left', refundedInPart(SALE), 'refund', { day: CLOSED, amount: 6000 }, 'done'],
    [
      'a void of a refund that was done twice',
      refundedInPart(SALE, 'credit-twice'),
      'void',
      REFUND_NAMED,
      'not possible',
    ],
    ['a void of a sale at such a bank', terminalOrderWith([SALE], { cardId: 'credit-twice' }), 'void', {}, 'done'],
    ['a void of a sale, answered unclearly', terminalOrderWith([SALE], { cardId: 'void-unclear' }), 'void', {}, 'done'],
    [
      'a void that the card refuses, by name',
      terminalOrderWith([SALE], { cardId: 'void-refused' }),
      'void',
      { originalReference: SALE.hostReference },
      'day is closed',
    ],
    [
      'a refund that the card refuses',
      terminalOrderWith([SALE], { cardId: 'void-and-credit-refused' }),
      'refund',
      { day: CLOSED },
      'not possible',
    ],
    ['a refund of a capture', terminalOrderWith([HOLD, CAPTURE]), 'refund', { day: CLOSED }, 'done'],
    ['a capture of the limit', terminalOrderWith([HOLD]), 'postauth', { amount: 11_500 }, 'done'],
    ['a capture of more', terminalOrderWith([HOLD]), 'postauth', { amount: 11_501 }, 'too much'],
    ['a capture of a sale', terminalOrderWith([SALE]), 'postauth', {}, 'not valid'],
    ['a second capture', terminalOrderWith([HOLD, CAPTURE]), 'postauth', {}, 'captured already'],
  ])('%s', (_what, order, type, asked, becomes) => {
    expect(refusalOf(take(order, type, asked))).toBe(becomes);
  });

  test('that voids a capture leaves the hold, but for the bank that takes both', () => {
    for (const [cardId, voidedTypes] of [
      ['approved', ['postauth']],
      ['capture-void-takes-hold', ['preauth', 'postauth']],
    ] as const) {
      const order = terminalOrderWith([HOLD, CAPTURE], { cardId });
      const step = take(order, 'void', { originalReference: CAPTURE.hostReference });
      const rows = 'refused' in step ? [] : step.transactions;
      expect(rows.filter(({ voidedAtMs }) => voidedAtMs !== undefined).map(({ type }) => type)).toEqual(voidedTypes);
      expect(rows.at(-1)).toMatchObject({ type: 'void', state: 'done', originalReference: CAPTURE.hostReference });
    }
  });

  test('that refunds is done twice by the card that stands for it, and answered as one', () => {
    const step = take(terminalOrderWith([SALE], { cardId: 'credit-twice' }), 'refund', { day: CLOSED, amount: 4000 });
    if ('refused' in step) throw new Error(step.refused);
    expect(step.transactions.map(({ type, amount }) => [type, amount])).toEqual([
      ['sales', 10_000],
      ['refund', 4000],
      ['refund', 4000],
    ]);
    expect(new Set(step.transactions.map(({ hostReference }) => hostReference)).size).toBe(3);
  });
});
