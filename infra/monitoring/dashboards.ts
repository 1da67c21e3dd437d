import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import {
  BANK_CALL_MS,
  breakerMetricNames,
  chargeMetricNames,
  gateBreakerMetricNames,
  OLDEST_IN_DOUBT_SECONDS,
  VAULT_SERVICE,
  VAULT_THROTTLES,
} from '../../shared/observability/gateway-metrics.ts';
import {
  answerMetricNames,
  deliveryMetricNames,
  ENDPOINTS_FAILING,
  FUNNEL_RUNS,
  OUTBOX_SWEEPS,
  OWN_TIME_MS,
  RECONCILE_RUNS,
  reconcileMetricNames,
  STATEMENT_RUNS,
  sweepMetricNames,
} from '../../shared/observability/log.ts';
import {
  HAND_OUT_RUNS,
  handOutMetricNames,
  OLDEST_DUE_PLAN_SECONDS,
  planMetricNames,
  tryMetricNames,
} from '../../shared/observability/plan-metrics.ts';
import { answerMetric, throttledRequestsMetric } from './api-alarms.ts';
import { gatewayMetric, refusedShare } from './gateway-alarms.ts';

const PERIOD = Duration.minutes(5);
const WIDTH = 12;

interface DashboardOptions {
  readonly stage: string;
  readonly gatewayHosts: readonly string[];
  readonly apiId: string;
  readonly table: Table;
  readonly alarms: readonly IAlarm[];
}

const graph = (title: string, left: readonly IMetric[], stacked = false): IWidget =>
  new GraphWidget({ title, left: [...left], width: WIDTH, stacked, period: PERIOD });

const ofService =
  (stage: string, service: string) =>
  (metricName: string, statistic = 'Sum'): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service, stage },
      statistic,
      period: PERIOD,
      label: metricName,
    });

const ofAws =
  (namespace: string, dimensionsMap: Record<string, string>) =>
  (metricName: string, statistic = 'Sum'): IMetric =>
    new Metric({ namespace, metricName, dimensionsMap, statistic, period: PERIOD, label: metricName });

/** A metric of AWS for each function of the stage that has data, by the function's name. A graph's search costs nothing. */
const byFunction = (stage: string, metricName: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metricName}" payment-link-${stage}', 'Sum', ${PERIOD.toSeconds()})`,
    label: '',
    usingMetrics: {},
    period: PERIOD,
  });

/** What a gateway's graphs show: how charges end, how many are not approved, and how long the bank takes. */
const gatewayWidgets = (stage: string, gateway: string): IWidget[][] => {
  const of = { stage, gateway };
  const metric = (name: string, statistic = 'Sum') => gatewayMetric(of, name, { statistic, period: PERIOD });
  return [
    [
      graph(
        `${gateway}: ends of charges`,
        [...Object.values(chargeMetricNames), breakerMetricNames.refused, gateBreakerMetricNames.refused].map((name) =>
          metric(name),
        ),
        true,
      ),
      graph(`${gateway}: % of charges not approved`, [refusedShare(of, Duration.minutes(15))]),
    ],
    [
      graph(`${gateway}: time of calls`, [metric(BANK_CALL_MS, 'p50'), metric(BANK_CALL_MS, 'p99')]),
      graph(`${gateway}: oldest attempt in doubt, seconds`, [metric(OLDEST_IN_DOUBT_SECONDS, 'Maximum')]),
    ],
  ];
};

/** Recurring sales: how their tries end, and how far their workers are behind. */
const planWidgets = (stage: string): IWidget[][] => {
  const lead = ofService(stage, 'hand-out-plans');
  const worker = ofService(stage, 'charge-plans');
  return [
    [
      graph(
        'Recurring sales: ends of tries',
        Object.values(tryMetricNames).map((name) => worker(name)),
        true,
      ),
      graph('Recurring sales: plans due', [
        lead(handOutMetricNames.due, 'Maximum'),
        lead(handOutMetricNames.handedOut),
        ...Object.values(planMetricNames).map((name) => worker(name)),
        lead(OLDEST_DUE_PLAN_SECONDS, 'Maximum'),
      ]),
    ],
  ];
};

