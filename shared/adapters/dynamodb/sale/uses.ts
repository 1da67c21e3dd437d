import { type PlannedWrite, plannedFor } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, type Expression, type Write } from '../engine/writes.ts';
import { type Key, keys, SALE_USE_PREFIX } from '../keys.ts';

// A product or schedule counts the sales that use it in `uses`, which alone decides whether it may be removed: reads of
// other rows could see one half of a sale's transaction. A marker for each sale, written in the same transaction, keeps
// the count right when a write is repeated, and tells which sale it is.

/** What a sale uses. Its schedule is 0 where the steps are made by hand. */
interface UsingSale {
  readonly dealerCode: string;
  readonly dealerSaleId: number;
  readonly dealerSaleScheduleId: number;
  readonly dealerProductId?: number | undefined;
}

/** Where it stands that a sale uses its schedule; nothing of a sale without one. */
export const scheduleUseKeys = ({ dealerCode, dealerSaleId, dealerSaleScheduleId }: UsingSale): readonly Key[] =>
  dealerSaleScheduleId === 0 ? [] : [keys.saleOfSchedule(dealerCode, dealerSaleScheduleId, dealerSaleId)];

/** Where it stands that a sale uses its product; nothing of a sale without one. */
export const productUseKeys = ({ dealerCode, dealerSaleId, dealerProductId }: UsingSale): readonly Key[] =>
  dealerProductId === undefined ? [] : [keys.saleOfProduct(dealerCode, dealerProductId, dealerSaleId)];

const EXISTS: Expression = { expression: 'attribute_exists(pk)' };

const counting = (sign: '+' | '-'): Expression => ({
  expression: `SET #uses = #uses ${sign} :one`,
  names: { '#uses': 'uses' },
  values: { ':one': 1 },
});

/** What a sale no longer uses. */
export const formerUses = ['former-schedule', 'former-product'] as const;
export type FormerUse = (typeof formerUses)[number];

interface Use {
  readonly marker: Key;
  /** The product or schedule. */
  readonly used: Key;
}

const begun = ({ marker, used }: Use): readonly Write[] => [
  { put: { ...marker, entity: 'sale-use' }, onlyIf: ABSENT },
  { update: used, set: counting('+'), onlyIf: EXISTS },
];

const ended = ({ marker, used }: Use): readonly Write[] => [
  { remove: marker, onlyIf: EXISTS },
  { update: used, set: counting('-'), onlyIf: EXISTS },
];

/** The use of a schedule or product by a sale; `[]` where the sale has none. */
const usesOf = (markers: readonly Key[], used: (() => Key) | undefined): readonly Use[] =>
  used === undefined ? [] : markers.map((marker) => ({ marker, used: used() }));

const scheduleUse = (sale: UsingSale): readonly Use[] =>
  usesOf(scheduleUseKeys(sale), () => keys.schedule(sale.dealerCode, sale.dealerSaleScheduleId));

const productUse = (sale: UsingSale): readonly Use[] => {
  const { dealerCode, dealerProductId: id } = sale;
  return usesOf(productUseKeys(sale), id === undefined ? undefined : () => keys.productById(dealerCode, id));
};

const isSame = ([before]: readonly Use[], [after]: readonly Use[]): boolean => before?.marker.pk === after?.marker.pk;

/**
 * The writes that a sale's transaction holds for its schedule and product: at most eight. Without `before` the sale is new,
 * without `after` it is gone. A refusal of `schedule` or `product` says that the one which the sale begins to use is not
 * there; one of `former-schedule` or `former-product`, that `before` had no marker of it, as sales have none that were written
 * before there were markers.
 */
export const saleUses = ({
  before,
  after,
}: {
  readonly before?: UsingSale | undefined;
  readonly after?: UsingSale | undefined;
}): readonly PlannedWrite<'schedule' | 'product' | FormerUse>[] =>
  (
    [
      ['schedule', scheduleUse],
      ['product', productUse],
    ] as const
  ).flatMap(([purpose, useOf]) => {
    const was = before === undefined ? [] : useOf(before);
    const is = after === undefined ? [] : useOf(after);
    if (isSame(was, is)) return [];
    return [...plannedFor(`former-${purpose}` as const, was.flatMap(ended)), ...plannedFor(purpose, is.flatMap(begun))];
  });

/** The condition that a row is there and no sale uses it. */
export const UNUSED: Expression = {
  expression: '#uses = :zero',
  names: { '#uses': 'uses' },
  values: { ':zero': 0 },
};

/** One of the sales that use a product or schedule, by the partition of its markers. */
export const oneUser = async (table: Pick<Table, 'query'>, pk: string): Promise<number | undefined> => {
  const [marker] = await table.query({ pk, skPrefix: SALE_USE_PREFIX, limit: 1 });
  return marker === undefined ? undefined : Number(String(marker.sk).slice(SALE_USE_PREFIX.length));
};
