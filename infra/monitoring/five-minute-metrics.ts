import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';

/** Metrics that a function of a stage prints, by name and statistic, over five minutes: the pause between its runs. */
export const fiveMinuteMetrics =
  (service: string, stage: string) =>
  (metricName: string, statistic: string): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service, stage },
      statistic,
      period: Duration.minutes(5),
    });
