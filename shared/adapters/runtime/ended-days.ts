import type { EndedDays } from '../../ports/ended-days.ts';
import type { VirtualPosVersions } from '../../ports/virtual-pos-directory.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { dynamoEndedDays } from '../dynamodb/sandbox/ended-days.ts';
import { readEmbeddedBankHost } from './environment.ts';

/** The early ends of the embedded bank's days, in a sandbox stage; nothing in production, which has no such bank. */
export const endedDaysRuntime = (
  variables: NodeJS.ProcessEnv,
  { store, posVersions }: { readonly store: Table; readonly posVersions: VirtualPosVersions },
): { readonly endedDays?: EndedDays } => {
  const ownHost = readEmbeddedBankHost(variables);
  return ownHost === undefined ? {} : { endedDays: dynamoEndedDays(store, { posVersions, ownHost }) };
};
