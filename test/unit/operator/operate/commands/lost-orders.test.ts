import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { importLostOrders, listLostOrders } from '../../../../../functions/operator/operate/commands/lost-orders.ts';
import type { StageRecord } from '../../../../../shared/domain/dealer/stage.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import type { LostOrder, LostOrdersOfPos } from '../../../../../shared/domain/payment/lost-order.ts';
import type { Payment } from '../../../../../shared/domain/payment/payment.ts';
import { posWith } from '../../../../support/dealer/virtual-pos.ts';
import { directAttemptWith } from '../../../../support/payment/attempts.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const TABLE = 'restored';
const POS = { dealerCode: 'D1', posId: 'isbank' };
const STAGE: StageRecord = {
  version: 3,
  paused: true,
  tableName: TABLE,
  changedAtMs: NOON_MS,
  recovery: { adoptedAtMs: NOON_MS },
};
const MARKS: LostOrdersOfPos = { ...POS, version: 4, tableName: TABLE, imported: 5, undecided: 2, complete: false };
const PAYMENT = 'a'.repeat(26);
const orderOf = (number: number, payment = PAYMENT): string => `ORDER-${payment}-0${number}`;

const lostOrderWith = (changes: Partial<LostOrder> = {}): LostOrder => ({
  ...POS,
  orderId: orderOf(1),
  version: 1,
  amount: minor(10_050),
  currency: 'TL',
  kind: 'unknown',
  state: 'undecided',
  importedAtMs: NOON_MS,
  sent: {},
  ...changes,
});

interface Stored {
  readonly stage?: StageRecord | undefined;
  readonly marks?: LostOrdersOfPos | undefined;
  readonly orders?: readonly LostOrder[];
  readonly payments?: readonly Pick<Payment, 'name' | 'dealerCode' | 'attempts'>[];
}

const callWith = ({ stage, marks, orders = [], payments = [] }: Stored): CommandCall => {
  const deps = {
    tableName: TABLE,
    records: {
      stage: async () => stage,
      virtualPos: async (dealerCode: string, posId: string) =>
        posId === POS.posId ? posWith({ dealerCode }) : undefined,
    },
    lostOrders: {
      ofPos: async () => marks,
      find: async (_dealer: string, _posId: string, orderId: string) => orders.find((one) => one.orderId === orderId),
      page: async (_pos: object, { after = '', limit }: { readonly after?: string; readonly limit: number }) =>
        orders.filter(({ orderId }) => orderId > after).slice(0, limit),
    },
    wholePayments: { find: async (name: string) => payments.find((one) => one.name === name) },
  };
  return { deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' } as unknown as CommandCall;
};

/** A payment whose first attempt was approved. */
const paidPayment = {
  name: PAYMENT,
  dealerCode: 'D1',
  attempts: [directAttemptWith('D1', { payment: PAYMENT, number: 1, state: 'approved', reportedOutcome: 'paid' })],
};

describe('import-lost-orders (rule 47)', () => {
  const charged = { orderId: orderOf(1), amount: '100.50' };
  const planOf = (orders: readonly unknown[], stored: Stored = {}, more: object = {}) =>
    importLostOrders.plan({ ...POS, orders, ...more }, callWith({ stage: STAGE, marks: MARKS, ...stored }));

  test('writes what the table does not know as charged, with the mark of its list and the next version of the stage', async () => {
    expect(await planOf([charged, { ...charged, orderId: orderOf(2), currency: 'USD' }])).toEqual({
      dealerCode: 'D1',
      change: {
        kind: 'lost-orders',
        record: {
          orders: [lostOrderWith(), lostOrderWith({ orderId: orderOf(2), currency: 'USD' })],
          ofPos: { ...MARKS, version: 5, imported: 7, undecided: 4 },
          stage: { ...STAGE, version: 4 },
        },
      },
      changed: [orderOf(1), orderOf(2)],
      result: { ...POS, lost: 2, known: 0, notOurs: 0, undecided: 4, complete: false },
    });
  });

  test.each([
    [undefined, false, false],
    [null, false, false],
    [false, false, false],
    [true, false, true],
    [false, true, true],
    [undefined, true, true],
  ])('with complete %s after a list that was complete: %s, leaves it so: %s', async (complete, before, after) => {
    const given = complete === undefined ? {} : { complete };
    const { result } = await planOf([], { marks: { ...MARKS, complete: before } }, given);
    expect(result).toMatchObject({ complete: after });
  });

  test('leaves out what the table knows, and counts it apart from orders of other programs', async () => {
    const other = 'b'.repeat(26);
    const orders = [lostOrderWith({ orderId: orderOf(1, other) })];
    const listed = [charged, { ...charged, orderId: orderOf(1, other) }, { ...charged, orderId: 'SHOP-7' }];
    const { change, result } = await planOf(listed, { payments: [paidPayment], orders });
    expect(result).toMatchObject({ lost: 0, known: 2, notOurs: 1, undecided: 2 });
    expect(change).toMatchObject({ record: { orders: [], ofPos: { imported: 5, undecided: 2 } } });
  });

  test('takes an attempt that the table does not know for lost, whatever an attempt before came to', async () => {
    const { change } = await planOf([{ ...charged, orderId: orderOf(2) }], { payments: [paidPayment] });
    expect(change).toMatchObject({ record: { orders: [{ orderId: orderOf(2), kind: 'unknown' }] } });
  });

  test.each<readonly [unknown, string, string]>([
    [1, 'orders.0', 'must be an object with orderId and amount'],
    [{ ...charged, day: '20270114' }, 'orders.0.day', 'is not a member of an order'],
    [{ ...charged, orderId: '' }, 'orders.0.orderId', 'must not be empty'],
    [{ ...charged, amount: '0' }, 'orders.0.amount', 'must be above 0'],
    [{ ...charged, currency: 'XXX' }, 'orders.0.currency', 'must be'],
  ])('refuses the order %j by its member', async (order, field, problem) => {
    await expect(planOf([order])).rejects.toMatchObject({
      code: 'InvalidInput',
      field,
      sentence: expect.stringContaining(`${field} ${problem}`),
    });
  });

  const { recovery: _over, ...resumed } = STAGE;
  test.each([
    ['that has no record', undefined, 'does not recover from a restore'],
    ['that was resumed', resumed, 'does not recover from a restore'],
    ['whose table was not adopted', { ...STAGE, tableName: 'before' }, 'not adopted: run adopt-table first'],
  ])('is refused at a stage %s', async (_what, stage, sentence) => {
    await expect(planOf([], { stage })).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: expect.stringContaining(sentence),
    });
  });

  test('is refused for a virtual POS that the dealer does not have', async () => {
    await expect(planOf([], {}, { posId: 'other' })).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no virtual POS other of dealer D1.',
    });
  });
});

