import { describe, expect, test } from 'vitest';
import { toTransactWriteItem } from '../../../../../shared/adapters/dynamodb/engine/writes.ts';

const NAMES = { table: 'T', boxes: 'B' };

test('a name that no expression uses is not sent: the store refuses the whole transaction for it', () => {
  const { Update } = toTransactWriteItem(NAMES, {
    update: { pk: 'a', sk: 'b' },
    set: { expression: 'REMOVE #activeAttempt', names: { '#state': 'state', '#activeAttempt': 'activeAttempt' } },
    onlyIf: { expression: '#version = :one', names: { '#version': 'version' }, values: { ':one': 1 } },
  });
  expect(Update?.ExpressionAttributeNames).toEqual({ '#activeAttempt': 'activeAttempt', '#version': 'version' });
});

describe('A write about a box', () => {
  const removal = {
    removeBox: { pk: 'p' },
    onlyIf: { expression: '#box = :box', names: { '#box': 'box' }, values: { ':box': 'x' } },
  };

  test('goes to the table of boxes, in one transaction with writes to the other', () => {
    expect(toTransactWriteItem(NAMES, { putBox: { pk: 'p', sealed: 's' } })).toEqual({
      Put: { TableName: 'B', Item: { pk: 'p', sealed: 's' } },
    });
    expect(toTransactWriteItem(NAMES, removal).Delete).toMatchObject({ TableName: 'B', Key: { pk: 'p' } });
  });

  test('returns nothing where its condition is refused: who may not read a box does not see it', () => {
    expect(toTransactWriteItem(NAMES, removal).Delete).toEqual({
      TableName: 'B',
      Key: { pk: 'p' },
      ConditionExpression: '#box = :box',
      ExpressionAttributeNames: { '#box': 'box' },
      ExpressionAttributeValues: { ':box': 'x' },
    });
  });

  test('is refused in a function that is told of no table of boxes', () => {
    expect(() => toTransactWriteItem({ table: 'T' }, removal)).toThrow('no table of boxes');
  });
});
