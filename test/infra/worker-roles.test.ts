import { describe, expect, test } from 'vitest';
import {
  boxes,
  grantsOf,
  lambda,
  purpose,
  readsTableKey,
  returnsNothing,
  table,
  writesTableKey,
} from './role-grants.ts';

describe('Each function that works behind payments may do exactly what its work needs (rule 24 for the purposes)', () => {
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
      `Allow kms:Decrypt on VaultKey if ${purpose(['webhook-secret', 'provider-key', 'desk-mail'])}`,
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

  test('count-funnel reads payments and their lists, writes counts, and opens nothing', () => {
    expect(grantsOf('CountFunnel')).toEqual([
      writesTableKey,
      `Allow dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query on ${table}`,
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

  test('reencrypt-cards opens stored cards and seals them again, and hashes none', () => {
    expect(grantsOf('ReencryptCards')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose('card')}`,
      `Allow kms:Decrypt on VaultKey if ${purpose('card')}`,
      `Allow dynamodb:GetItem dynamodb:PutItem on ${table}`,
      `Allow dynamodb:Query on ${table}/index/listing`,
    ]);
  });

  test('send-receipt writes to the table, opens nothing, and sends nothing itself', () => {
    expect(grantsOf('SendReceipt')).toEqual([
      writesTableKey,
      `Allow dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:UpdateItem on ${table}`,
    ]);
  });

  test('operate seals passwords, merchant keys and secrets of webhooks, providers and mails of the desk, and opens merchant keys alone, for captures and voids', () => {
    expect(grantsOf('Operate')).toEqual([
      writesTableKey,
      `Allow kms:GenerateDataKey on VaultKey if ${purpose(['customer-password', 'merchant-key', 'webhook-secret', 'provider-key', 'canary-account', 'code-for-hash', 'desk-mail'])}`,
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
});
