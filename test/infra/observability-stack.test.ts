import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

/** All alarms but those that end a release: who releases hears of that. */
const toldOf = (templates: StageTemplates) =>
  templates.resources('AWS::CloudWatch::Alarm').filter(({ logicalId }) => !logicalId.startsWith('Gradual'));

describe('Alarms', () => {
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
    expect(alarms.length).toBeGreaterThan(30);
    for (const { properties } of alarms) expect(properties.AlarmActions).toHaveLength(1);
  });

  test('stand without actions where the stage names nobody', () => {
    const { observability } = templatesOf(settingsOf('sandbox'));
    observability.resourceCountIs('AWS::SNS::Topic', 0);
  });
});
