import { usualDefinitionOf } from '../../../../shared/links/handed-over-link.ts';
import type { CommandCall } from '../command.ts';
import { notPossible } from '../command-error.ts';

interface NamedDefinition {
  readonly dealerCode: string;
  readonly dealerCustomerTypeId?: number | null | undefined;
}

/** The definition that is meant: with several the lowest id, which the answer names. */
export const definitionIdOf = async (
  { dealerCode, dealerCustomerTypeId }: NamedDefinition,
  { deps }: CommandCall,
): Promise<number> => {
  if (typeof dealerCustomerTypeId === 'number') return dealerCustomerTypeId;
  const usual = await usualDefinitionOf(deps.records, dealerCode);
  if (usual !== undefined) return usual;
  throw notPossible(`Dealer ${dealerCode} has no definition: put-definition makes one.`, 'dealerCustomerTypeId');
};
