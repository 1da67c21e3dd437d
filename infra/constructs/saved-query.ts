import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { pascalCase } from '../functions/all-functions.ts';
import { queryNameOf, type SavedQuery, savedQueries } from '../monitoring/saved-queries.ts';

/** Most log groups that one query may ask. */
const MAX_LOG_GROUPS = 50;

/** Saves the queries of one kind, over the log groups of the same stack. */
export const saveQueries = (
  scope: Construct,
  of: { readonly stage: string; readonly asks: SavedQuery['asks']; readonly logGroups: readonly ILogGroup[] },
): readonly CfnQueryDefinition[] => {
  const { stage, asks, logGroups } = of;
  if (logGroups.length > MAX_LOG_GROUPS) throw new Error(`a saved query asks ${MAX_LOG_GROUPS} log groups at the most`);
  return savedQueries
    .filter((query) => query.asks === asks)
    .map(
      (query) =>
        new CfnQueryDefinition(scope, `Query${pascalCase(query.name.replace(/[^a-z0-9]+/g, '-'))}`, {
          name: queryNameOf(stage, query),
          queryString: query.text,
          logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
        }),
    );
};
