import { describe, expect, test } from 'vitest';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { approve } from '../../../../shared/domain/attempt/transitions.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { BankAnswer, BankGateway, HistoryAnswer, InquiryAnswer } from '../../../../shared/ports/bank-gateway.ts';
import { recoveryScene } from './recovery-scene.ts';

const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
const AMOUNT = minor(10_000);
const CHARGED: InquiryAnswer = { kind: 'captured', amount: AMOUNT, references };
const SETTLED: InquiryAnswer = { kind: 'settled', amount: AMOUNT, references };
const VOIDED: InquiryAnswer = { kind: 'voided', references };
const APPROVED: BankAnswer = { kind: 'approved', references };
const SILENT: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const LATER_MS = 3_600_000;

/** A bank that shows one thing after another, the last one for ever, and notes what it is sent. */
const bankOf = (shows: readonly InquiryAnswer[], hears: BankAnswer = APPROVED, history?: HistoryAnswer) => {
  const sent: { readonly kind: string; readonly amount: number; readonly noted: unknown }[] = [];
  let asked = 0;
  let noted: () => Promise<unknown> = async () => undefined;
  const bank: Pick<BankGateway, 'inquire' | 'inquireHistory' | 'followUp'> = {
    inquire: async () => shows[Math.min(asked++, shows.length - 1)] ?? CHARGED,
    inquireHistory: async () => history ?? { kind: 'unknown', cause: 'not-asked' },
    followUp: async (_account, { amount }, { kind }) => {
      sent.push({ kind, amount, noted: await noted() });
      return hears;
    },
  };
  return {
    bank,
    sent,
    /** Reads at each call what stands in the table of the order. */
    noting: (read: () => Promise<unknown>) => {
      noted = read;
    },
  };
};

const sceneWith = async (of: ReturnType<typeof bankOf>, attempt: Parameters<typeof recoveryScene>[0] = {}) => {
  const scene = await recoveryScene({ attempt: 'lost', bank: of.bank, ...attempt });
  of.noting(async () => (await scene.lostOrder())?.sent);
  await scene.importOrder();
  return scene;
};

describe('An order that the table does not know is taken back at the bank (rules 4 and 47)', () => {
  test('a Void is noted before it is sent, and the order is taken back once the bank shows it', async () => {
    const of = bankOf([CHARGED, VOIDED]);
    const { decide, lostOrder, state } = await sceneWith(of);
    expect(await decide('take-back')).toMatchObject({ result: { state: 'taken-back', bankSays: 'voided' } });
    expect(of.sent).toMatchObject([{ kind: 'void', amount: 10_000, noted: { voidUnheardAtMs: expect.any(Number) } }]);
    expect(await lostOrder()).toMatchObject({ state: 'taken-back', decidedAtMs: expect.any(Number) });
    expect(await state()).toMatchObject({ undecided: 0 });
    // Told again, it asks nobody and sends nothing.
    expect(await decide('take-back')).toMatchObject({ replayed: true });
    expect(of.sent).toHaveLength(1);
  });

  test('while the bank still shows the charge it is not taken back, and holds the stage', async () => {
    const of = bankOf([CHARGED]);
    const { decide, resume, state } = await sceneWith(of);
    expect(await decide('take-back')).toMatchObject({ result: { state: 'taking-back', bankSays: 'captured' } });
    expect(await state()).toMatchObject({ order: 'taking-back', undecided: 1 });
    await expect(resume(4)).rejects.toMatchObject({
      failure: { message: expect.stringContaining('1 undecided') },
    });
    // What was begun is ended: it cannot be kept any more.
    await expect(decide('keep')).rejects.toMatchObject({
      failure: { message: expect.stringContaining('taking-back') },
    });
  });

  test('a Void whose answer never came is not sent again at once', async () => {
    const of = bankOf([CHARGED], SILENT);
    const { decide, lostOrder } = await sceneWith(of);
    await decide('take-back');
    expect((await lostOrder())?.sent.voidUnheardAtMs).toBeDefined();
    await decide('take-back');
    expect(of.sent).toHaveLength(1);
  });

  test('a Void of which no byte was sent leaves no trace, and is sent by the next command', async () => {
    const of = bankOf([CHARGED], { kind: 'not-sent', code: '008' });
    const { decide, lostOrder } = await sceneWith(of);
    await decide('take-back');
    expect((await lostOrder())?.sent).toEqual({});
    await decide('take-back');
    expect(of.sent).toHaveLength(2);
  });

  test('a settled one gets one Credit of what is left by the history, never a second one after silence', async () => {
    const history: HistoryAnswer = {
      kind: 'history',
      charge: 'settled',
      amount: AMOUNT,
      credits: [minor(4000)],
      creditPending: false,
    };
    const of = bankOf([SETTLED], SILENT, history);
    const { decide, lostOrder, clock } = await sceneWith(of);
    await decide('take-back');
    const credit = { amount: 6000, doneBefore: 1 };
    expect(of.sent).toMatchObject([{ kind: 'refund', amount: 6000, noted: { credit } }]);
    clock.advance(LATER_MS);
    await decide('take-back');
    expect([of.sent.length, (await lostOrder())?.state]).toEqual([1, 'taking-back']);
  });

  test('kept, it stands in the list alone: the bank is sent nothing', async () => {
    const of = bankOf([CHARGED]);
    const { decide, state } = await sceneWith(of);
    expect(await decide('keep')).toMatchObject({ result: { state: 'kept' } });
    expect(await state()).toMatchObject({ order: 'kept', undecided: 0, attempt: undefined });
    await expect(decide('take-back')).rejects.toMatchObject({ failure: { message: expect.stringContaining('kept') } });
    expect(of.sent).toEqual([]);
  });
});

