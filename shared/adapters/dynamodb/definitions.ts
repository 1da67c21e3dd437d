import type { Definitions } from '../../ports/definitions.ts';
import { keys } from './keys.ts';
import { readDefinitionRow } from './rows/definition-row.ts';
import type { Table } from './table.ts';

export const dynamoDefinitions = (table: Table): Definitions => ({
  find: async (dealerCustomerTypeId) => {
    const row = await table.get(keys.definition(dealerCustomerTypeId));
    return row === undefined ? undefined : readDefinitionRow(row);
  },
});
