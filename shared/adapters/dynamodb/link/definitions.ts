import * as z from 'zod/mini';
import { type Definition, deliveryModes, installmentSides } from '../../../domain/link/definition.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Definitions } from '../../../ports/definitions.ts';
import { boundedCache } from '../engine/bounded-cache.ts';
import {
  installmentCounts,
  objectRow,
  optionalWhole,
  parseRow,
  storedFlag,
  storedId,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

const definitionRow = objectRow(() => ({
  dealerCustomerTypeId: storedId,
  dealerCode: storedText,
  version: storedWhole,
  displayName: storedText,
  deliveryMode: z.enum(deliveryModes),
  installmentsSetBy: z.enum(installmentSides),
  preAuthorisation: storedFlag,
  directPayment: storedFlag,
  pooledPayment: storedFlag,
  cardStorage: storedFlag,
  threeDMandatory: storedFlag,
  threeDChoice: z.prefault(storedFlag, false),
  installmentCounts,
  linkLifeMinutes: z.int().check(z.positive()),
  reminderHours: optionalWhole,
  defaultCommissionByDealer: z.int().check(z.minimum(0), z.maximum(12)),
}));

export const readDefinitionRow = (row: unknown): Definition =>
  omitUndefined(parseRow('definition', definitionRow, row));

export const definitionItem = (definition: Definition) => ({
  ...keys.definition(definition.dealerCustomerTypeId),
  entity: 'definition',
  ...definition,
});

export const dynamoDefinitions = (table: Table): Definitions => ({
  find: async (dealerCustomerTypeId) => {
    const row = await table.get(keys.definition(dealerCustomerTypeId));
    return row === undefined ? undefined : readDefinitionRow(row);
  },
});

export interface CachedDefinitionsOptions {
  readonly definitions: Definitions;
  readonly clock: Clock;
  readonly lifeMs: number;
}

/** Definitions over a bounded cache. A definition that is not there is never remembered as missing (rule 35). */
export const cachedDefinitions = ({ definitions, clock, lifeMs }: CachedDefinitionsOptions): Definitions => ({
  find: boundedCache({
    read: (id) => definitions.find(id),
    keeps: (definition) => definition !== undefined,
    clock,
    lifeMs,
  }),
});