describe('An order whose attempt the table holds', () => {
  test('as paid by now is not taken back behind its payment', async () => {
    const of = bankOf([CHARGED]);
    const { importOrder, decide, store, clock, state, storedAttempt } = await recoveryScene({ bank: of.bank });
    await importOrder();
    const attempt = await storedAttempt();
    const paid = attempt && approve(attempt, references, { nowMs: clock.now(), resultReference: 'r'.repeat(22) });
    if (paid === undefined) throw new Error('there is nothing to pay');
    expect(await dynamoAttempts(store).apply(paid)).toBe(true);
    await expect(decide('take-back')).rejects.toMatchObject({
      failure: { message: expect.stringContaining('paid by now') },
    });
    expect([of.sent, (await state()).order]).toEqual([[], 'undecided']);
  });

  test('as declined, and kept, is asked about no more: its recheck would reverse what was kept', async () => {
    const dueAtMs = Date.UTC(2026, 0, 16);
    const ended = { state: 'declined', recheckAtMs: dueAtMs, dueAtMs } as const;
    const of = bankOf([CHARGED]);
    const { importOrder, decide, storedAttempt, lostOrder } = await recoveryScene({ attempt: ended, bank: of.bank });
    await importOrder();
    expect((await lostOrder())?.kind).toBe('ended');
    await decide('keep');
    expect(await storedAttempt()).toMatchObject({ state: 'declined' });
    expect((await storedAttempt())?.recheckAtMs).toBeUndefined();
  });

  test('as declined, and taken back, is voided at the bank by the command', async () => {
    const of = bankOf([CHARGED, VOIDED]);
    const { importOrder, decide } = await recoveryScene({ attempt: { state: 'declined' }, bank: of.bank });
    await importOrder();
    expect(await decide('take-back')).toMatchObject({ result: { state: 'taken-back' } });
    expect(of.sent).toMatchObject([{ kind: 'void' }]);
  });
});

describe('An open order of a link that is taken back', () => {
  test('is reported failed first: a charge that nobody was told of would become paid once the stage is resumed', async () => {
    const of = bankOf([CHARGED]);
    const { importOrder, decide, storedAttempt } = await recoveryScene({ ofLink: true, bank: of.bank });
    await importOrder();
    expect(await decide('take-back')).toMatchObject({ result: { state: 'taken-back' } });
    expect(await storedAttempt()).toMatchObject({ state: 'charging', told: 'failed' });
    expect(of.sent).toEqual([]);
  });
});

describe('A decision', () => {
  test('is none once the stage was resumed', async () => {
    const { decide, resume } = await sceneWith(bankOf([CHARGED]));
    await decide('keep');
    expect(await resume(4)).toMatchObject({ applied: true });
    for (const decision of ['keep', 'take-back'] as const) {
      await expect(decide(decision)).rejects.toMatchObject({
        failure: { message: expect.stringContaining('does not recover from a restore') },
      });
    }
  });
});

describe('An import of lost orders', () => {
  test('that names an order twice writes it once, and a later part leaves the list complete', async () => {
    const { importOrder, isComplete } = await recoveryScene({ attempt: 'lost', bank: bankOf([CHARGED]).bank });
    expect(await importOrder(2)).toMatchObject({ result: { lost: 1, undecided: 1 } });
    expect(await importOrder(1, false)).toMatchObject({ result: { complete: true } });
    expect(await isComplete()).toBe(true);
  });

  test('counts what it imported and what is undecided, and an order twice only once', async () => {
    const { importOrder, state } = await sceneWith(bankOf([CHARGED]));
    expect(await state()).toMatchObject({ order: 'undecided', undecided: 1 });
    expect(await importOrder()).toMatchObject({ result: { lost: 0, known: 1, undecided: 1 } });
    expect(await state()).toMatchObject({ undecided: 1 });
  });
});
