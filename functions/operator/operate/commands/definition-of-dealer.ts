import type { CommandCall } from '../command.ts';
import { notPossible } from '../command-error.ts';

/** More than a dealer needs. Of a dealer with more the operator names the one that is meant. */
const MOST_DEFINITIONS = 100;

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
  const { records } = await deps.records.definitionIds(dealerCode, MOST_DEFINITIONS);
  if (records.length > 0) return Math.min(...records);
  throw notPossible(`Dealer ${dealerCode} has no definition: put-definition makes one.`, 'dealerCustomerTypeId');
};
