import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionDefinitions } from '../../infra/functions.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const templates = templatesOf(settingsOf('production'));
const sandbox = templatesOf(settingsOf('sandbox'));

const statementSchema = z.object({
  Sid: z.string(),
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.union([z.string(), z.array(z.string())]),
  Condition: z.unknown().optional(),
});
const roleSchema = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statementSchema) }) })),
});

const listOf = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

const inAccount = (service: string, rest: string) => `arn:aws:${service}:eu-central-1:000000000000:${rest}`;
const table = inAccount('dynamodb', 'table/payment-link-production-data-Table');
const boxes = inAccount('dynamodb', 'table/payment-link-production-data-Boxes');
/** Not even as what a write replaced may such a function see a box. */
const returnsNothing = '{"StringEqualsIfExists":{"dynamodb:ReturnValues":"NONE"}}';
const lambda = (name: string) => inAccount('lambda', `function:payment-link-production-${name}`);

/** Operations that charge are called by their alias. */
const isLiveOperation = (name: string) =>
  ['make-direct-payment', 'start-3d-payment', 'capture-payment', 'void-payment'].includes(name);
const called = (name: string) => (isLiveOperation(name) ? `${lambda(name)}:live` : lambda(name));

/** All roles but the one that releases new versions, which gradual-deployments.test.ts looks at. */
const rolesOfFunctions = () =>
  templates.resources('AWS::IAM::Role').filter(({ logicalId }) => !logicalId.startsWith('GradualRole'));

