import type { Definitions } from '../../ports/definitions.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';
import { readDefinitionRow } from './rows/definition-row.ts';

export const dynamoDefinitions = (table: Table): Definitions => ({
  find: async (dealerCustomerTypeId) => {
    const row = await table.get(keys.definition(dealerCustomerTypeId));
    return row === undefined ? undefined : readDefinitionRow(row);
  },
});
