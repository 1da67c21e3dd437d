import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { settingsOf, templatesOf } from './stage-templates.ts';

const roleSchema = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(z.object({ Sid: z.string(), Action: z.unknown(), Resource: z.unknown() })),
      }),
    }),
  ),
});

const environmentSchema = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });

describe.each(['production', 'sandbox', 'local'])('What runs by itself in %s', (stage) => {
  const templates = templatesOf(settingsOf(stage));

  test('reconcile-payments every minute, without retries of an old event (rule 8)', () => {
    templates.events.resourceCountIs('AWS::Events::Rule', 1);
    templates.events.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': ['ReconcilePaymentsFunction', 'Arn'] },
          RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
        },
      ],
    });
  });

  test('its time-out is shorter than the lease of an attempt, and no route leads to it', () => {
    templates.events.hasResourceProperties('AWS::Lambda::Function', { Timeout: 55 });
    templates.events.resourceCountIs('AWS::ApiGatewayV2::Route', 0);
    expect(JSON.stringify(templates.api.toJSON())).not.toContain('reconcile-payments');
  });

  test('it may read and write attempts, query the queue, open merchant keys and waiting cards, store cards, delete boxes, and nothing else', () => {
    const [role] = Object.values(templates.events.findResources('AWS::IAM::Role'));
    const statements = roleSchema.parse(role?.Properties).Policies.flatMap((one) => one.PolicyDocument.Statement);
    expect(statements.map(({ Sid, Action }) => [Sid, Action])).toEqual([
      ['WriteOwnLogs', ['logs:CreateLogStream', 'logs:PutLogEvents']],
      ['UseTableKeyThroughDynamoDb', ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey']],
      ['SealSecrets', 'kms:GenerateDataKey'],
      ['OpenSecrets', 'kms:Decrypt'],
      ['HashCards', 'kms:GenerateMac'],
      [
        'UseTable',
        ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      ],
      ['QueryIndexes', 'dynamodb:Query'],
      ['UseBoxes', 'dynamodb:DeleteItem'],
    ]);
    expect(JSON.stringify(statements)).toContain('/index/due');
    expect(JSON.stringify(role)).toContain('"kms:EncryptionContext:purpose":["merchant-key","card-pending"]');
    expect(JSON.stringify(role)).toContain('"kms:EncryptionContext:purpose":"card"');
  });

  test('it asks each gateway as often as the stage says, 25 times a second by default', () => {
    const rateOf = (of: typeof templates): unknown => {
      const [{ properties } = { properties: {} }] = of
        .resources('AWS::Lambda::Function')
        .filter(({ logicalId }) => logicalId === 'ReconcilePaymentsFunction');
      return environmentSchema.parse(properties).Environment.Variables.INQUIRIES_PER_SECOND;
    };
    expect(rateOf(templates)).toBe('25');
    expect(rateOf(templatesOf({ ...settingsOf(stage), reconcileInquiriesPerSecond: 7 }))).toBe('7');
  });
});
