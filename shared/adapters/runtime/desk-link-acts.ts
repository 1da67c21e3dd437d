import { dynamoCustomers } from '../dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../dynamodb/dealer/sub-dealers.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator/operator-changes.ts';
import type { deskRuntime } from './desk.ts';
import { deskLinksRuntime } from './desk-links.ts';
import { linkMakingRuntime } from './link-making.ts';

/**
 * What posts about links and sales take beside the pages' reads: what makes a link, and the changes with their audit entries. It
 * stands by itself, so that pages do not carry it.
 */
export const deskLinkActsRuntime = (variables: NodeJS.ProcessEnv, runtime: ReturnType<typeof deskRuntime>) => {
  const { store, events, clock, sandbox, stage, dealerCacheMs } = runtime;
  const environment = { sandbox, stage, dealerCacheMs };
  return {
    ...deskLinksRuntime(variables, runtime),
    ...linkMakingRuntime(variables, { store, events, clock, environment }),
    linkCustomers: dynamoCustomers(store),
    subDealers: dynamoSubDealers(store),
    changes: dynamoOperatorChanges(store, events),
  };
};
