import { expect, test } from 'vitest';
import { toTransactWriteItem } from '../../../shared/adapters/dynamodb/engine/writes.ts';

test('a name that no expression uses is not sent: the store refuses the whole transaction for it', () => {
  const { Update } = toTransactWriteItem('T', {
    update: { pk: 'a', sk: 'b' },
    set: { expression: 'REMOVE #activeAttempt', names: { '#state': 'state', '#activeAttempt': 'activeAttempt' } },
    onlyIf: { expression: '#version = :one', names: { '#version': 'version' }, values: { ':one': 1 } },
  });
  expect(Update?.ExpressionAttributeNames).toEqual({ '#activeAttempt': 'activeAttempt', '#version': 'version' });
});
