import { hostOfGateway } from '../../../domain/virtual-pos/gateway-address.ts';
import { merchantNumberOf } from '../../../domain/virtual-pos/virtual-pos.ts';
import type { EndedDays } from '../../../ports/ended-days.ts';
import type { VirtualPosVersions } from '../../../ports/virtual-pos-directory.ts';
import type { Table } from '../engine/table.ts';
import { dynamoBankLedger } from './bank-ledger.ts';

/** The days of the embedded bank, which has the stage's own host. */
export const dynamoEndedDays = (
  table: Table,
  { posVersions, ownHost }: { readonly posVersions: VirtualPosVersions; readonly ownHost: string },
): EndedDays => {
  const ledger = dynamoBankLedger(table);
  return {
    endedAtMs: async ({ dealerCode, pos }) => {
      if (hostOfGateway(pos.gateway) !== ownHost) return undefined;
      return ledger.latestClose(merchantNumberOf(await posVersions.find(dealerCode, pos)));
    },
  };
};
