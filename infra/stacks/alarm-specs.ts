import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { CARDS_NOT_STORED, RECONCILE_RUNS, reconcileMetricNames } from '../../shared/observability/log.ts';
import { functionNameOf, unexpectedErrorsMetric } from '../constructs/operation-function.ts';
import { type FunctionDefinition, pascalCase } from '../functions.ts';

/** One alarm. It rings above its threshold and not for want of data, unless it says otherwise. */
export interface AlarmSpec {
  readonly id: string;
  readonly description: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** How many of the last so many periods must be over the threshold: all of them, unless `datapoints` says fewer. */
  readonly periods: number;
  readonly datapoints?: number;
  /** Rings below the threshold, and when there is no data. */
  readonly heartbeat?: true;
}

const PERIOD = Duration.minutes(1);

/** Alarms on the HTTP API, by its id. */
export const apiAlarms = (apiId: string): AlarmSpec[] => {
  const metric = (metricName: string, statistic: string): IMetric =>
    new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: apiId }, statistic, period: PERIOD });
  return [
    {
      id: 'ApiServerErrors',
      description: 'The API answered with 5xx',
      metric: metric('5xx', 'Sum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'ApiLatency',
      description: 'One request in a hundred takes longer than 3 s, for five minutes',
      metric: metric('Latency', 'p99'),
      threshold: 3_000,
      periods: 5,
    },
  ];
};

/** Alarms on each function, by its fixed name: a function that goes takes its alarms along, and no export ties it. */
export const functionAlarms = (stage: string, definitions: readonly FunctionDefinition[]): AlarmSpec[] =>
  definitions.flatMap(({ name }) => {
    const dimensionsMap = { FunctionName: functionNameOf(stage, name) };
    const metric = (metricName: string): IMetric =>
      new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic: 'Sum', period: PERIOD });
    const unexpectedErrors = new Metric({
      namespace: 'PaymentLink',
      metricName: unexpectedErrorsMetric(stage, name),
      statistic: 'Sum',
      period: PERIOD,
    });
    return [
      {
        id: `${pascalCase(name)}Errors`,
        description: `${name} failed or timed out`,
        metric: metric('Errors'),
        threshold: 0,
        periods: 1,
      },
      {
        id: `${pascalCase(name)}Throttles`,
        description: `${name} was refused for want of concurrency`,
        metric: metric('Throttles'),
        threshold: 0,
        periods: 1,
      },
      {
        id: `${pascalCase(name)}UnexpectedErrors`,
        description: `${name} met an unexpected error, and answered it`,
        metric: unexpectedErrors,
        threshold: 0,
        periods: 1,
      },
    ];
  });

/** One alarm for all functions that store cards: each counts for itself. */
export const cardAlarms = (stage: string, definitions: readonly FunctionDefinition[]): AlarmSpec[] => {
  const storing = definitions.filter(({ seals, hashesCards }) => hashesCards === true && seals.includes('card'));
  const counted = storing.map(({ name }, index) => [
    `stored${index}`,
    new Metric({
      namespace: 'PaymentLink',
      metricName: CARDS_NOT_STORED,
      dimensionsMap: { service: name, stage },
      statistic: 'Sum',
      period: PERIOD,
    }),
  ]);
  const expression = counted.map(([id]) => `FILL(${String(id)}, 0)`).join(' + ');
  return [
    {
      id: 'CardsNotStored',
      description: 'Cards that payers agreed to store could not be stored; their payments went through',
      metric: new MathExpression({ expression, usingMetrics: Object.fromEntries(counted), period: PERIOD }),
      threshold: 0,
      periods: 1,
    },
  ];
};

/** What the sweeper finds, by the names of the metrics that it writes, and whether it runs at all. */
export const reconcileAlarms = (stage: string): AlarmSpec[] => {
  const metric = (metricName: string, statistic = 'Maximum'): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service: 'reconcile-payments', stage },
      statistic,
      period: PERIOD,
    });
  return [
    {
      id: 'SweeperSilent',
      description: 'reconcile-payments has not finished a run for five minutes: nothing in doubt is settled',
      // Written at the end of a run: a run that is never started, throttled, killed or fails writes none.
      metric: metric(RECONCILE_RUNS, 'Sum'),
      threshold: 1,
      periods: 5,
      heartbeat: true,
    },
    {
      id: 'AttemptsStuck',
      description: 'A charge could not be taken back in time: an operator must settle it with the bank',
      metric: metric(reconcileMetricNames.stuck),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'UnexpectedCharges',
      description: 'The bank holds a charge that no attempt may keep; it is being taken back',
      metric: metric(reconcileMetricNames.unexpectedCharges),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'AttemptsOverdue',
      description:
        'A bank tells nothing clear of a charge, past the time at which even "no record" is believed: ask it',
      metric: metric(reconcileMetricNames.overdue),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'Contradictions',
      description: 'A bank tells of a charge what cannot be, or another amount than was ordered: look at it now',
      metric: metric(reconcileMetricNames.contradictions),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'AttemptsFailed',
      description: 'Attempts in doubt failed or cannot be read, and were put off',
      metric: metric(reconcileMetricNames.failed),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'SilentGateways',
      description: 'A bank told nothing of the orders that it was asked about, in three of ten minutes',
      metric: metric(reconcileMetricNames.silentGateways),
      threshold: 0,
      // A single attempt in doubt is asked about in three of its first ten minutes: its pauses grow.
      datapoints: 3,
      periods: 10,
    },
  ];
};

/** Alarms on the table. */
export const tableAlarms = (table: Table): AlarmSpec[] => {
  const systemErrors = table.metricSystemErrorsForOperations({
    period: PERIOD,
    operations: [
      Operation.GET_ITEM,
      Operation.BATCH_GET_ITEM,
      Operation.QUERY,
      Operation.PUT_ITEM,
      Operation.UPDATE_ITEM,
      Operation.TRANSACT_GET_ITEMS,
      Operation.TRANSACT_WRITE_ITEMS,
    ],
  });
  return [
    {
      id: 'TableReadThrottles',
      description: 'DynamoDB refused reads',
      metric: table.metric('ReadThrottleEvents', { period: PERIOD, statistic: 'Sum' }),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'TableWriteThrottles',
      description: 'DynamoDB refused writes',
      metric: table.metric('WriteThrottleEvents', { period: PERIOD, statistic: 'Sum' }),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'TableSystemErrors',
      description: 'DynamoDB failed on its side',
      metric: systemErrors,
      threshold: 0,
      periods: 1,
    },
  ];
};
