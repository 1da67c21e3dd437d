import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { eventPattern, passesFilter } from '../../infra/local/event-filter.ts';
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

const recordOf = (pk: string, sk: string, eventName = 'INSERT') => ({
  eventName,
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } },
});

describe.each(['production', 'sandbox', 'local'])('What runs by itself in %s', (stage) => {
  const templates = templatesOf(settingsOf(stage));

  test('reconcile-payments every minute, without retries of an old event (rule 8)', () => {
    // Seven schedules; the local stage, which has SMS and e-mail, hears the reports of both services too.
    templates.events.resourceCountIs('AWS::Events::Rule', stage === 'local' ? 9 : 7);
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

  test('what reconcile-payments hands on to itself is not retried either, and it knows its own name', () => {
    templates.events.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: 'ReconcilePaymentsFunction' },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    templates.events.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: `payment-link-${stage}-reconcile-payments`,
      Environment: { Variables: Match.objectLike({ OWN_FUNCTION: `payment-link-${stage}-reconcile-payments` }) },
    });
  });

  test('its time-out is shorter than the lease of an attempt, and no route leads to it', () => {
    templates.events.hasResourceProperties('AWS::Lambda::Function', { Timeout: 55 });
    templates.events.resourceCountIs('AWS::ApiGatewayV2::Route', 0);
    const ids = Object.keys(templates.api.toJSON().Resources);
    expect(ids).toContain('OperateFunction');
    expect(ids.filter((id) => id.startsWith('ReconcilePayments'))).toEqual([]);
  });

  test('it may read and write attempts, query the queue, open merchant keys and waiting cards, store cards, delete boxes, and nothing else', () => {
    const roles = Object.entries(templates.events.findResources('AWS::IAM::Role'));
    const role = roles.find(([id]) => id.startsWith('ReconcilePayments'))?.[1];
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
      ['InvokeItself', 'lambda:InvokeFunction'],
    ]);
    expect(JSON.stringify(statements)).toContain('/index/due');
    expect(JSON.stringify(role)).toContain('"kms:EncryptionContext:purpose":["merchant-key","card-pending"]');
    expect(JSON.stringify(role)).toContain('"kms:EncryptionContext:purpose":"card"');
  });

  test('sweep-outbox every minute, and deliver without retries: what a worker leaves undone stands in the queue (rule 38)', () => {
    templates.events.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': ['SweepOutboxFunction', 'Arn'] },
          RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
        },
      ],
    });
    templates.events.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: 'DeliverFunction' },
      MaximumRetryAttempts: 0,
    });
  });

  test('hand-out-plans every minute, and charge-plans without retries: what no worker begins is handed out again', () => {
    templates.events.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      Targets: [Match.objectLike({ Arn: { 'Fn::GetAtt': ['HandOutPlansFunction', 'Arn'] } })],
    });
    templates.events.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: 'ChargePlansFunction' },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    templates.events.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: `payment-link-${stage}-hand-out-plans`,
      Environment: {
        Variables: Match.objectLike({
          CHARGE_PLANS_FUNCTION: { Ref: 'ChargePlansFunction' },
          RECURRING: JSON.stringify({ batchesAtOnce: 10, plansPerBatch: 500, chargesAtOncePerGateway: 50 }),
        }),
      },
    });
  });

  test('new events alone wake fan-out-events: no other write of the table, and no other change of an event', () => {
    const sources = Object.values(templates.events.findResources('AWS::Lambda::EventSourceMapping'));
    const source = sources.find(({ Properties }) => Properties.FunctionName.Ref === 'FanOutEventsFunction');
    const { FunctionName, FilterCriteria, StartingPosition, MaximumRetryAttempts } = source?.Properties ?? {};
    expect({ FunctionName, StartingPosition, MaximumRetryAttempts }).toEqual({
      FunctionName: { Ref: 'FanOutEventsFunction' },
      StartingPosition: 'LATEST',
      MaximumRetryAttempts: 2,
    });
    const [filter] = FilterCriteria.Filters;
    const pattern = eventPattern.parse(JSON.parse(filter.Pattern));
    expect(passesFilter(pattern, recordOf('OUTBOX#p-link-paid', 'EVENT'))).toBe(true);
    expect(passesFilter(pattern, recordOf('OUTBOX#p-link-paid', 'EVENT', 'MODIFY'))).toBe(false);
    expect(passesFilter(pattern, recordOf('OUTBOX#p-link-paid', 'DELIVERY#notice'))).toBe(false);
    expect(passesFilter(pattern, recordOf('PAY#p', '2#STATE'))).toBe(false);
  });

  test('new shares of sub-dealers and new steps alone wake fill-sub-dealer-lists, for as long as the stream has them', () => {
    const sources = Object.values(templates.events.findResources('AWS::Lambda::EventSourceMapping'));
    // More readers than two would slow each other down.
    expect(sources).toHaveLength(2);
    const source = sources.find(({ Properties }) => Properties.FunctionName.Ref === 'FillSubDealerListsFunction');
    const { FilterCriteria, ...properties } = source?.Properties ?? {};
    expect(properties).toMatchObject({
      StartingPosition: 'LATEST',
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 86_400,
      MaximumRetryAttempts: 10_000,
    });
    const pattern = eventPattern.parse(JSON.parse(FilterCriteria.Filters[0].Pattern));
    const passing = [
      ['PAY#p', '6#SUB-DEALERS#01'],
      ['PAY#p', '6#SUB-DEALERS#20'],
      ['PAY#p', '5#STEP#001'],
    ] as const;
    for (const [pk, sk] of passing) {
      expect(passesFilter(pattern, recordOf(pk, sk))).toBe(true);
      expect(passesFilter(pattern, recordOf(pk, sk, 'MODIFY'))).toBe(false);
    }
    expect(passesFilter(pattern, recordOf('PAY#p', '6#SUB-DEALERS#S#001'))).toBe(false);
    expect(passesFilter(pattern, recordOf('PAY#p', '3#ATTEMPT#01'))).toBe(false);
    expect(passesFilter(pattern, recordOf('SUB#D#11#202611', '5#STEP#001'))).toBe(false);
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
