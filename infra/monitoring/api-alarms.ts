import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ANSWERS_SERVICE, VAULT_SERVICE, VAULT_THROTTLES } from '../../shared/observability/gateway-metrics.ts';
import { answerMetricNames, OWN_TIME_MS } from '../../shared/observability/log.ts';
import { type AlarmSpec, PERIOD } from './alarm-specs.ts';

/** The metric of requests that API Gateway refused as too many, made from its access log. */
export const throttledRequestsMetric = (stage: string): string => `${stage}-throttled-requests`;

/** Part of the account's concurrency that is left when its alarm rings. */
const CONCURRENCY_SHARE = 0.8;

/** Metrics on all answers of the stage. */
export const answerMetric = (stage: string, metricName: string, statistic: string, label?: string): IMetric =>
  new Metric({
    namespace: 'PaymentLink',
    metricName,
    dimensionsMap: { service: ANSWERS_SERVICE, stage },
    statistic,
    period: PERIOD,
    ...(label === undefined ? {} : { label }),
  });

/** Alarms on the HTTP API, by its id, and on what its functions answer. */
export const apiAlarms = (apiId: string, stage: string): AlarmSpec[] => [
  {
    id: 'ApiServerErrors',
    description: 'The API answered with 5xx',
    metric: new Metric({
      namespace: 'AWS/ApiGateway',
      metricName: '5xx',
      dimensionsMap: { ApiId: apiId },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: 0,
    periods: 1,
  },
  {
    id: 'UnexpectedAnswers',
    description: 'Dealers or payers were answered with an unexpected error (EX, or a failure page)',
    metric: answerMetric(stage, answerMetricNames.unexpected, 'Sum'),
    threshold: 0,
    periods: 1,
  },
  {
    id: 'OwnTime',
    description: 'One answer in a hundred takes longer than 2 s without the time of banks, for five minutes',
    metric: answerMetric(stage, OWN_TIME_MS, 'p99'),
    threshold: 2_000,
    periods: 5,
  },
  {
    id: 'RequestsThrottled',
    description: 'More than 20 requests a minute were refused with 429, for three minutes',
    metric: new Metric({
      namespace: 'PaymentLink',
      metricName: throttledRequestsMetric(stage),
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: 20,
    periods: 3,
  },
];

/** Alarms on what the account has room for: Lambda's concurrency, where the stage says how much it is, and KMS. */
export const capacityAlarms = (stage: string, accountConcurrency: number | undefined): AlarmSpec[] => [
  {
    id: 'VaultThrottles',
    description: 'KMS refused calls as too many',
    metric: new Metric({
      namespace: 'PaymentLink',
      metricName: VAULT_THROTTLES,
      dimensionsMap: { service: VAULT_SERVICE, stage },
      statistic: 'Sum',
      period: PERIOD,
    }),
    threshold: 0,
    periods: 1,
  },
  ...(accountConcurrency === undefined
    ? []
    : [
        {
          id: 'AccountConcurrency',
          description: `Four fifths of the ${accountConcurrency} concurrent executions of the account are in use`,
          // Without dimensions it counts all functions of the account in the region.
          metric: new Metric({
            namespace: 'AWS/Lambda',
            metricName: 'ConcurrentExecutions',
            statistic: 'Maximum',
            period: PERIOD,
          }),
          // The alarm rings above it, and an account of 10 never has more than 10.
          threshold: Math.floor(accountConcurrency * CONCURRENCY_SHARE) - 1,
          periods: 2,
        },
      ]),
];
