import * as z from 'zod/mini';
import { currencies } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import {
  type LostOrder,
  type LostOrdersOfPos,
  lostOrderKinds,
  lostOrderStates,
} from '../../../domain/payment/lost-order.ts';
import type { LostOrders } from '../../../ports/lost-orders.ts';
import { applyChange } from '../attempt/attempts.ts';
import {
  objectRow,
  optionalWhole,
  parseRow,
  storedAmount,
  storedFlag,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Row, type Write } from '../engine/writes.ts';
import { type Key, keys, LOST_ORDER_PREFIX, lostOrdersPartition } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { sentOf, sentRow } from '../payment/step-item.ts';
import { auditWrites } from './audit-item.ts';

const lostOrderRow = objectRow(() => ({
  dealerCode: storedText,
  posId: storedText,
  orderId: storedText,
  version: storedWhole,
  amount: storedAmount,
  currency: z.enum(currencies),
  kind: z.enum(lostOrderKinds),
  state: z.enum(lostOrderStates),
  importedAtMs: storedWhole,
  decidedAtMs: optionalWhole,
  sent: sentRow(),
}));

const lostOrdersOfPosRow = objectRow(() => ({
  dealerCode: storedText,
  posId: storedText,
  version: storedWhole,
  tableName: storedText,
  imported: storedWhole,
  undecided: storedWhole,
  complete: storedFlag,
}));

const readLostOrder = (row: Row): LostOrder => {
  const { sent, ...order } = parseRow('lost order', lostOrderRow, row);
  return { ...omitUndefined(order), sent: sentOf(sent) };
};

const put = (item: Row & Key & { readonly version: number }): Write => ({
  put: item,
  onlyIf: item.version === 1 ? ABSENT : atVersion(item.version - 1),
});

/** Writes of orders and their virtual POS, each in its next version. */
export const lostOrderWrites = (orders: readonly LostOrder[], ofPos?: LostOrdersOfPos): readonly Write[] => [
  ...orders.map((order) =>
    put({ ...keys.lostOrder(order.dealerCode, order.posId, order.orderId), entity: 'lost-order', ...order }),
  ),
  ...(ofPos === undefined
    ? []
    : [put({ ...keys.lostOrdersOfPos(ofPos.dealerCode, ofPos.posId), entity: 'lost-orders-of-pos', ...ofPos })]),
];

export const dynamoLostOrders = (table: Table, events: EventWriter = NOBODY_TOLD): LostOrders => ({
  find: async (dealerCode, posId, orderId) => {
    const row = await table.get(keys.lostOrder(dealerCode, posId, orderId));
    return row === undefined ? undefined : readLostOrder(row);
  },

  page: async ({ dealerCode, posId }, { after, limit }) => {
    const pk = lostOrdersPartition(dealerCode, posId);
    return (await table.query({ pk, skPrefix: LOST_ORDER_PREFIX, after, limit })).map(readLostOrder);
  },

  ofPos: async (dealerCode, posId) => {
    const row = await table.get(keys.lostOrdersOfPos(dealerCode, posId));
    return row === undefined ? undefined : parseRow('lost orders of a virtual POS', lostOrdersOfPosRow, row);
  },

  write: async (order, ofPos) => (await table.transact(lostOrderWrites([order], ofPos))).applied,

  keepPaid: async ({ order, ofPos, approval, entry }) => {
    const step = [...auditWrites(entry), ...lostOrderWrites([order], ofPos)];
    return (await applyChange({ table, events }, { attempt: approval, step })) === 'applied';
  },
});
