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
  /** The row that tells which sale it is. */
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

const scheduleUse = ({ dealerCode, dealerSaleId, dealerSaleScheduleId: id }: UsingSale): Use | undefined =>
  id === 0
    ? undefined
    : { marker: keys.saleOfSchedule(dealerCode, id, dealerSaleId), used: keys.schedule(dealerCode, id) };

const productUse = ({ dealerCode, dealerSaleId, dealerProductId: id }: UsingSale): Use | undefined =>
  id === undefined
    ? undefined
    : { marker: keys.saleOfProduct(dealerCode, id, dealerSaleId), used: keys.productById(dealerCode, id) };

/**
 * The writes that a sale's transaction holds for its schedule and product: at most eight. Without `before` the sale is new,
 * without `after` it is deleted. A refusal of `schedule` or `product` says that the record which the sale begins to use is
 * gone. A refusal of `former-schedule` or `former-product` says that the sale had no marker, because it was written before
 * there were markers.
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
    const was = before === undefined ? undefined : useOf(before);
    const is = after === undefined ? undefined : useOf(after);
    if (was?.marker.pk === is?.marker.pk) return [];
    return [
      ...plannedFor(`former-${purpose}` as const, was === undefined ? [] : ended(was)),
      ...plannedFor(purpose, is === undefined ? [] : begun(is)),
    ];
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
