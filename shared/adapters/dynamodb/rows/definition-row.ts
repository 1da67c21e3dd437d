import * as z from 'zod/mini';
import { type Definition, deliveryModes, installmentSides } from '../../../domain/link/definition.ts';
import { installmentCounts, parseRow, storedFlag, storedId, storedText, storedWhole } from '../engine/row.ts';
import { keys } from '../keys.ts';

const definitionRow = z.object({
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
