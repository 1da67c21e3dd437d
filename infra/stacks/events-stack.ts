import { Annotations, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { type Code, type EventSourceMappingOptions, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { feedMessageReports } from '../constructs/message-reports.ts';
import { OperationFunction } from '../constructs/operation-function.ts';
import type { OwnAddress } from '../constructs/own-address.ts';
import type { TableInUse } from '../constructs/payments-table.ts';
import { saveQueries } from '../constructs/saved-query.ts';
import { pascalCase } from '../functions/all-functions.ts';
import type { FunctionDefinition, WorkerName } from '../functions/function-definition.ts';
import { messagingNotice } from '../settings/messaging-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { DataStack } from './data-stack.ts';

/** Inputs: the stage, the data stack, the stage's addresses, the functions of this stack, and the code of each. */
export interface EventsStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
  readonly address: OwnAddress;
  /** Where the stage's desk answers, for mails that lead to it. Undefined where there is none. */
  readonly deskUrl: string | undefined;
  readonly codeFor: (name: string) => Code;
  readonly definitions: readonly FunctionDefinition[];
}

/** New events of the outbox alone: no other write wakes the function. */
const NEW_EVENTS = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] }, sk: { S: ['EVENT'] } } },
} as const;

/**
 * New shares of sub-dealers, which are written with their attempt, and new steps. Shares of a step have a key that begins
 * with a letter there: the step itself is enough.
 */
const NEW_PARTS = {
  eventName: ['INSERT'],
  dynamodb: {
    Keys: {
      pk: { S: [{ prefix: 'PAY#' }] },
      sk: { S: [...['0', '1', '2'].map((digit) => ({ prefix: `6#SUB-DEALERS#${digit}` })), { prefix: '5#STEP#' }] },
    },
  },
} as const;

/** The stream is the fast path: what it loses stands in the queue, which the sweep reads (rule 38). */
const EVENTS: EventSourceMappingOptions = {
  filters: [FilterCriteria.filter(NEW_EVENTS)],
  retryAttempts: 2,
  maxRecordAge: Duration.minutes(5),
};

/** Nothing sweeps behind this worker, so a record is tried for as long as the stream has it. */
const PARTS: EventSourceMappingOptions = {
  filters: [FilterCriteria.filter(NEW_PARTS)],
  retryAttempts: 10_000,
  maxRecordAge: Duration.days(1),
};

/** For an event whose work another event takes up. */
const NO_RETRIES = { retryAttempts: 0, maxEventAge: Duration.minutes(1) } as const;

/** What tells a function the name of the worker that it starts. */
const WORKER_VARIABLES: Readonly<Record<WorkerName, string>> = {
  deliver: 'DELIVER_FUNCTION',
  'charge-plans': 'CHARGE_PLANS_FUNCTION',
};

/** The functions that a schedule, the table's stream or another function starts. */
export class EventsStack extends Stack {
  readonly #props: EventsStackProps;
  readonly #table: TableInUse;

  constructor(scope: Construct, id: string, props: EventsStackProps) {
    super(scope, id, props);
    this.#props = props;
    this.#table = props.data.tableFor(this, props.settings);
    tellMessages(this, messagingNotice(props.settings.messaging));
    const { definitions } = props;
    const workers = definitions.filter(({ isWorker }) => isWorker === true).map((one) => this.#function(one, []));
    const logGroups = workers.map(({ logGroup }) => logGroup);
    for (const definition of definitions) {
      if (definition.isWorker === true) continue;
      const operation = this.#function(
        definition,
        workers.filter((worker) => worker.definition.name === definition.starts),
      );
      logGroups.push(operation.logGroup);
      if (definition.everyMinutes !== undefined) this.#schedule(operation, definition.everyMinutes);
      // What is handed on and not taken up stays due: the next schedule is a better retry than an old event.
      if (definition.startsItself === true) operation.lambda.configureAsyncInvoke(NO_RETRIES);
      if (definition.consumesEvents === true) this.#feed(operation, EVENTS);
      if (definition.consumesPayments === true) this.#feed(operation, PARTS);
      if (definition.consumesReports === true) {
        feedMessageReports(this, { settings: props.settings, notes: operation.lambda });
      }
    }
    saveQueries(this, { stage: props.settings.name, asks: 'workers', logGroups });
    for (const { lambda } of workers) {
      // What a worker leaves undone stands in its queue: the next run of who started it starts another one.
      lambda.configureAsyncInvoke(NO_RETRIES);
    }
  }

  #function(definition: FunctionDefinition, workers: readonly OperationFunction[]): OperationFunction {
    const { settings, data, address, deskUrl, codeFor } = this.#props;
    const { boxesTable, tableKey, vaultKey, previousVaultKeys, cardHashKey } = data;
    const [worker] = workers;
    return new OperationFunction(this, {
      definition,
      settings,
      code: codeFor(definition.name),
      table: this.#table,
      boxesTable,
      tableKey,
      vaultKey,
      previousVaultKeys,
      cardHashKey,
      address,
      environment: {
        ...(definition.callsBanks === true
          ? { INQUIRIES_PER_SECOND: String(settings.reconcileInquiriesPerSecond) }
          : {}),
        ...(definition.messaging === 'sends' && deskUrl !== undefined ? { DESK_URL: deskUrl } : {}),
        ...(definition.starts === 'charge-plans' ? { RECURRING: JSON.stringify(settings.recurring) } : {}),
        ...(definition.starts === undefined || worker === undefined
          ? {}
          : { [WORKER_VARIABLES[definition.starts]]: worker.lambda.functionName }),
      },
      mayInvoke: workers.map(({ callee }) => callee),
    });
  }

  #schedule({ definition, lambda }: OperationFunction, minutes: number): void {
    const rule = new Rule(this, `${pascalCase(definition.name)}Schedule`, {
      description: `Runs ${definition.name} (${this.#props.settings.name})`,
      schedule: Schedule.rate(Duration.minutes(minutes)),
    });
    // The next run is a better retry than an old event.
    rule.addTarget(new LambdaTarget(lambda, NO_RETRIES));
  }

  /** A stream has two readers at most. */
  #feed({ lambda }: OperationFunction, options: EventSourceMappingOptions): void {
    const { tableStreamArn: eventSourceArn } = this.#table;
    if (eventSourceArn === undefined) throw new Error('the table has no stream');
    lambda.addEventSourceMapping('Stream', {
      eventSourceArn,
      startingPosition: StartingPosition.LATEST,
      batchSize: 100,
      bisectBatchOnError: true,
      ...options,
    });
  }
}

/** Says at synthesis and at deployment which messages the stage sends. */
const tellMessages = (stack: Stack, notice: string): CfnOutput => {
  Annotations.of(stack).addInfo(notice);
  return new CfnOutput(stack, 'Messages', { value: notice });
};
