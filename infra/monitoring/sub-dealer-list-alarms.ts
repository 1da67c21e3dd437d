import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { functionNameOf } from '../constructs/called-function.ts';
import type { AlarmSpec } from './alarm-specs.ts';

/** The alarm on lists of sub-dealers: what waits in the stream for longer than a day is listed nowhere. */
export const subDealerListAlarms = (stage: string): AlarmSpec[] => [
  {
    id: 'SubDealerListsLate',
    description: 'Payments have waited for five minutes to be listed for their sub-dealers',
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: functionNameOf(stage, 'fill-sub-dealer-lists') },
      statistic: 'Maximum',
      period: Duration.minutes(1),
    }),
    threshold: 5 * 60_000,
    periods: 1,
  },
];
