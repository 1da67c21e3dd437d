import { describe, expect, test } from 'vitest';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import {
  boxes,
  grantsOf,
  listOf,
  purpose,
  readsTableKey,
  returnsNothing,
  roleSchema,
  table,
  templates,
  writesTableKey,
} from './role-grants.ts';

describe('Each function of payments may do exactly what its work needs (rule 24 for the purposes)', () => {
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

  test('cancel-payment-request reads the table, updates the state of a link and puts an event that somebody wants', () => {
    expect(grantsOf('CancelPaymentRequest')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
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
      `Allow dynamodb:BatchGetItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:PutItem on ${boxes} if ${returnsNothing}`,
    ]);
  });

  test('open-3d-payment opens boxes that hold a card, and merchant keys: it has no right on stored cards (rule 25)', () => {
    expect(grantsOf('Open3dPayment')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card-pending')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card-challenge', 'merchant-key'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:DeleteItem dynamodb:GetItem on ${boxes}`,
    ]);
  });

  test('open-stored-card-payment opens boxes, stored cards and merchant keys, and seals nothing (rule 25)', () => {
    expect(grantsOf('OpenStoredCardPayment')).toEqual([
      writesTableKey,
      `Allow kms:Decrypt on VaultKey if ${purpose(['card-challenge', 'card', 'merchant-key'])}`,
      'Allow kms:GenerateMac on CardHashKey',
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
      `Allow dynamodb:DeleteItem dynamodb:GetItem on ${boxes}`,
    ]);
  });

  test('no other function opens both boxes and stored cards, and none but these two reads boxes (rules 24 and 25)', () => {
    const both = functionDefinitions.filter(({ opens }) => opens.includes('card-challenge') && opens.includes('card'));
    expect(both.map(({ name }) => name)).toEqual(['open-stored-card-payment']);
    const boxOpeners = functionDefinitions.filter(({ opens }) => opens.includes('card-challenge'));
    expect(boxOpeners.map(({ name }) => name).toSorted()).toEqual(['open-3d-payment', 'open-stored-card-payment']);
    const readers = templates.resources('AWS::IAM::Role').flatMap(({ logicalId, properties }) =>
      roleSchema
        .parse(properties)
        .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(
          ({ Action, Resource }) => listOf(Resource).includes(boxes) && listOf(Action).includes('dynamodb:GetItem'),
        )
        .map(() => logicalId),
    );
    expect(readers.toSorted()).toEqual([
      expect.stringMatching(/^Open3dPayment/),
      expect.stringMatching(/^OpenStoredCardPayment/),
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

  test('redirect-payer reads payments only: CodeForHash is not at hand there (rule 28)', () => {
    expect(grantsOf('RedirectPayer')).toEqual([readsTableKey, `Allow dynamodb:Query on ${table}`]);
  });

  test('show-payment-page only reads the table', () => {
    expect(grantsOf('ShowPaymentPage')).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:GetItem dynamodb:Query on ${table}`,
    ]);
  });

  test.each(['ListPayments', 'ListTransactions'])('%s only reads the table and the listing', (name) => {
    expect(grantsOf(name)).toEqual([
      readsTableKey,
      `Allow dynamodb:BatchGetItem dynamodb:Query on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('update-payment changes what is there, and puts nothing', () => {
    expect(grantsOf('UpdatePayment')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('update-payment-shares writes a step on condition of the mark of statements', () => {
    const reads = 'dynamodb:BatchGetItem dynamodb:ConditionCheckItem dynamodb:GetItem';
    expect(grantsOf('UpdatePaymentShares')).toEqual([
      writesTableKey,
      `Allow ${reads} dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('get-payment-detail only reads the table', () => {
    expect(grantsOf('GetPaymentDetail')).toEqual([readsTableKey, `Allow dynamodb:GetItem dynamodb:Query on ${table}`]);
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
});
