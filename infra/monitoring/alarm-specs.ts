import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { CARDS_SERVICE } from '../../shared/observability/gateway-metrics.ts';
import {
  CARDS_NOT_STORED,
  deliveryMetricNames,
  ENDPOINTS_FAILING,
  LINKS_NEAR_LIMIT,
  MESSAGE_BUDGET_USED_UP,
  OUTBOX_SWEEPS,
  RECONCILE_RUNS,
  reconcileMetricNames,
  sweepMetricNames,
} from '../../shared/observability/log.ts';
import { failuresMetric } from '../constructs/operation-function.ts';
import type { TableInUse } from '../constructs/payments-table.ts';

/** One alarm. By default it rings above its threshold, and missing data does not ring it. */
export interface AlarmSpec {
  readonly id: string;
  readonly description: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** Of this many latest periods all must be over the threshold, or `datapoints` of them. */
  readonly periods: number;
  readonly datapoints?: number;
  /** Rings below the threshold, and when data is missing. */
  readonly heartbeat?: true;
  /** Heading of its entry in shared/docs/runbook.md, if that is not its id: alarms of one kind share an entry. */
  readonly entry?: string;
}

export const PERIOD = Duration.minutes(1);

/**
 * Alarms on all functions together: an alarm is paid for by each metric that it watches, and these are the same for every
 * function. A saved query and a graph tell which one rang.
 */
export const functionAlarms = (stage: string): AlarmSpec[] => {
  const failures = (released: 'at once' | 'gradually'): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName: failuresMetric(stage, released),
      statistic: 'Sum',
      period: PERIOD,
    });
  return [
    {
      id: 'FunctionFailures',
      description: 'A function failed or timed out, or met an unexpected error: the queries of its entry say which',
      metric: new MathExpression({
        // A metric that was not written has no data, and a sum with it would have none either.
        expression: 'FILL(others, 0) + FILL(released, 0)',
        usingMetrics: { others: failures('at once'), released: failures('gradually') },
        period: PERIOD,
      }),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'FunctionThrottles',
      description: 'A function of the account was refused for want of concurrency',
      // Without dimensions it counts all functions of the account in the region, which share what is wanting.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: PERIOD }),
      threshold: 0,
      periods: 1,
    },
  ];
};

/** The alarm on cards of payments that could not be stored. All functions count under one name. */
export const cardAlarms = (stage: string): AlarmSpec[] => [
  {
    id: 'CardsNotStored',
    description: 'Cards that payers agreed to store could not be stored; their payments went through',
    metric: new Metric({
      namespace: 'PaymentLink',
      metricName: CARDS_NOT_STORED,
      dimensionsMap: { service: CARDS_SERVICE, stage },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: 0,
    periods: 1,
  },
];

/** Alarms on the sweeper's findings, by the names of its metrics, and on its absence. */
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
      description: 'reconcile-payments has not finished a run for five minutes: no attempt in doubt is reconciled',
      // Written at the end of a run. A run that does not start, is throttled, is killed or fails writes none.
      metric: metric(RECONCILE_RUNS, 'Sum'),
      threshold: 1,
      periods: 5,
      heartbeat: true,
    },
    {
      id: 'AttemptsStuck',
      description: 'A charge could not be reversed in time: an operator must give it back with the bank',
      metric: metric(reconcileMetricNames.stuck),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'UnexpectedCharges',
      description: 'The bank holds a charge that no attempt may keep; it is being reversed',
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
      description:
        'A bank tells of a charge what cannot be, another amount than was ordered, or too much given back: look at it now',
      metric: metric(reconcileMetricNames.contradictions),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'AttemptsFailed',
      description: 'Attempts in doubt failed or cannot be read, and were rescheduled',
      metric: metric(reconcileMetricNames.failed),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'SilentGateways',
      description: 'A bank told nothing of the orders that it was asked about, in three of ten minutes',
      metric: metric(reconcileMetricNames.silentGateways),
      threshold: 0,
      // A single attempt in doubt is asked about in three of its first ten minutes, because its pauses grow.
      datapoints: 3,
      periods: 10,
    },
  ];
};

