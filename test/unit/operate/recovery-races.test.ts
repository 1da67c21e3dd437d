import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyOnce } from '../../../functions/operate/apply-once.ts';
import type { CommandCall, OperateDependencies, StepCommandCall } from '../../../functions/operate/command.ts';
import type { CommandError } from '../../../functions/operate/command-error.ts';
import { decideLostOrder } from '../../../functions/operate/commands/decide-lost-order.ts';
import { importLostOrders } from '../../../functions/operate/commands/lost-orders.ts';
import { resumeStage } from '../../../functions/operate/commands/stage.ts';
import { dynamoDealerDirectory, listedDealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { stageItem } from '../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import type { TransactOutcome } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Write } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoLostOrders, lostOrderWrites } from '../../../shared/adapters/dynamodb/operator/lost-orders.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/payment/attempts.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { type MinorUnits, minor } from '../../../shared/domain/money/money.ts';
import type { LostOrder } from '../../../shared/domain/payment/lost-order.ts';
import type { InquiryAnswer } from '../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect, paymentNames } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const TABLE = 'restored';
const DEALER = 'D1';

/** A table that calls the test in front of each transaction. */
class WatchedTable extends MemoryTable {
  before: (writes: readonly Write[]) => Promise<void> = async () => undefined;

  override async transact(writes: readonly Write[]): Promise<TransactOutcome> {
    await this.before(writes);
    return super.transact(writes);
  }
}

interface SceneOptions {
  /** The amount that the bank's inquiry shows, where it is not that of the order. */
  readonly atBank?: MinorUnits;
  /** Whose payment the order is: that of another dealer whose virtual POS shares the account at the bank. */
  readonly paidTo?: string;
  readonly complete?: boolean;
}

/** A stage that recovers from a restore, with one virtual POS whose list is complete, and an open direct payment. */
const scene = async ({ atBank, paidTo = DEALER, complete = true }: SceneOptions = {}) => {
  const store = new WatchedTable();
  const clock = new FakeClock();
  const nowMs = clock.now();
  const pos = posWith({ dealerCode: DEALER });
  const { posId } = pos;
  const { pendingCard: _none, ...attempt } = directAttemptWith(paidTo, { dealerCode: paidTo });
  const { orderId, terms } = attempt;
  const stage = { version: 3, paused: true, tableName: TABLE, changedAtMs: nowMs, recovery: { adoptedAtMs: nowMs } };
  const marks = { dealerCode: DEALER, posId, version: 1, tableName: TABLE, imported: 0, undecided: 0, complete };
  const rows = [
    stageItem(stage),
    listedDealerItem(dealerWith({ dealerCode: DEALER })),
    virtualPosItems(pos).current,
    ...itemsOfDirect(attempt),
  ];
  for (const put of rows) await store.transact([{ put }]);
  await store.transact(lostOrderWrites([], marks));
  const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
  const found: InquiryAnswer = { kind: 'captured', amount: atBank ?? terms.total, references };
  const records = dynamoOperatorRecords(store);
  const lostOrders = dynamoLostOrders(store);
  const known: Partial<OperateDependencies> = {
    dealerDirectory: dynamoDealerDirectory(store),
    records,
    lostOrders,
    wholePayments: dynamoPayments(store, paymentNames),
    attempts: dynamoAttempts(store),
    changes: dynamoOperatorChanges(store),
    stepping: {
      opener: { open: async () => 'key' },
      bank: { inquire: async () => found },
    } as unknown as OperateDependencies['stepping'],
    randomness: systemRandomness,
    clock,
    stage: 'local',
    tableName: TABLE,
  };
  const call: CommandCall = {
    deps: known as OperateDependencies,
    nowMs,
    today: '20270115',
    tomorrow: '20270116',
  };
  const order = { orderId, amount: '100.00', currency: 'TL' };
  const importOrder = () =>
    applyOnce(
      {
        command: importLostOrders,
        commandId: randomUUID(),
        input: { dealerCode: DEALER, posId, orders: [order], complete: true },
      },
      call,
    );
  const resume = () => applyOnce({ command: resumeStage, commandId: randomUUID(), input: { version: 3 } }, call);
  const decide = (decision: 'keep' | 'take-back') => {
    const commandId = randomUUID();
    const stepCall: StepCommandCall = {
      ...call,
      commandId,
      entryOf: () => {
        throw new Error('a decision begins no step of a payment');
      },
      entryFor: (told) => ({ commandId, command: 'decide-lost-order', atMs: nowMs, inputFingerprint: 'x', ...told }),
    };
    return decideLostOrder.carryOut({ dealerCode: DEALER, posId, orderId, decision }, stepCall);
  };
  const state = async () => ({
    order: (await lostOrders.find(DEALER, posId, orderId))?.state,
    attempt: (await call.deps.wholePayments.findByOrder(paidTo, orderId))?.attempts[0]?.state,
    undecided: (await lostOrders.ofPos(DEALER, posId))?.undecided,
    stage: (await records.stage())?.paused,
  });
  return { store, importOrder, resume, decide, state };
};

const putsEntity = (writes: readonly Write[], entity: string): boolean =>
  writes.some((write) => 'put' in write && write.put.entity === entity);

const putsOrderAs = (writes: readonly Write[], state: LostOrder['state']): boolean =>
  writes.some((write) => 'put' in write && write.put.entity === 'lost-order' && write.put.state === state);

describe('An import of lost orders and the resumption of the stage at the same moment (rule 47)', () => {
  test('an import that comes between the look and the write of a resumption wins: the stage stays paused', async () => {
    const { store, importOrder, resume, state } = await scene();
    let imported: unknown;
    store.before = async (writes) => {
      if (imported !== undefined || !putsEntity(writes, 'stage')) return;
      imported = {};
      imported = await importOrder();
    };
    await expect(resume()).rejects.toMatchObject({
      failure: { message: expect.stringContaining('The current version of the stage is 4') },
    });
    expect(imported).toMatchObject({ applied: true, result: { lost: 1, undecided: 1 } });
    expect(await state()).toMatchObject({ order: 'undecided', undecided: 1, stage: true });
  });

  test('a resumption that comes between the look and the write of an import wins: nothing is imported', async () => {
    const { store, importOrder, resume, state } = await scene();
    let resumed: unknown;
    store.before = async (writes) => {
      if (resumed !== undefined || !putsEntity(writes, 'lost-order')) return;
      resumed = {};
      resumed = await resume();
    };
    await expect(importOrder()).rejects.toMatchObject({
      failure: { message: expect.stringContaining('does not recover from a restore') },
    });
    expect(resumed).toMatchObject({ applied: true });
    expect(await state()).toMatchObject({ order: undefined, undecided: 0, stage: false });
  });
});

describe('keep and take-back of one lost order at the same moment (rule 47)', () => {
  /** Both have read the order and its open payment; then the named one writes first. */
  const decideBoth = async (first: LostOrder['state']) => {
    const { store, importOrder, decide, state } = await scene();
    await importOrder();
    const [second, other] = first === 'kept' ? (['taken-back', 'kept'] as const) : (['kept', 'taken-back'] as const);
    const reached = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    store.before = async (writes) => {
      if (!putsOrderAs(writes, second)) return;
      reached.resolve();
      await goesOn.promise;
    };
    const words = { kept: 'keep', 'taken-back': 'take-back' } as const;
    const isHeld = decide(words[second]).then(
      () => 'done',
      (error: CommandError) => error.failure.message,
    );
    await reached.promise;
    const winner = await decide(words[other]).then(
      () => 'done',
      (error: CommandError) => error.failure.message,
    );
    goesOn.resolve();
    return { winner, loser: await isHeld, state: await state() };
  };

  test('whoever is first decides, and the payment agrees with the list', async () => {
    expect(await decideBoth('kept')).toEqual({
      winner: 'done',
      loser: expect.stringContaining('Another command'),
      state: { order: 'kept', attempt: 'approved', undecided: 0, stage: true },
    });
    expect(await decideBoth('taken-back')).toEqual({
      winner: 'done',
      loser: expect.stringContaining('Another command'),
      state: { order: 'taken-back', attempt: 'charging', undecided: 0, stage: true },
    });
  });
});

describe('What an operator cannot decide against the bank (rule 47)', () => {
  test('an open order whose amount at the bank differs is not kept, and its payment stays as it was', async () => {
    const { importOrder, decide, state } = await scene({ atBank: minor(1) });
    await importOrder();
    const before = await state();
    await expect(decide('keep')).rejects.toMatchObject({
      failure: { code: 'NotPossible', message: expect.stringContaining('does not show this charge as ordered') },
    });
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ order: 'undecided', attempt: 'charging' });
  });

  test('an order of another dealer’s payment is not imported as lost, where both share an account at the bank', async () => {
    const { importOrder, state } = await scene({ paidTo: 'D2' });
    expect(await importOrder()).toMatchObject({ result: { known: 1, lost: 0, undecided: 0 } });
    expect(await state()).toMatchObject({ order: undefined, attempt: 'charging' });
  });

  test('the stage is not resumed while a virtual POS has no complete list', async () => {
    const { resume, state } = await scene({ complete: false });
    await expect(resume()).rejects.toMatchObject({
      failure: { code: 'NotPossible', message: expect.stringContaining('no complete list') },
    });
    expect(await state()).toMatchObject({ stage: true });
  });
});
