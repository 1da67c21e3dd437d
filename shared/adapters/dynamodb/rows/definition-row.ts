import * as z from 'zod/mini';
import { type Definition, deliveryModes, installmentSides } from '../../../domain/definition.ts';
import { keys } from '../keys.ts';
import { installmentCounts, parseRow, storedId } from './row.ts';

const definitionRow = z.object({
  dealerCustomerTypeId: storedId,
  dealerCode: z.string(),
  version: z.int(),
  displayName: z.string(),
  deliveryMode: z.enum(deliveryModes),
  installmentsSetBy: z.enum(installmentSides),
  preAuthorisation: z.boolean(),
  directPayment: z.boolean(),
  pooledPayment: z.boolean(),
  cardStorage: z.boolean(),
  threeDMandatory: z.boolean(),
  installmentCounts,
  linkLifeMinutes: z.int().check(z.positive()),
  defaultCommissionByDealer: z.int().check(z.minimum(0), z.maximum(12)),
});

export const readDefinitionRow = (row: unknown): Definition => parseRow('definition', definitionRow, row);

export const definitionItem = (definition: Definition) => ({
  ...keys.definition(definition.dealerCustomerTypeId),
  entity: 'definition',
  ...definition,
});
