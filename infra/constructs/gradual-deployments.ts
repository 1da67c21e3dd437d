import { Aws, Duration, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { reconcileMetricNames } from '../../shared/observability/log.ts';
import { LIVE_ALIAS, pascalCase } from '../functions/all-functions.ts';
import { functionNameOf } from './called-function.ts';
import { failuresMetric, type OperationFunction } from './operation-function.ts';

const PERIOD = Duration.minutes(1);

/** An alarm takes ten metrics, its expression included. */
const METRICS_AN_ALARM = 9;

interface GradualDeploymentsProps {
  readonly stage: string;
  readonly functions: readonly OperationFunction[];
}

/**
 * Leads a tenth of the calls to a new version for five minutes, then all of them. An alarm in that time leads every call back
 * to the former version, and the deployment fails: when a function fails, or the sweeper finds money that is not where it
 * should be. The alarms are not those of the observability stack, which is deployed after this one.
 */
export class GradualDeployments extends Construct {
  constructor(scope: Construct, { stage, functions }: GradualDeploymentsProps) {
    super(scope, 'Gradual');
    const gradual = functions.flatMap(({ definition: { name }, alias }) =>
      alias === undefined ? [] : [{ name, alias }],
    );
    const names = gradual.map(({ name }) => name);
    const role = deploymentRole(this, { stage, names });
    const application = new LambdaApplication(this, 'Application', { applicationName: `payment-link-${stage}` });
    const alarms = [moneyAlarm(this, stage), ...failureAlarms(this, { stage, names })];
    for (const { name, alias } of gradual) this.#group({ name, alias, application, role, alarms });
  }

  #group(options: {
    readonly name: string;
    readonly alias: Alias;
    readonly application: LambdaApplication;
    readonly role: Role;
    readonly alarms: readonly Alarm[];
  }): LambdaDeploymentGroup {
    const { name, alias, application, role, alarms } = options;
    return new LambdaDeploymentGroup(this, pascalCase(name), {
      deploymentGroupName: name,
      application,
      alias,
      // The construct would add a managed policy that reaches every function of the account.
      role: role.withoutPolicyUpdates(),
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [...alarms],
      autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
    });
  }
}

/** It moves the aliases of these functions, by their names: an alias refers to its group, and the group to this role. */
const deploymentRole = (scope: Construct, { stage, names }: { stage: string; names: readonly string[] }): Role => {
  const { PARTITION, REGION, ACCOUNT_ID } = Aws;
  const functionArn = (name: string) =>
    `arn:${PARTITION}:lambda:${REGION}:${ACCOUNT_ID}:function:${functionNameOf(stage, name)}`;
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    description: `Moves calls to new versions (${stage})`,
    inlinePolicies: {
      access: new PolicyDocument({
        statements: [
          new PolicyStatement({
            sid: 'MoveAliases',
            effect: Effect.ALLOW,
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            resources: names.flatMap((name) => [functionArn(name), `${functionArn(name)}:${LIVE_ALIAS}`]),
          }),
          new PolicyStatement({
            sid: 'WatchAlarms',
            effect: Effect.ALLOW,
            actions: ['cloudwatch:DescribeAlarms'],
            resources: ['*'],
          }),
        ],
      }),
    },
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'CodeDeploy asks for the states of alarms in one call over all of them; it may change none.',
  });
  return role;
};

const alarm = (scope: Construct, id: string, options: { description: string; metric: MathExpression }): Alarm =>
  new Alarm(scope, id, {
    alarmDescription: options.description,
    metric: options.metric,
    threshold: 0,
    evaluationPeriods: 1,
    datapointsToAlarm: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });

/** The sum of metrics that are written only when there is something to count. */
const sumOf = (metrics: readonly Metric[]): MathExpression => {
  const named = metrics.map((metric, index) => [`m${index}`, metric] as const);
  const expression = named.map(([id]) => `FILL(${id}, 0)`).join(' + ');
  return new MathExpression({ expression, usingMetrics: Object.fromEntries(named), period: PERIOD });
};

/** What the sweeper finds when charges are not what they should be. */
const moneyAlarm = (scope: Construct, stage: string): Alarm => {
  const { stuck, unexpectedCharges, contradictions } = reconcileMetricNames;
  const metrics = [stuck, unexpectedCharges, contradictions].map(
    (metricName) =>
      new Metric({
        namespace: 'PaymentLink',
        metricName,
        dimensionsMap: { service: 'reconcile-payments', stage },
        statistic: 'Maximum',
        period: PERIOD,
      }),
  );
  const description = `Ends a release: charges are stuck, unexpected or contradict what was ordered (${stage}). Runbook: Gradual`;
  return alarm(scope, 'Money', { description, metric: sumOf(metrics) });
};

/**
 * Failures of the functions that are released gradually: those of their aliases that Lambda counts, and what their logs tell, unexpected
 * errors that were answered among it.
 */
const failureAlarms = (scope: Construct, { stage, names }: { stage: string; names: readonly string[] }): Alarm[] => {
  const told = new Metric({
    namespace: 'PaymentLink',
    metricName: failuresMetric(stage, 'gradually'),
    statistic: 'Sum',
    period: PERIOD,
  });
  const metrics = [told, ...names.map((name) => errorsOf(stage, name))];
  const groups = Array.from({ length: Math.ceil(metrics.length / METRICS_AN_ALARM) }, (_, index) =>
    metrics.slice(index * METRICS_AN_ALARM, (index + 1) * METRICS_AN_ALARM),
  );
  return groups.map((group, index) => {
    const description = `Ends a release: a function that is released failed (${stage}). Runbook: Gradual`;
    return alarm(scope, `Failures${index + 1}`, { description, metric: sumOf(group) });
  });
};

const errorsOf = (stage: string, name: string): Metric => {
  const functionName = functionNameOf(stage, name);
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: { FunctionName: functionName, Resource: `${functionName}:${LIVE_ALIAS}` },
    statistic: 'Sum',
    period: PERIOD,
  });
};
