import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import type { TestDealer } from '../dealer/dealers.ts';
import { putRows } from '../store/store.ts';

const HOUR_MS = 3_600_000;

/** All tests sign in and invite from one address, whose tries and mails are counted. So each test that does so resets these counts. */
export const forgetSignInsOfAddress = ({ store }: Pick<TestDealer, 'store'>): Promise<void> => {
  const startMs = Date.now() - (Date.now() % HOUR_MS);
  const scopes = ['desk-address', 'desk-mail-address'] as const;
  return putRows(
    store,
    scopes.map((scope) => ({ ...keys.counter(scope, '127.0.0.1', startMs), count: 0 })),
  );
};
