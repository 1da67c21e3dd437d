import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { OperationFunction } from '../constructs/operation-function.ts';
import { saveQueries } from '../constructs/saved-query.ts';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { DataStack } from './data-stack.ts';

/** Inputs: the stage, the data stack, the functions of this stack, and the code of each. */
export interface RecordsStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
  readonly codeFor: (name: string) => Code;
  readonly definitions: readonly FunctionDefinition[];
}

/**
 * The operations that only read and change records: customers, cards, sales, inquiries, refund requests and approvals. They
 * call no bank, serve no page and need no address of the stage. So they can be deployed before the API, whose own stack has
 * no room for all functions: CloudFormation takes 500 resources in a stack.
 */
export class RecordsStack extends Stack {
  constructor(scope: Construct, id: string, props: RecordsStackProps) {
    super(scope, id, props);
    const { settings, data, codeFor, definitions } = props;
    const { boxesTable, tableKey, vaultKey, previousVaultKeys, cardHashKey } = data;
    const table = data.tableFor(this, settings);
    const keys = { tableKey, vaultKey, previousVaultKeys, cardHashKey };
    const functions = definitions.map(
      (definition) =>
        new OperationFunction(this, {
          definition,
          settings,
          code: codeFor(definition.name),
          table,
          boxesTable,
          ...keys,
        }),
    );
    const logGroups = functions.map(({ logGroup }) => logGroup);
    saveQueries(this, { stage: settings.name, asks: 'records', logGroups });
  }
}
