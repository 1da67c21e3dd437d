import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { eventFunctionsOf, functionsOf, pascalCase } from '../../infra/functions.ts';
import { type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

/** Every function of a production stage: those of the API, and those that run by themselves. */
const watched = [...functionsOf('production'), ...eventFunctionsOf('production')];

/** All alarms but those that end a release: who releases hears of that. */
const toldOf = (templates: StageTemplates) =>
  templates.resources('AWS::CloudWatch::Alarm').filter(({ logicalId }) => !logicalId.startsWith('Gradual'));

describe('Alarms', () => {
  test('watch the API, every function and the table', () => {
    const { observability } = templatesOf(settingsOf('production'));
    const found = Object.keys(observability.findResources('AWS::CloudWatch::Alarm')).map((id) =>
      id.replace(/[0-9A-F]{8}$/, ''),
    );
    const wanted = [
      'ApiServerErrors',
      'UnexpectedAnswers',
      'OwnTime',
      'RequestsThrottled',
      'VaultThrottles',
      ...watched.flatMap(({ name }) => [
        `${pascalCase(name)}Errors`,
        `${pascalCase(name)}Throttles`,
        `${pascalCase(name)}UnexpectedErrors`,
      ]),
      'CardsNotStored',
      // The sweeper's findings, and whether it runs.
      'SweeperSilent',
      'AttemptsStuck',
      'UnexpectedCharges',
      'AttemptsOverdue',
      'Contradictions',
      'AttemptsFailed',
      'SilentGateways',
      'MessageBudgetUsedUp',
      'OutboxSilent',
      'DeliveriesDead',
      'EndpointsFailing',
      'OutboxLate',
      'OutboxBacklog',
      'OutboxFailed',
      'SubDealerListsLate',
      'StatementsSilent',
      'StatementsFailed',
      'StatementsLate',
      'HandOutSilent',
      'HandOutsFailed',
      'PlansOverdue',
      'PlansUnreadable',
      'PlanTriesRefused',
      'CanarySilent',
      'CanaryFailing',
      'DifferencesFound',
      'ComparisonSilent',
      'ComparisonsLate',
      'TableReadThrottles',
      'TableWriteThrottles',
      'TableConflicts',
      'TableSystemErrors',
    ];
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  test('count what a function logs as an error: EX is answered with status 200, which no other alarm sees', () => {
    const templates = templatesOf(settingsOf('production'));
    const filters = templates
      .resources('AWS::Logs::MetricFilter')
      .map(({ properties }) => properties)
      .filter(({ FilterPattern }) => FilterPattern !== '{ $.status = "429" }');
    expect(filters).toHaveLength(watched.length);
    const alarms = templates.resources('AWS::CloudWatch::Alarm').map(({ properties }) => properties);
    for (const { FilterPattern, MetricTransformations } of filters) {
      expect(FilterPattern).toBe('{ $.level = "ERROR" }');
      const [{ MetricName, MetricNamespace }] = MetricTransformations as [Record<string, unknown>];
      expect(MetricName).toMatch(/^production-/);
      expect(alarms).toContainEqual(
        expect.objectContaining({ MetricName, Namespace: MetricNamespace, Statistic: 'Sum', Threshold: 0 }),
      );
    }
    const metrics = filters.map(({ MetricTransformations }) => JSON.stringify(MetricTransformations));
    expect(new Set(metrics).size).toBe(filters.length);
  });

  test('go to the topic and the address that the stage names', () => {
    const alarmTopicArn = 'arn:aws:sns:eu-central-1:000000000000:pager';
    const templates = templatesOf({ ...settingsOf('production'), alarmEmail: 'ops@example.com', alarmTopicArn });
    templates.observability.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
    templates.observability.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'sns:Publish',
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
          }),
        ]),
      },
    });
    for (const { properties } of toldOf(templates)) {
      expect(properties.AlarmActions).toEqual([alarmTopicArn, expect.stringContaining(':sns:')]);
      // The receiver of an alarm also hears when it is over.
      expect(properties.OKActions).toEqual(properties.AlarmActions);
    }
  });

  test.each([
    ['an address', { alarmEmail: 'ops@example.com' }],
    ['a topic', { alarmEmail: undefined, alarmTopicArn: 'arn:aws:sns:eu-central-1:000000000000:pager' }],
  ])('of production go to somebody each, where the stage names %s', (_what, recipient) => {
    const alarms = toldOf(templatesOf({ ...settingsOf('production'), ...recipient }));
    expect(alarms.length).toBeGreaterThan(40);
    for (const { properties } of alarms) expect(properties.AlarmActions).toHaveLength(1);
  });

  test('stand without actions where the stage names nobody', () => {
    const { observability } = templatesOf(settingsOf('sandbox'));
    observability.resourceCountIs('AWS::SNS::Topic', 0);
  });
});
