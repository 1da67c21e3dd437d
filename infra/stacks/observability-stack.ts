import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
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

/** The stage and what is watched. */
export interface ObservabilityStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
  readonly api: ApiStack;
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
    for (const spec of [...apiAlarms(props.api), ...functionAlarms(props.api), ...tableAlarms(props.data)]) {
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

function functionAlarms({ functions }: ApiStack): AlarmSpec[] {
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
