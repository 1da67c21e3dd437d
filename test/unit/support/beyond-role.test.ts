import { expect, test } from 'vitest';
import { functionDefinitions } from '../../../infra/functions/all-functions.ts';
import { beyondRole, rightsNeeded } from '../../support/store/beyond-role.ts';

const named = (wanted: string) => {
  const found = functionDefinitions.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`there is no function ${wanted}`);
  return found;
};

const beyond = (name: string, operation: string, request: object): readonly string[] =>
  rightsNeeded(operation, JSON.stringify(request)).flatMap((needed) => beyondRole(named(name), needed) ?? []);

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'S' } });
const TableName = 'payment-link-local-data-Table';

test('what a role names is within it', () => {
  expect(beyond('get-customer', 'GetItem', { TableName, Key: key('DEALER#1#CUSTOMER#2') })).toEqual([]);
  const RequestItems = { [TableName]: { Keys: [key('DEALER#1#CUSTOMER#2')] } };
  expect(beyond('get-customer', 'BatchGetItem', { RequestItems })).toEqual([]);
  expect(beyond('list-customers', 'Query', { TableName, IndexName: 'listing' })).toEqual([]);
});

test('an action, an index and the table of boxes that a role does not name are beyond it', () => {
  expect(beyond('get-customer', 'DeleteItem', { TableName, Key: key('DEALER#1') })).toEqual([
    'get-customer: DeleteItem of DEALER',
  ]);
  expect(beyond('get-customer', 'Query', { TableName, IndexName: 'due' })).toEqual(['get-customer: Query of due']);
  const box = { TableName: 'payment-link-local-data-Boxes', Key: { pk: { S: 'box' } } };
  expect(beyond('get-customer', 'GetItem', box)).toEqual(['get-customer: GetItem of boxes']);
});

test('a transaction needs the rights of each of its parts', () => {
  const TransactItems = [
    { Put: { TableName, Item: key('PAY#p') } },
    { ConditionCheck: { TableName, Key: key('DEALER#1#DESK') } },
    { Delete: { TableName, Key: key('PAY#p') } },
  ];
  expect(beyond('create-payment-request', 'TransactWriteItems', { TransactItems })).toEqual([
    'create-payment-request: ConditionCheckItem of DEALER',
    'create-payment-request: DeleteItem of PAY',
  ]);
});

test('partitions that are closed to a role are beyond it, and those that it may only read for writes alone', () => {
  const get = (pk: string) => ({ TableName, Key: key(pk) });
  expect(beyond('sign-in-at-desk', 'GetItem', get('PAY#p'))).toHaveLength(1);
  expect(beyond('show-desk', 'UpdateItem', get('PAY#p'))).toHaveLength(1);
  expect(beyond('show-desk', 'UpdateItem', get('DESK-SESSION#s'))).toEqual([]);
  expect(beyond('act-at-desk', 'GetItem', get('DESK-USER#u'))).toEqual([]);
  expect(beyond('act-at-desk', 'UpdateItem', get('DESK-USER#u'))).toHaveLength(1);
});
