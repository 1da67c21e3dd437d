import { binItem } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { customerCardItems, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { countsItem } from '../../../shared/adapters/dynamodb/funnel/funnel-item.ts';
import { type Key, keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { planItem, planPointerItem, planTryItem } from '../../../shared/adapters/dynamodb/sale/payment-plan-item.ts';
import { productItems } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { scheduleItem } from '../../../shared/adapters/dynamodb/sale/sale-schedules.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { statementItem } from '../../../shared/adapters/dynamodb/statement/statement-item.ts';
import { istanbulDayOf, monthOf } from '../../../shared/domain/calendar.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { ExampleSetUp } from '../../../shared/openapi/operation-document.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { customerPasswordContext, type Sealer } from '../../../shared/ports/vault.ts';
import { subDealerWith } from '../payment/splits.ts';

/** Whose rows they are, what seals their secrets, and when they are written. */
interface RowsOwner {
  readonly dealerCode: string;
  readonly vault: Sealer;
  readonly nowMs: number;
}

type CustomerOfExample = NonNullable<ExampleSetUp['customers']>[number];

const customerRows = async ({ dealerCode, vault }: RowsOwner, { password, ...customer }: CustomerOfExample) => {
  if (password === undefined) return customerItems({ ...customer, dealerCode, version: 1 });
  const context = customerPasswordContext({ dealerCode, dealerCustomerId: customer.dealerCustomerId });
  return customerItems({
    ...customer,
    dealerCode,
    version: 1,
    sealedPassword: await vault.seal(password, context),
  });
};

const storedCardRows = async (
  { dealerCode, vault, nowMs }: RowsOwner,
  { token, customer, card }: NonNullable<ExampleSetUp['storedCards']>[number],
) => {
  const version = 1;
  const sealed = await sealStoredCard({ dealerCode, token, version }, card, vault);
  const masked = { maskedCard: maskCard(card.number), storedAtMs: nowMs };
  const stored = { token, dealerCode, customer, version, ...masked, ...sealed };
  return [storedCardItem(stored), ...customerCardItems(stored)];
};

const asRow = (key: Key) => ({ ...key });

/** A product's rows, as they stand when a sale uses it. */
const productRows = (
  { dealerCode }: RowsOwner,
  { usedBySale, ...product }: NonNullable<ExampleSetUp['products']>[number],
) => {
  const [byId, byCode] = productItems({ ...product, dealerCode });
  if (usedBySale === undefined) return [byId, byCode];
  return [{ ...byId, uses: 1 }, byCode, asRow(keys.saleOfProduct(dealerCode, product.dealerProductId, usedBySale))];
};

/** The same of a schedule. */
const scheduleRows = (
  { dealerCode }: RowsOwner,
  { usedBySale, ...schedule }: NonNullable<ExampleSetUp['schedules']>[number],
) => {
  const item = scheduleItem({ ...schedule, dealerCode });
  if (usedBySale === undefined) return [item];
  return [{ ...item, uses: 1 }, asRow(keys.saleOfSchedule(dealerCode, schedule.dealerSaleScheduleId, usedBySale))];
};

const usedBucket = ({ dealerCode, nowMs }: RowsOwner, { kind, amount }: NonNullable<ExampleSetUp['usedMinor']>) => {
  const day = istanbulDayOf(nowMs);
  const name = kind === 'day' ? day : monthOf(day);
  return { ...keys.limitBucket(dealerCode, { kind, name, currency: 'TL', shard: 0 }), kind, usedMinor: amount };
};

/** The rows of what an example needs beside its dealer, definition and virtual POS. */
export const rowsOfSetUp = async (setUp: ExampleSetUp, owner: RowsOwner): Promise<readonly (Row & Key)[]> => {
  const { dealerCode, nowMs } = owner;
  const customers = await Promise.all((setUp.customers ?? []).map((customer) => customerRows(owner, customer)));
  const cards = await Promise.all((setUp.storedCards ?? []).map((card) => storedCardRows(owner, card)));
  const sales = (setUp.sales ?? []).map((sale) => saleItems({ ...sale, dealerCode, version: 1 }));
  const plans = (setUp.plans ?? []).map((plan) => ({ ...plan, dealerCode }));
  const tries = (setUp.planTries ?? []).map((one) => planTryItem({ ...one, dealerCode }));
  const planRows = [...plans.map(planItem), ...plans.map(planPointerItem), ...tries];
  const products = (setUp.products ?? []).flatMap((product) => productRows(owner, product));
  const schedules = (setUp.schedules ?? []).flatMap((schedule) => scheduleRows(owner, schedule));
  const subDealers = (setUp.subDealers ?? []).map((subDealer) =>
    subDealerItem(subDealerWith(subDealer.subDealerId, { ...subDealer, dealerCode })),
  );
  const bins = (setUp.bins ?? []).map(binItem);
  const used = setUp.usedMinor === undefined ? [] : [usedBucket(owner, setUp.usedMinor)];
  const statements = (setUp.statements ?? []).map((statement) => statementItem({ ...statement, dealerCode }));
  const funnel = (setUp.funnel ?? []).map((row) => countsItem(dealerCode, row, nowMs));
  const records = [...customers.flat(), ...cards.flat(), ...sales.flat(), ...subDealers, ...bins, ...used];
  return [...records, ...products, ...schedules, ...statements, ...funnel, ...planRows];
};