const moneyWidgets = ({ stage, gatewayHosts }: DashboardOptions): IWidget[][] => {
  const reconcile = ofService(stage, 'reconcile-payments');
  const outbox = ofService(stage, 'sweep-outbox');
  const deliver = ofService(stage, 'deliver');
  const names = reconcileMetricNames;
  return [
    [
      graph('Answers', [
        answerMetric(stage, OWN_TIME_MS, 'SampleCount', 'all'),
        ...Object.values(answerMetricNames).map((name) => answerMetric(stage, name, 'Sum')),
      ]),
      graph('Attempts in doubt', [reconcile(names.reconciled), reconcile(names.reschedule)]),
    ],
    ...gatewayHosts.flatMap((gateway) => gatewayWidgets(stage, gateway)),
    ...planWidgets(stage),
    [
      graph(
        'For an operator',
        [names.stuck, names.unexpectedCharges, names.overdue, names.contradictions].map((name) =>
          reconcile(name, 'Maximum'),
        ),
      ),
      graph('Webhooks, notices and messages', [
        outbox(sweepMetricNames.due, 'Maximum'),
        outbox(sweepMetricNames.late, 'Maximum'),
        ...Object.values(deliveryMetricNames).map((name) => deliver(name)),
        deliver(ENDPOINTS_FAILING),
      ]),
    ],
  ];
};

const machineWidgets = ({ stage, apiId, table, alarms }: DashboardOptions): IWidget[][] => {
  const api = ofAws('AWS/ApiGateway', { ApiId: apiId });
  const lambda = ofAws('AWS/Lambda', {});
  const ofTable = ofAws('AWS/DynamoDB', { TableName: table.tableName });
  const throttled = new Metric({
    namespace: 'PaymentLink',
    metricName: throttledRequestsMetric(stage),
    statistic: 'Sum',
    period: PERIOD,
    label: '429',
  });
  return [
    [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 2 * WIDTH, height: 8 })],
    [
      graph('Requests', [api('Count'), api('4xx'), api('5xx'), throttled]),
      graph('Time of our own, without banks', [
        answerMetric(stage, OWN_TIME_MS, 'p50'),
        answerMetric(stage, OWN_TIME_MS, 'p99'),
      ]),
    ],
    [
      graph('Failed calls by function', [byFunction(stage, 'Errors')]),
      graph('Throttled calls by function', [byFunction(stage, 'Throttles')]),
    ],
    [
      graph('Lambda, whole account', [
        lambda('ConcurrentExecutions', 'Maximum'),
        lambda('Throttles'),
        lambda('Errors'),
      ]),
      graph('Runs of the workers', [
        ofService(stage, 'reconcile-payments')(RECONCILE_RUNS),
        ofService(stage, 'sweep-outbox')(OUTBOX_SWEEPS),
        ofService(stage, 'make-statements')(STATEMENT_RUNS),
        ofService(stage, 'count-funnel')(FUNNEL_RUNS),
        ofService(stage, 'hand-out-plans')(HAND_OUT_RUNS),
      ]),
    ],
    [
      graph('Table: capacity', [ofTable('ConsumedReadCapacityUnits'), ofTable('ConsumedWriteCapacityUnits')]),
      graph('Table and vault: refused', [
        ofTable('ReadThrottleEvents'),
        ofTable('WriteThrottleEvents'),
        ofTable('TransactionConflict'),
        ofService(stage, VAULT_SERVICE)(VAULT_THROTTLES),
      ]),
    ],
  ];
};

/** Two dashboards: what happens to the money, and how the machine is. */
export const dashboards = (scope: Construct, options: DashboardOptions): readonly Dashboard[] => [
  new Dashboard(scope, 'MoneyDashboard', {
    dashboardName: `payment-link-${options.stage}-money`,
    widgets: moneyWidgets(options),
  }),
  new Dashboard(scope, 'MachineDashboard', {
    dashboardName: `payment-link-${options.stage}-machine`,
    widgets: machineWidgets(options),
  }),
];