describe('list-lost-orders', () => {
  const orders = [1, 2, 3].map((number) => lostOrderWith({ orderId: orderOf(number) }));
  const show = (input: object, stored: Stored) => listLostOrders.show({ ...POS, ...input }, callWith(stored));

  test('shows each order with what was decided on it, and nothing of what was sent', async () => {
    const decided = lostOrderWith({
      state: 'kept',
      kind: 'open',
      decidedAtMs: NOON_MS + 60_000,
      sent: { voidSentAtMs: 1 },
    });
    const shown = {
      ...POS,
      currency: 'TL',
      orderId: orderOf(1),
      amount: 100.5,
      importedAt: '2027-01-15T09:00:00.000Z',
    };
    expect(await show({}, { orders: [decided], marks: { ...MARKS, complete: true } })).toEqual({
      orders: [{ ...shown, kind: 'open', state: 'kept', decidedAt: '2027-01-15T09:01:00.000Z' }],
      undecided: 2,
      complete: true,
    });
    expect(await show({}, { orders: [lostOrderWith()] })).toEqual({
      orders: [{ ...shown, kind: 'unknown', state: 'undecided' }],
      undecided: 0,
      complete: false,
    });
  });

  test('goes on behind a full page, and ends with one that is not full', async () => {
    const first = await show({ limit: 2 }, { orders });
    expect(first).toMatchObject({ orders: [{ orderId: orderOf(1) }, { orderId: orderOf(2) }], next: orderOf(2) });
    const second = await show({ limit: 2, cursor: first.next }, { orders });
    expect(second).toMatchObject({ orders: [{ orderId: orderOf(3) }] });
    expect(second).not.toHaveProperty('next');
    expect(await show({}, { orders: [] })).not.toHaveProperty('next');
    expect(await show({ limit: null, cursor: null }, { orders })).not.toHaveProperty('next');
  });

  test.each([` ${orderOf(1)}`, `${orderOf(1)} `, 'ORDER-a-01', `ORDER-${'1'.repeat(26)}-01`, `ORDER-${PAYMENT}-x1`])(
    'takes no cursor "%s"',
    async (cursor) => {
      await expect(show({ cursor }, { orders })).rejects.toMatchObject({ code: 'InvalidInput', field: 'cursor' });
    },
  );
});
