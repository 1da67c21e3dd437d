import { describe, expect, test } from 'vitest';
import { grantsOf, purpose, readsTableKey, table, writesTableKey } from './role-grants.ts';

describe('Each function of records may do exactly what its work needs (rule 24 for the purposes)', () => {
  test('get-dealer only reads the table', () => {
    expect(grantsOf('GetDealer')).toEqual([readsTableKey, `Allow dynamodb:BatchGetItem dynamodb:Query on ${table}`]);
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

  test('get-statements reads the table alone', () => {
    expect(grantsOf('GetStatements')).toEqual([readsTableKey, `Allow dynamodb:GetItem dynamodb:Query on ${table}`]);
  });

  test('create-reusable-link reads and writes the table, and seals and opens nothing', () => {
    expect(grantsOf('CreateReusableLink')).toEqual([
      writesTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test.each(['GetReusableLink', 'ListReusableLinks'])(
    '%s reads the table and its listing, and writes nothing',
    (name) => {
      expect(grantsOf(name)).toEqual([
        readsTableKey,
        `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
        `Allow dynamodb:Query on ${table}/index/listing`,
      ]);
    },
  );

  test('show-reusable-link reads the table alone', () => {
    expect(grantsOf('ShowReusableLink')).toEqual([readsTableKey, `Allow dynamodb:GetItem dynamodb:Query on ${table}`]);
  });

  test('update-reusable-link reads the table, and puts the link and updates its places', () => {
    expect(grantsOf('UpdateReusableLink')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('get-link-funnel reads payments and the listing, and writes and removes counts', () => {
    expect(grantsOf('GetLinkFunnel')).toEqual([
      writesTableKey,
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('list-transfers reads the table alone', () => {
    expect(grantsOf('ListTransfers')).toEqual([readsTableKey, `Allow dynamodb:Query on ${table}`]);
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
    ['RemoveCard', 'dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query'],
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
});
