import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyAnswer } from '../../../shared/adapters/nestpay/classify.ts';
import { classifyHistory } from '../../../shared/adapters/nestpay/classify-history.ts';
import { classifyInquiry } from '../../../shared/adapters/nestpay/classify-inquiry.ts';
import { type NestPayAnswer, readAnswer } from '../../../shared/adapters/nestpay/response-xml.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { PosOrder } from '../../../shared/ports/bank-gateway.ts';
import { cc5Response } from '../../support/bank/bank-documents.ts';

const order: PosOrder = { orderId: 'ORDER-1', amount: minor(10_025), currency: 'TL', installments: 1, type: 'sale' };

/** Texts that banks write, texts that they do not write, and any text that XML can hold. */
const word = fc.oneof(
  fc.constantFrom('', '0', '00', '99', '92', '10025', '500', 'ORDER-1', 'ORDER-2', 'CORE-2012', 'CORE-1001'),
  fc.constantFrom('A', 'C', 'S', 'V', 'D', 'R', 'CNCL', 'ERR', 'PN', 'NW', 'No record found', '2026-11-22 14:03:09.1'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);
const row = fc.array(word, { maxLength: 13 }).map((columns) => columns.join('\t'));
const elements = fc.record({
  OrderId: word,
  Response: fc.constantFrom('Approved', 'Declined', 'Error'),
  ProcReturnCode: fc.constantFrom('00', '99', '51', '92'),
  AuthCode: fc.constantFrom('', 'P1'),
  HostRefNum: fc.constantFrom('', '2'),
  ErrMsg: word,
});
const extra = fc.record(
  {
    TRANS_STAT: word,
    CHARGE_TYPE_CD: fc.constantFrom('S', 'C', '', 'X'),
    ORIG_TRANS_AMT: word,
    CAPTURE_AMT: word,
    PROC_RET_CD: word,
    ORD_ID: word,
    ERRORCODE: word,
    ORDERSTATUS: fc.array(word).map((parts) => parts.join(':')),
    TRXCOUNT: fc.constantFrom('', '0', '1', '2', '3', '99', 'x'),
    TRX1: row,
    TRX2: row,
  },
  { requiredKeys: [] },
);
const answer = fc
  .tuple(elements, extra)
  .map(([outer, inner]) => readAnswer(cc5Response(outer, inner)))
  .filter((read): read is NestPayAnswer => read !== undefined);

describe('Whatever a bank answers', () => {
  test('a charge is approved only by Approved, 00 and our order', () => {
    fc.assert(
      fc.property(answer, fc.constantFrom('charge', 'charge-after-3d', 'follow-up'), (one, asked) => {
        const { kind } = classifyAnswer(one, order, asked);
        const approves = one.response === 'Approved' && one.procReturnCode === '00' && one.orderId === 'ORDER-1';
        if (kind === 'approved') expect(approves).toBe(true);
        if (kind === 'declined') expect(one.response === 'Approved' || one.procReturnCode === '00').toBe(false);
        if (kind === 'declined' && asked === 'follow-up') expect(one.response).toBe('Declined');
      }),
    );
  });

  test('an inquiry has an answer, which says what the bank said, and money only with an amount above zero', () => {
    fc.assert(
      fc.property(answer, (one) => {
        const found = classifyInquiry(one, order);
        expect(found.said?.state).toMatch(/^(?:[A-Za-z]{1,8}|\?)?(?: (?:[A-Za-z]{1,8}|\?))?$/);
        if ('amount' in found) expect(found.amount).toBeGreaterThan(0);
        if ('amount' in found) expect(one.response).toBe('Approved');
      }),
    );
  });

  test('a history has an answer, with as many rows as it announces', () => {
    fc.assert(
      fc.property(answer, (one) => {
        const told = classifyHistory(one, order);
        if (told.kind !== 'history') return;
        expect(one.extra.TRXCOUNT).toBe(String(one.historyRows.size));
        expect(told.credits.length).toBeLessThan(one.historyRows.size);
        for (const amount of [told.amount, ...told.credits]) expect(amount).toBeGreaterThan(0);
      }),
    );
  });
});

const time = fc.integer({ min: 0, max: 59 }).map((second) => `2026-11-22 14:03:${String(second).padStart(2, '0')}.1`);
const creditRow = fc.record({
  state: fc.constantFrom('C', 'S', 'D', 'V', 'R', 'CNCL', 'ERR', 'PN', 'NW'),
  amount: fc.integer({ min: 1, max: 10_000 }),
  at: time,
});

test('a history says the same in whatever order the bank lists its rows', () => {
  const rows = fc
    .uniqueArray(creditRow, { selector: ({ at }) => at, maxLength: 12 })
    .map((credits) => [
      'S\tS\t10025\t10025\t2026-11-21 10:00:00.0\t\t\t1\tP1\t00\tT1',
      ...credits.map(({ state, amount, at }) => `C\t${state}\t${amount}\t${amount}\t${at}\t\t\t1\tP1\t\tT2`),
    ]);
  const shuffled = rows.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  const asked = (all: readonly string[]) => {
    const numbered = Object.fromEntries(all.map((text, index) => [`TRX${index + 1}`, text]));
    const document = cc5Response(
      { OrderId: 'ORDER-1', Response: 'Approved', ProcReturnCode: '00' },
      { ...numbered, TRXCOUNT: String(all.length) },
    );
    const read = readAnswer(document);
    if (read === undefined) throw new Error('unreadable');
    return classifyHistory(read, order);
  };
  fc.assert(
    fc.property(shuffled, ([all, others]) => {
      const told = asked(all);
      expect(told).toMatchObject({ kind: 'history', charge: 'settled', amount: 10_025 });
      expect(asked(others)).toEqual(told);
    }),
  );
});