/** The statements of each role as one line each: actions, resources, condition. The log statement is left out. */
const grantsOf = (role: string): string[] => {
  const found = templates.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith(`${role}Role`));
  expect(found).toHaveLength(1);
  const { Policies } = roleSchema.parse(found[0]?.properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Sid }) => Sid !== 'WriteOwnLogs')
    .map(({ Effect, Action, Resource, Condition }) => {
      const condition = Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`;
      return `${Effect} ${listOf(Action).toSorted().join(' ')} on ${listOf(Resource).map(keyName).join(' ')}${condition}`;
    });
};

// The ARN of a key holds its id. The key's logical id makes roles easier to read.
const keyNames = new Map<string, string>();
for (const { properties } of templates.resources('AWS::DynamoDB::Table')) {
  const { KMSMasterKeyId } = z.object({ KMSMasterKeyId: z.string() }).parse(properties.SSESpecification);
  keyNames.set(KMSMasterKeyId, 'TableKey');
}
for (const { properties } of templates.resources('AWS::Lambda::Function')) {
  const keyArn = z.string().optional();
  const environment = z.object({ Variables: z.object({ VAULT_KEY_ARN: keyArn, CARD_HASH_KEY_ARN: keyArn }) });
  const { VAULT_KEY_ARN, CARD_HASH_KEY_ARN } = environment.parse(properties.Environment).Variables;
  if (VAULT_KEY_ARN !== undefined) keyNames.set(VAULT_KEY_ARN, 'VaultKey');
  if (CARD_HASH_KEY_ARN !== undefined) keyNames.set(CARD_HASH_KEY_ARN, 'CardHashKey');
}

const keyName = (arn: string) => keyNames.get(arn) ?? arn;

const viaDynamoDb = '{"StringEquals":{"kms:ViaService":"dynamodb.eu-central-1.amazonaws.com"}}';
const readsTableKey = `Allow kms:Decrypt kms:DescribeKey on TableKey if ${viaDynamoDb}`;
const writesTableKey = `Allow kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey on TableKey if ${viaDynamoDb}`;
const purpose = (value: string | string[]) =>
  JSON.stringify({ StringEquals: { 'kms:EncryptionContext:purpose': value } });

/** The functions that dealers call, of both stacks. */
const operations = [
  'create-payment-request',
  'get-payment-request',
  'cancel-payment-request',
  'resend-payment-request',
  'start-mobile-3d',
  'make-direct-payment',
  'start-3d-payment',
  'get-payment-detail',
  'capture-payment',
  'void-payment',
  'refund-payment',
  'approve-pool-payment',
  'undo-pool-approval',
  'get-dealer',
  'get-statements',
  'get-bank-card',
  'calculate-payment-amount',
  'calculate-payment-table',
  'get-sale',
  'get-customer',
  'list-payments',
  'list-transactions',
  'update-payment',
  'add-customer',
  'update-customer',
  'list-customers',
  'remove-customer',
  'add-customer-with-card',
  'add-card',
  'update-card',
  'get-card',
  'list-cards',
  'remove-card',
  'add-sale',
  'update-sale',
  'delete-sale',
  'list-sales',
  'add-payment-plan',
  'update-payment-plan',
  'delete-payment-plan',
  'get-payment-plan',
  'list-payment-plans',
  'list-plan-tries',
  'report-payment-plans',
  'add-product',
  'delete-product',
  'list-products',
  'add-schedule',
  'update-schedule',
  'get-schedule',
  'list-schedules',
  'delete-schedule',
];

describe('Each function may do exactly what its work needs (rule 24 for the purposes)', () => {
  test('the table’s key, the vault’s and that of card hashes are three keys', () => {
    expect([...keyNames.values()].toSorted()).toEqual(['CardHashKey', 'TableKey', 'VaultKey']);
  });

  test('create-payment-request reads and writes the table, and seals and opens CodeForHash', () => {
    expect(grantsOf('CreatePaymentRequest')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('code-for-hash')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('code-for-hash')}`,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('get-payment-request only reads the table', () => {
    expect(grantsOf('GetPaymentRequest')).toEqual([readsTableKey, `Allow dynamodb:GetItem dynamodb:Query on ${table}`]);
  });

  test('cancel-payment-request reads the table and updates the state of a link', () => {
    expect(grantsOf('CancelPaymentRequest')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('resend-payment-request reads the table and adds deliveries; it sends nothing itself', () => {
    expect(grantsOf('ResendPaymentRequest')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query on ${table}`,
    ]);
  });

  test('start-mobile-3d reads and writes the table, and seals and opens CodeForHash', () => {
    expect(grantsOf('StartMobile3d')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('code-for-hash')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('code-for-hash')}`,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('start-3d-payment makes boxes and reads none; it opens stored cards, and calls no bank (rule 24)', () => {
    expect(grantsOf('Start3dPayment')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose(['card-challenge', 'code-for-hash'])}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card', 'code-for-hash'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:PutItem on ${boxes} if ${returnsNothing}`,
    ]);
  });

  test('open-3d-payment alone reads boxes; it opens them and merchant keys, and no stored card (rule 25)', () => {
    expect(grantsOf('Open3dPayment')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card-pending')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card-challenge', 'merchant-key'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:DeleteItem dynamodb:GetItem on ${boxes}`,
    ]);
    const readers = templates.resources('AWS::IAM::Role').flatMap(({ logicalId, properties }) =>
      roleSchema
        .parse(properties)
        .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(
          ({ Action, Resource }) => listOf(Resource).includes(boxes) && listOf(Action).includes('dynamodb:GetItem'),
        )
        .map(() => logicalId),
    );
    expect(readers).toEqual([expect.stringMatching(/^Open3dPayment/)]);
  });

  test('get-dealer only reads the table', () => {
    expect(grantsOf('GetDealer')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
    ]);
  });

  test('get-sale only reads the table', () => {
    expect(grantsOf('GetSale')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
    ]);
  });

  test('get-customer reads the table and opens customer passwords', () => {
    expect(grantsOf('GetCustomer')).toEqual([
      readsTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose('customer-password')}`,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
    ]);
  });

  test('start-payment reads and writes the table, opens merchant keys, hashes and seals cards, and opens none', () => {
    expect(grantsOf('StartPayment')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose(['card-pending', 'card'])}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('merchant-key')}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('pay-with-stored-card opens stored cards, passwords of customers and merchant keys, and seals nothing (rule 48)', () => {
    expect(grantsOf('PayWithStoredCard')).toEqual([
      writesTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card', 'customer-password', 'merchant-key'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('make-direct-payment reads and writes the table, opens merchant keys, opens and stores cards, and hashes them', () => {
    expect(grantsOf('MakeDirectPayment')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose(['card', 'card-pending'])}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card', 'card-pending', 'merchant-key'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('complete-3d reads and writes the table, opens merchant keys and the card that waits, and stores it', () => {
    expect(grantsOf('Complete3d')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['merchant-key', 'card-pending'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('reconcile-payments has the rights of complete-3d to keys, reads the queue, deletes boxes without reading them, and starts itself alone', () => {
    expect(grantsOf('ReconcilePayments')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['merchant-key', 'card-pending'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/due`,
      `Allow dynamodb:DeleteItem on ${boxes} if ${returnsNothing}`,
      `Allow lambda:InvokeFunction on ${lambda('reconcile-payments')}`,
    ]);
  });

  test('fan-out-events reads the stream, writes the outbox and starts deliver; it opens nothing', () => {
    expect(grantsOf('FanOutEvents')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams on ${table}/stream/local`,
      `Allow lambda:InvokeFunction on ${lambda('deliver')}`,
    ]);
  });

  test('deliver calls addresses of dealers, so it has no right on cards, merchant keys or CodeForHash (rule 41)', () => {
    expect(grantsOf('Deliver')).toEqual([
      writesTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose(['webhook-secret', 'provider-key'])}`,
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/due`,
    ]);
  });

  test('sweep-outbox reads the queue, writes the outbox and starts deliver', () => {
    expect(grantsOf('SweepOutbox')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/due`,
      `Allow lambda:InvokeFunction on ${lambda('deliver')}`,
    ]);
  });

  test('hand-out-plans reads the queue and whether the stage recovers, starts charge-plans, and writes nothing', () => {
    expect(grantsOf('HandOutPlans')).toEqual([
      readsTableKey,
      `Allow dynamodb:GetItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/due`,
      `Allow lambda:InvokeFunction on ${lambda('charge-plans')}`,
    ]);
  });

  test('make-statements reads payments and their lists, writes statements, and opens nothing', () => {
    expect(grantsOf('MakeStatements')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('compare-with-bank reads payments, asks banks and writes its report: it updates and deletes nothing', () => {
    expect(grantsOf('CompareWithBank')).toEqual([
      writesTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose('merchant-key')}`,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('charge-plans opens stored cards and merchant keys, seals CodeForHash of its links, and deletes nothing', () => {
    expect(grantsOf('ChargePlans')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('code-for-hash')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card', 'merchant-key'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:ConditionCheckItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('run-canary reads its account and opens it; all else it does through the public address', () => {
    expect(grantsOf('RunCanary')).toEqual([
      readsTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose('canary-account')}`,
      `Allow dynamodb:GetItem on ${table}`,
    ]);
  });

  test('get-statements reads the table alone', () => {
    expect(grantsOf('GetStatements')).toEqual([readsTableKey, `Allow dynamodb:GetItem dynamodb:Query on ${table}`]);
  });

  test('reencrypt-cards opens stored cards and seals them again, and hashes none', () => {
    expect(grantsOf('ReencryptCards')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('card')}`,
      `Allow dynamodb:GetItem dynamodb:PutItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('redirect-payer reads payments only: CodeForHash is not at hand there (rule 28)', () => {
    expect(grantsOf('RedirectPayer')).toEqual([readsTableKey, `Allow dynamodb:Query on ${table}`]);
  });

  test('the embedded bank of a sandbox stage touches the table and no key but the table’s (rule 22)', () => {
    const roles = sandbox.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith('BankSimulator'));
    expect(roles).toHaveLength(1);
    const statements = roleSchema.parse(roles[0]?.properties).Policies[0]?.PolicyDocument.Statement ?? [];
    expect(statements.map(({ Sid }) => Sid)).toEqual(['WriteOwnLogs', 'UseTableKeyThroughDynamoDb', 'UseTable']);
  });

  test('the documents of a sandbox stage touch nothing (rule 49)', () => {
    const roles = sandbox.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith('ShowDocuments'));
    expect(roles).toHaveLength(1);
    const statements = roleSchema.parse(roles[0]?.properties).Policies[0]?.PolicyDocument.Statement ?? [];
    expect(statements.map(({ Sid }) => Sid)).toEqual(['WriteOwnLogs']);
  });

  test('the demo shop of a sandbox stage gets and puts rows, and has no secrets but its own (rules 24 and 49)', () => {
    const [shop] = sandbox.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith('ShowShop'));
    const statements = roleSchema.parse(shop?.properties).Policies[0]?.PolicyDocument.Statement ?? [];
    const shown = statements.map(({ Sid, Action, Condition }) => [Sid, Action, Condition]);
    const own = { StringEquals: { 'kms:EncryptionContext:purpose': 'demo-shop' } };
    expect(shown.filter(([sid]) => sid !== 'WriteOwnLogs' && sid !== 'UseTableKeyThroughDynamoDb')).toEqual([
      ['SealSecrets', 'kms:GenerateDataKey', own],
      ['OpenSecrets', 'kms:Decrypt', own],
      ['UseTable', ['dynamodb:GetItem', 'dynamodb:PutItem'], undefined],
    ]);
    const mayOpen = sandbox
      .resources('AWS::IAM::Role')
      .filter(({ properties }) => JSON.stringify(properties).includes('demo-shop'))
      .map(({ logicalId }) => logicalId.replace(/Role.*$/, ''));
    expect(mayOpen.toSorted()).toEqual(['Operate', 'ShowShop']);
    expect(functionDefinitions.filter(({ opens }) => opens.includes('demo-shop')).map(({ name }) => name)).toEqual([
      'show-shop',
    ]);
  });

  test('show-payment-page only reads the table', () => {
    expect(grantsOf('ShowPaymentPage')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
    ]);
  });

  test('send-receipt writes to the table, opens nothing, and sends nothing itself', () => {
    expect(grantsOf('SendReceipt')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('operate seals passwords, merchant keys and secrets of webhooks and providers, and opens merchant keys alone, for captures and voids', () => {
    expect(grantsOf('Operate')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose(['customer-password', 'merchant-key', 'webhook-secret', 'provider-key', 'canary-account'])}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('merchant-key')}`,
      `Allow dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing ${table}/index/due`,
    ]);
  });

  test('fill-sub-dealer-lists reads the stream and payments, and puts rows; it opens nothing', () => {
    expect(grantsOf('FillSubDealerLists')).toEqual([
      writesTableKey,
      `Allow dynamodb:PutItem dynamodb:Query on ${table}`,
      `Allow dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams on ${table}/stream/local`,
    ]);
  });

  test.each(['ListPayments', 'ListTransactions'])('%s only reads the table and the listing', (name) => {
    expect(grantsOf(name)).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:Query on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test.each([
    ['AddPaymentPlan', 'BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem'],
    ['UpdatePaymentPlan', 'BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query'],
    ['DeletePaymentPlan', 'BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query'],
  ])('%s reads and writes the table, and opens no card', (name, actions) => {
    expect(grantsOf(name)).toEqual([writesTableKey, `Allow dynamodb:${actions} on ${table}`]);
  });

  test('get-payment-plan reads the table alone', () => {
    expect(grantsOf('GetPaymentPlan')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
    ]);
  });

  test.each([
    ['ListPaymentPlans', 'BatchGetItem dynamodb:GetItem dynamodb:Query'],
    ['ListPlanTries', 'BatchGetItem dynamodb:GetItem dynamodb:Query'],
    ['ReportPaymentPlans', 'BatchGetItem dynamodb:Query'],
  ])('%s only reads the table and the listing', (name, actions) => {
    expect(grantsOf(name)).toEqual([
      readsTableKey,
      `Allow dynamodb:${actions} on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('update-payment changes what is there, and puts nothing', () => {
    expect(grantsOf('UpdatePayment')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('get-payment-detail only reads the table', () => {
    expect(grantsOf('GetPaymentDetail')).toEqual([readsTableKey, `Allow dynamodb:GetItem dynamodb:Query on ${table}`]);
  });

  test.each([
    ['AddCustomer', 'dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem'],
    ['UpdateCustomer', 'dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query'],
  ])('%s writes customers, and seals their passwords without opening one', (name, actions) => {
    expect(grantsOf(name)).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('customer-password')}`,
      `Allow ${actions} on ${table}`,
    ]);
  });

  test('the operations that store cards seal and hash them; add-customer-with-card opens none', () => {
    expect(grantsOf('AddCustomerWithCard')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose(['customer-password', 'card'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
    expect(grantsOf('AddCard')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('card')}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test.each([
    [
      'UpdateCard',
      writesTableKey,
      'dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem',
    ],
    ['GetCard', readsTableKey, 'dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query'],
    ['ListCards', readsTableKey, 'dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query'],
  ])('%s shows cards: it opens them and no password', (name, tableKey, actions) => {
    expect(grantsOf(name)).toEqual([
      tableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose('card')}`,
      `Allow ${actions} on ${table}`,
    ]);
  });

  test.each([
    ['RemoveCustomer', 'dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query'],
    ['RemoveCard', 'dynamodb:DeleteItem dynamodb:PutItem dynamodb:Query'],
  ])('%s removes rows, puts events and opens nothing', (name, actions) => {
    expect(grantsOf(name)).toEqual([writesTableKey, `Allow ${actions} on ${table}`]);
  });

  test('list-customers reads the table and its listing, and opens nothing', () => {
    expect(grantsOf('ListCustomers')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:Query on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('list-sales reads the table and its listing, and opens nothing', () => {
    expect(grantsOf('ListSales')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:Query on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  const changesSales =
    'dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem';

  test.each([
    ['AddSale', writesTableKey, 'dynamodb:BatchGetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem'],
    ['UpdateSale', writesTableKey, changesSales],
    ['DeleteSale', writesTableKey, changesSales],
    ['AddProduct', writesTableKey, 'dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem'],
    [
      'DeleteProduct',
      writesTableKey,
      'dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem',
    ],
    ['ListProducts', readsTableKey, 'dynamodb:Query'],
    ['AddSchedule', writesTableKey, 'dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem'],
    ['UpdateSchedule', writesTableKey, 'dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem'],
    ['GetSchedule', readsTableKey, 'dynamodb:GetItem dynamodb:Query'],
    ['ListSchedules', readsTableKey, 'dynamodb:Query'],
    ['DeleteSchedule', writesTableKey, 'dynamodb:DeleteItem dynamodb:Query dynamodb:UpdateItem'],
  ])('%s has the rights on the table that its work needs, and opens nothing', (name, tableKey, actions) => {
    expect(grantsOf(name)).toEqual([tableKey, `Allow ${actions} on ${table}`]);
  });

  test.each(['GetBankCard', 'CalculatePaymentAmount', 'CalculatePaymentTable'])('%s only reads the table', (name) => {
    expect(grantsOf(name)).toEqual([readsTableKey, `Allow dynamodb:BatchGetItem dynamodb:Query on ${table}`]);
  });

  test.each([
    ['CapturePayment', 'dynamodb:BatchGetItem dynamodb:GetItem'],
    ['VoidPayment', 'dynamodb:GetItem'],
  ])('%s reads and writes the table, and opens merchant keys alone', (name, reads) => {
    expect(grantsOf(name)).toEqual([
      writesTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose('merchant-key')}`,
      `Allow ${reads} dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test.each(['RefundPayment', 'ApprovePoolPayment', 'UndoPoolApproval'])(
    '%s reads and writes the table, and opens nothing',
    (name) => {
      expect(grantsOf(name)).toEqual([
        writesTableKey,
        `Allow dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      ]);
    },
  );

  test('handle-unmatched-path invokes the POST operations and touches no data', () => {
    const [grant = '', ...others] = grantsOf('HandleUnmatchedPath');
    expect(others).toEqual([]);
    const [right, invoked = ''] = grant.split(' on ');
    expect(right).toBe('Allow lambda:InvokeFunction');
    expect(invoked.split(' ').toSorted()).toEqual(operations.map(called).toSorted());
  });

  test('every function has a role of its own, and there are no other roles', () => {
    const functions = templates.resources('AWS::Lambda::Function');
    const roles = functions.map(({ properties }) => properties.Role);
    expect(new Set(roles).size).toBe(functions.length);
    expect(rolesOfFunctions()).toHaveLength(functions.length);
    expect(templates.resources('AWS::IAM::Policy')).toEqual([]);
    expect(templates.resources('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  test('no role holds a wildcard, a managed policy or another trust than Lambda', () => {
    for (const { properties } of rolesOfFunctions()) {
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect(JSON.stringify(properties.Policies)).not.toContain('*');
      expect(JSON.stringify(properties.AssumeRolePolicyDocument)).toContain('"Service":"lambda.amazonaws.com"');
      for (const { PolicyDocument } of roleSchema.parse(properties).Policies) {
        const logs = PolicyDocument.Statement.filter(({ Sid }) => Sid === 'WriteOwnLogs');
        expect(logs.map(({ Action }) => Action)).toEqual([['logs:CreateLogStream', 'logs:PutLogEvents']]);
      }
    }
  });
});
