import { describe, expect, test } from 'vitest';
import { takeBack } from '../../../../functions/operator/operate/lost-order-decision.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { BankAnswer, InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import { AMOUNT, CALL_MS, CHARGED, historyOf, orderWith, references, SETTLED } from './order-at-bank-scene.ts';

const VOIDED: InquiryAnswer = { kind: 'voided', references };
const DECLINED: BankAnswer = { kind: 'declined', code: '005', procReturnCode: '05' };
const SILENT: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const NOT_SENT: BankAnswer = { kind: 'not-sent', code: '008' };

describe('Taking a lost order back (rules 4 and 47)', () => {
  test('a Void names the charge by its references, and its time is noted before it leaves and once it is heard', async () => {
    const { at, written, called, booked, nowMs } = orderWith({ shows: [CHARGED, VOIDED] });
    const time = { answerBy: nowMs + CALL_MS };
    expect(await takeBack(at)).toEqual({ order: written[1], isDone: true, bankSays: 'voided' });
    expect(called).toEqual([
      ['inquire', booked, time],
      ['void', { ...booked, references }, time],
      ['inquire', booked, { answerBy: nowMs + 1000 + CALL_MS }],
    ]);
    expect(written.map(({ version, sent }) => ({ version, sent }))).toEqual([
      { version: 5, sent: { voidSentAtMs: nowMs + CALL_MS, voidUnheardAtMs: nowMs + CALL_MS } },
      { version: 6, sent: { voidSentAtMs: nowMs + 1000 } },
    ]);
  });

  test('a refused Void was heard; one without an answer stays unheard at the latest time that it can arrive', async () => {
    const refused = orderWith({ hears: DECLINED });
    expect(await takeBack(refused.at)).toMatchObject({ isDone: false, bankSays: 'captured' });
    expect(refused.written.at(-1)?.sent).toEqual({ voidSentAtMs: refused.nowMs + 1000 });
    const silent = orderWith({ hears: SILENT });
    const latestMs = silent.nowMs + CALL_MS;
    expect((await takeBack(silent.at)).order.sent).toEqual({ voidSentAtMs: latestMs, voidUnheardAtMs: latestMs });
    expect(silent.written).toHaveLength(1);
  });

  test('a Void that was not sent leaves what was sent before it', async () => {
    const sent = { voidSentAtMs: 1 };
    const { at, written } = orderWith({ hears: NOT_SENT, order: { sent } });
    expect((await takeBack(at)).order).toMatchObject({ version: 6, sent });
    expect(written).toHaveLength(2);
  });

  test.each<readonly [string, BankAnswer, object]>([
    ['an approved', { kind: 'approved', references }, { answer: 'approved' }],
    ['a refused', DECLINED, { answer: 'refused' }],
  ])('%s Credit of what is left is noted before it leaves, and with its answer', async (_what, hears, answer) => {
    const histories = [historyOf(4000), historyOf(4000, 6000)];
    const { at, written, called, booked, nowMs } = orderWith({ shows: [SETTLED], histories, hears });
    expect(await takeBack(at)).toEqual({ order: written[1], isDone: true, bankSays: 'settled' });
    const order = { ...booked, references };
    expect(called).toEqual([
      ['inquire', booked, { answerBy: nowMs + CALL_MS }],
      ['history', order, { answerBy: nowMs + CALL_MS }],
      ['refund', { ...order, amount: 6000 }, { answerBy: nowMs + CALL_MS }],
      ['inquire', booked, { answerBy: nowMs + 1000 + CALL_MS }],
      ['history', order, { answerBy: nowMs + 1000 + CALL_MS }],
    ]);
    const credit = { amount: 6000, doneBefore: 1 };
    expect(written.map(({ version, sent }) => ({ version, sent }))).toEqual([
      { version: 5, sent: { credit: { ...credit, atMs: nowMs + CALL_MS } } },
      { version: 6, sent: { credit: { ...credit, atMs: nowMs + 1000, ...answer } } },
    ]);
  });

  test('a Credit without an answer stays noted as on its way, and one that was not sent as never sent', async () => {
    const settled = { shows: [SETTLED], histories: [historyOf()] };
    const silent = orderWith({ ...settled, hears: SILENT });
    const credit = { amount: AMOUNT, doneBefore: 0, atMs: silent.nowMs + CALL_MS };
    expect(await takeBack(silent.at)).toMatchObject({ isDone: false, order: { version: 5, sent: { credit } } });
    expect(silent.written).toHaveLength(1);
    const unsent = orderWith({ ...settled, hears: NOT_SENT });
    expect((await takeBack(unsent.at)).order).toMatchObject({ version: 6, sent: {} });
    expect(unsent.written.at(-1)?.sent).toEqual({});
  });

  test('nothing is sent where the bank shows that the money is back, or does not tell', async () => {
    for (const [found, isDone] of [
      [VOIDED, true],
      [{ kind: 'no-record' }, false],
      [{ kind: 'unknown', cause: 'time-out' }, false],
    ] as const) {
      const { at, written, called } = orderWith({ shows: [found] });
      expect(await takeBack(at)).toEqual({ order: at.order, isDone, bankSays: found.kind });
      expect([written, called.length]).toEqual([[], 1]);
    }
    const back = orderWith({ shows: [SETTLED], histories: [historyOf(10_000)] });
    expect(await takeBack(back.at)).toMatchObject({ isDone: true, bankSays: 'settled' });
    expect(back.written).toEqual([]);
  });

  test('nothing is sent where another command has noted something first', async () => {
    const { at, called } = orderWith({ takes: false });
    await expect(takeBack(at)).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: expect.stringMatching(/^Another command works on this order/),
    });
    expect(called).toHaveLength(1);
  });

  test('an order that is decided is none to take back', async () => {
    for (const state of ['kept', 'taken-back'] as const) {
      const { at, called } = orderWith({ order: { state, amount: minor(1) } });
      await expect(takeBack(at)).rejects.toThrow('an order that is decided');
      expect(called).toEqual([]);
    }
  });
});