/** The alarm on the money that SMS may cost in a day (rule 43). */
export const messageAlarms = (stage: string): AlarmSpec[] => [
  {
    id: 'MessageBudgetUsedUp',
    description: 'The stage has no money left for SMS today: links are not sent by SMS until midnight in Istanbul',
    metric: new Metric({
      namespace: 'PaymentLink',
      metricName: MESSAGE_BUDGET_USED_UP,
      dimensionsMap: { service: 'deliver', stage },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: 0,
    periods: 1,
  },
];

/** The alarm on reusable links whose payers will soon be refused (rule 52). */
export const reusableLinkAlarms = (stage: string): AlarmSpec[] => [
  {
    id: 'ReusableLinksNearLimit',
    description: 'A reusable link has reached four fifths of the requests that it may have in a minute',
    metric: new Metric({
      namespace: 'PaymentLink',
      metricName: LINKS_NEAR_LIMIT,
      dimensionsMap: { service: 'start-reusable-link', stage },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: 0,
    periods: 1,
  },
];

/** Alarms on what is told to dealers and payers, and on the sweep's absence. */
export const outboxAlarms = (stage: string): AlarmSpec[] => {
  const metric = (service: string, metricName: string, statistic: string): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service, stage },
      statistic,
      period: PERIOD,
    });
  return [
    {
      id: 'OutboxSilent',
      description: 'sweep-outbox has not finished a run for five minutes: what the stream loses is not told',
      metric: metric('sweep-outbox', OUTBOX_SWEEPS, 'Sum'),
      threshold: 1,
      periods: 5,
      heartbeat: true,
    },
    {
      id: 'DeliveriesDead',
      description: 'A delivery was given up after its last try: redrive it once its receiver answers again',
      metric: metric('deliver', deliveryMetricNames.dead, 'Sum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'EndpointsFailing',
      description: 'A webhook endpoint has failed for six hours: tell its dealer (list-webhooks names it)',
      metric: metric('deliver', ENDPOINTS_FAILING, 'Sum'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'OutboxLate',
      description: 'Events or deliveries have been due for ten minutes, and no worker took them',
      metric: metric('sweep-outbox', sweepMetricNames.late, 'Maximum'),
      threshold: 0,
      periods: 5,
    },
    {
      id: 'OutboxBacklog',
      description: 'More than 1,000 events and deliveries have been due in each of ten minutes',
      metric: metric('sweep-outbox', sweepMetricNames.due, 'Maximum'),
      threshold: 1_000,
      periods: 10,
    },
    {
      id: 'OutboxFailed',
      description: 'Events could not be fanned out, or workers not started; they are tried again every minute',
      metric: metric('sweep-outbox', sweepMetricNames.failed, 'Maximum'),
      threshold: 0,
      periods: 1,
    },
  ];
};

/** What functions do with the table. */
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.TRANSACT_GET_ITEMS,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** Alarms on the table. */
export const tableAlarms = (table: TableInUse): AlarmSpec[] => {
  const errors = OPERATIONS.map((operation): [string, IMetric] => [
    operation.charAt(0).toLowerCase() + operation.slice(1),
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'SystemErrors',
      dimensionsMap: { TableName: table.tableName, Operation: operation },
      statistic: 'Sum',
      period: PERIOD,
    }),
  ]);
  const systemErrors = new MathExpression({
    // An operation without errors has no data, and a sum with it would have none either.
    expression: errors.map(([id]) => `FILL(${id}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(errors),
    period: PERIOD,
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
      id: 'TableConflicts',
      description: 'More than 300 writes a minute met each other in the same item, for five minutes',
      // Counts every refused write, also those that the service repeats with success.
      metric: table.metric('TransactionConflict', { period: PERIOD, statistic: 'Sum' }),
      threshold: 300,
      periods: 5,
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
