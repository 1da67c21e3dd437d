import { Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { accountBudget } from '../monitoring/account-budget.ts';
import {
  type AlarmSpec,
  cardAlarms,
  functionAlarms,
  messageAlarms,
  outboxAlarms,
  reconcileAlarms,
  reusableLinkAlarms,
  tableAlarms,
} from '../monitoring/alarm-specs.ts';
import { apiAlarms, capacityAlarms } from '../monitoring/api-alarms.ts';
import { backupAlarms } from '../monitoring/backup-alarms.ts';
import { canaryAlarms } from '../monitoring/canary-alarms.ts';
import { comparisonAlarms } from '../monitoring/comparison-alarms.ts';
import { dashboards } from '../monitoring/dashboards.ts';
import { funnelAlarms } from '../monitoring/funnel-alarms.ts';
import { gatewayAlarms } from '../monitoring/gateway-alarms.ts';
import { planAlarms } from '../monitoring/plan-alarms.ts';
import { statementAlarms } from '../monitoring/statement-alarms.ts';
import { subDealerListAlarms } from '../monitoring/sub-dealer-list-alarms.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import { apiIdParameter } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';

/** Inputs: the stage and the resources that alarms watch. */
export interface ObservabilityStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly data: DataStack;
}

/**
 * Alarms on failures, slowness and silence of the API, the functions, the banks, the sweeper and the table, sent to the
 * stage's topic or e-mail, and dashboards of them. It imports nothing from the stacks of functions, so that they may change freely.
 */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, props);
    const { settings, data } = props;
    const apiId = StringParameter.valueForStringParameter(this, apiIdParameter(settings.name));
    const actions = alarmTopics(this, settings).map((topic) => new SnsAction(topic));
    const specs = [
      ...apiAlarms(apiId, settings.name),
      ...gatewayAlarms(settings.name, settings.gatewayHosts),
      ...capacityAlarms(settings.name, settings.accountConcurrency),
      ...functionAlarms(settings.name),
      ...cardAlarms(settings.name),
      ...reconcileAlarms(settings.name),
      ...outboxAlarms(settings.name),
      ...statementAlarms(settings.name),
      ...funnelAlarms(settings.name),
      ...planAlarms(settings.name),
      ...canaryAlarms(settings.name),
      ...comparisonAlarms(settings.name),
      ...messageAlarms(settings.name),
      ...reusableLinkAlarms(settings.name),
      ...subDealerListAlarms(settings.name),
      ...tableAlarms(data.tableFor(this, settings)),
      ...backupAlarms(settings),
    ];
    const alarms = specs.map((spec) => {
      const alarm = alarmOf(this, spec, settings.name);
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
      return alarm;
    });
    // A widget shows 100 alarms at the most.
    const shown = alarms.slice(0, 100);
    const { name: stage, gatewayHosts } = settings;
    dashboards(this, { stage, gatewayHosts, apiId, table: data.table, alarms: shown });
    accountBudget(this, settings);
  }
}

const alarmOf = (scope: Construct, spec: AlarmSpec, stage: string): Alarm => {
  const { id, description, metric, threshold, periods, datapoints = periods, heartbeat = false, entry = id } = spec;
  return new Alarm(scope, id, {
    alarmDescription: `${description} (${stage}). Runbook: ${entry}`,
    metric,
    threshold,
    evaluationPeriods: periods,
    datapointsToAlarm: datapoints,
    comparisonOperator: heartbeat ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: heartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
};

const alarmTopics = (scope: Construct, { alarmEmail, alarmTopicArn }: StageSettings): ITopic[] => {
  const topics: ITopic[] = [];
  if (alarmTopicArn !== undefined) topics.push(Topic.fromTopicArn(scope, 'GivenTopic', alarmTopicArn));
  if (alarmEmail !== undefined) {
    const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(alarmEmail));
    // enforceSSL gives the topic a policy of its own. That drops the default policy, which lets alarms publish.
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
};
