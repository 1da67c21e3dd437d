import type { FoundByTwo } from '../../../domain/sale/sale-rules.ts';
import type { SaleReferences } from '../../../ports/sale-references.ts';
import { readStoredCardRow } from '../card/stored-cards.ts';
import { customerKeys } from '../customer/customer-keys.ts';
import { readCustomerRow } from '../customer/customers.ts';
import type { Table } from '../engine/table.ts';
import type { Row } from '../engine/writes.ts';
import { type Key, keys } from '../keys.ts';
import { readDefinitionRow } from '../link/definitions.ts';
import { readProductRow } from './products.ts';
import { readScheduleRow } from './sale-schedules.ts';

/** Rows of one read, by the keys that were asked for. */
const rowsByKey = (rows: readonly Row[]) => {
  const nameOf = ({ pk, sk }: Row | Key): string => `${String(pk)} ${String(sk)}`;
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return <Entity>(key: Key | undefined, read: (row: unknown) => Entity): Entity | undefined => {
    const row = key === undefined ? undefined : found.get(nameOf(key));
    return row === undefined ? undefined : read(row);
  };
};

export const dynamoSaleReferences = (table: Pick<Table, 'getMany'>): SaleReferences => ({
  load: async (dealerCode, names) => {
    const { customerCode, dealerCustomerId, productCode, dealerProductId, dealerCustomerTypeId } = names;
    const customerById = dealerCustomerId === undefined ? undefined : customerKeys.byId(dealerCode, dealerCustomerId);
    const customerByCode = customerCode === undefined ? undefined : customerKeys.byCode(dealerCode, customerCode);
    const productById = dealerProductId === undefined ? undefined : keys.productById(dealerCode, dealerProductId);
    const productByCode = productCode === undefined ? undefined : keys.productByCode(dealerCode, productCode);
    const { dealerSaleScheduleId: scheduleId } = names;
    const schedule = scheduleId === 0 ? undefined : keys.schedule(dealerCode, scheduleId);
    const definition = dealerCustomerTypeId === undefined ? undefined : keys.definition(dealerCustomerTypeId);
    const cards = [...new Set(names.cardTokens)].map((token) => customerKeys.storedCard(dealerCode, token));
    const others = [customerById, customerByCode, productById, productByCode, schedule, definition];
    const wanted = [...others.filter((key) => key !== undefined), ...cards];
    const at = rowsByKey(await table.getMany(wanted));
    const byTwo = <Entity>(byId: Key | undefined, byCode: Key | undefined, read: (row: unknown) => Entity) =>
      ({ byId: at(byId, read), byCode: at(byCode, read) }) satisfies FoundByTwo<Entity>;
    return {
      customers: byTwo(customerById, customerByCode, readCustomerRow),
      products: byTwo(productById, productByCode, readProductRow),
      schedule: at(schedule, readScheduleRow),
      definition: at(definition, readDefinitionRow),
      cards: cards.map((key) => at(key, readStoredCardRow)).filter((card) => card !== undefined),
    };
  },
});
