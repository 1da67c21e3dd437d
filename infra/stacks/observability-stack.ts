import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { pascalCase } from '../functions.ts';
import type { StageSettings } from '../stage-config.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { EventsStack } from './events-stack.ts';

/** The stage and what is watched. */
export interface ObservabilityStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly events: EventsStack;
}

interface AlarmSpec {
  readonly id: string;
  readonly description: string;
  readonly metric: IMetric;
  readonly threshold: number;
  /** How many of the last so many periods must be over the threshold. */
  readonly periods: number;
}

const period = Duration.minutes(1);

/** Alarms on failures and slowness of the API, the functions and the table, sent to the stage's topic or e-mail. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, props);
    const topics = alarmTopics(this, props.settings);
    const specs = [
      ...apiAlarms(props.api),
      ...functionAlarms([...props.api.functions, ...props.events.functions]),
      ...settleAlarms(),
      ...tableAlarms(props.data),
    ];
    for (const spec of specs) {
      const alarm = new Alarm(this, spec.id, {
        alarmDescription: `${spec.description} (${props.settings.name})`,
        metric: spec.metric,
        threshold: spec.threshold,
        evaluationPeriods: spec.periods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      for (const topic of topics) alarm.addAlarmAction(new SnsAction(topic));
    }
  }
}

function alarmTopics(scope: Construct, { alarmEmail, alarmTopicArn }: StageSettings): ITopic[] {
  const topics: ITopic[] = [];
  if (alarmTopicArn !== undefined) topics.push(Topic.fromTopicArn(scope, 'GivenTopic', alarmTopicArn));
  if (alarmEmail !== undefined) {
    const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(alarmEmail));
    // enforceSSL gives the topic a policy of its own, and with it goes the default one that let alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LetAlarmsPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
      }),
    );
    topics.push(topic);
  }
  return topics;
}

function apiAlarms({ api }: ApiStack): AlarmSpec[] {
  return [
    {
      id: 'ApiServerErrors',
      description: 'The API answered with 5xx',
      metric: api.metricServerError({ period, statistic: 'Sum' }),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'ApiLatency',
      description: 'One request in a hundred takes longer than 3 s, for five minutes',
      metric: api.metricLatency({ period, statistic: 'p99' }),
      threshold: 3_000,
      periods: 5,
    },
  ];
}

function functionAlarms(functions: ApiStack['functions']): AlarmSpec[] {
  return functions.flatMap(({ definition, lambda, unexpectedErrors }) => [
    {
      id: `${pascalCase(definition.name)}Errors`,
      description: `${definition.name} failed or timed out`,
      metric: lambda.metricErrors({ period }),
      threshold: 0,
      periods: 1,
    },
    {
      id: `${pascalCase(definition.name)}Throttles`,
      description: `${definition.name} was refused for want of concurrency`,
      metric: lambda.metricThrottles({ period }),
      threshold: 0,
      periods: 1,
    },
    {
      id: `${pascalCase(definition.name)}UnexpectedErrors`,
      description: `${definition.name} met an unexpected error, and answered it`,
      metric: unexpectedErrors.metric({ period, statistic: 'Sum' }),
      threshold: 0,
      periods: 1,
    },
  ]);
}

/** What the sweeper finds, by the names of the metrics that it writes (rules 4, 5, 8). */
function settleAlarms(): AlarmSpec[] {
  const metric = (metricName: string): IMetric =>
    new Metric({
      namespace: 'PaymentLink',
      metricName,
      dimensionsMap: { service: 'settle-in-doubt' },
      statistic: 'Maximum',
      period,
    });
  return [
    {
      id: 'AttemptsStuck',
      description: 'A charge could not be taken back for a day: an operator must settle it with the bank',
      metric: metric('AttemptsStuck'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'UnexpectedCharges',
      description: 'The bank holds a charge that no attempt may keep; it is being taken back',
      metric: metric('UnexpectedCharges'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'AttemptsOverdue',
      description:
        'A bank tells nothing clear of a charge, past the time at which even "no record" is believed: ask it',
      metric: metric('AttemptsOverdue'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'AttemptsFailed',
      description: 'Attempts in doubt failed or cannot be read, and were put off',
      metric: metric('AttemptsFailed'),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'AttemptsPutOff',
      description: 'More than 50 attempts a minute stay in doubt, for ten minutes: a bank does not answer',
      metric: metric('AttemptsPutOff'),
      threshold: 50,
      periods: 10,
    },
  ];
}

function tableAlarms({ table }: DataStack): AlarmSpec[] {
  const systemErrors = table.metricSystemErrorsForOperations({
    period,
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
      metric: table.metric('ReadThrottleEvents', { period, statistic: 'Sum' }),
      threshold: 0,
      periods: 1,
    },
    {
      id: 'TableWriteThrottles',
      description: 'DynamoDB refused writes',
      metric: table.metric('WriteThrottleEvents', { period, statistic: 'Sum' }),
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
}
