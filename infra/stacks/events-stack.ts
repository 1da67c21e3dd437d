import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { OperationFunction } from '../constructs/operation-function.ts';
import { type FunctionDefinition, pascalCase, scheduledFunctionsOf } from '../functions.ts';
import type { StageSettings } from '../stage-config.ts';
import type { DataStack } from './data-stack.ts';

/** Inputs: the stage, the data stack, the API's address, and the code of each function. */
export interface EventsStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
  readonly baseUrl: string;
  readonly codeFor: (name: string) => Code;
}

/** The functions that run on a schedule. */
export class EventsStack extends Stack {
  constructor(scope: Construct, id: string, props: EventsStackProps) {
    super(scope, id, props);
    for (const definition of scheduledFunctionsOf(props.settings.kind)) this.#scheduled(definition, props);
  }

  #scheduled(definition: FunctionDefinition, { settings, data, baseUrl, codeFor }: EventsStackProps): void {
    const { table, boxesTable, tableKey, vaultKey, previousVaultKeys, cardHashKey } = data;
    const code = codeFor(definition.name);
    const keys = { tableKey, vaultKey, previousVaultKeys, cardHashKey };
    const environment = { INQUIRIES_PER_SECOND: String(settings.reconcileInquiriesPerSecond) };
    const operation = new OperationFunction(this, {
      definition,
      settings,
      code,
      table,
      boxesTable,
      ...keys,
      baseUrl,
      environment,
    });
    const minutes = definition.everyMinutes ?? 1;
    const rule = new Rule(this, `${pascalCase(definition.name)}Schedule`, {
      description: `Runs ${definition.name} (${settings.name})`,
      schedule: Schedule.rate(Duration.minutes(minutes)),
    });
    // The next run is a better retry than an old event.
    const noRetries = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    rule.addTarget(new LambdaTarget(operation.lambda, noRetries));
  }
}
