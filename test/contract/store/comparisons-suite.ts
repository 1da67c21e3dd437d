import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoComparisons } from '../../../shared/adapters/dynamodb/comparison/comparisons.ts';
import { dynamoServiceAccounts } from '../../../shared/adapters/dynamodb/dealer/service-accounts.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import type { Difference } from '../../../shared/domain/comparison/difference.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { DIFFERENCE_POSITION } from '../../../shared/ports/comparisons.ts';
import type { ServiceAccount } from '../../../shared/ports/service-accounts.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const differenceWith = (changes: Partial<Difference>): Difference => ({
  day: '20270115',
  source: 'bank',
  dealerCode: 'D-1',
  posId: 'isbank',
  orderId: 'ORDER-1',
  kind: 'other-amount',
  currency: 'TL',
  ours: { state: 'taken', amount: minor(10_000), refunded: minor(0) },
  bank: { state: 'settled', amount: minor(9_999) },
  foundAtMs: 1,
  ...changes,
});

const auditOf = (dealerCode: string) => ({
  commandId: randomUUID(),
  command: 'put-canary-account',
  dealerCode,
  atMs: 1,
  changed: [],
  inputFingerprint: '',
  result: {},
});

export const comparisonsSuite = (world: () => StoreWorld): void => {
  describe('comparisons', () => {
    test('a progress replaces the version before alone, and comes back as it was saved', async () => {
      const comparisons = dynamoComparisons(world().store);
      const owner = `D-${randomUUID().slice(0, 8)}`;
      expect(await comparisons.progress(owner)).toBeUndefined();
      const first = { version: 1, doneDay: '20270114' };
      expect(await comparisons.saveProgress(owner, first)).toBe(true);
      expect(await comparisons.saveProgress(owner, first)).toBe(false);
      const place = { isRead: false, after: 'CHARGES/x', sample: { isbank: ['00000001ORDER-1'] } };
      const second = { version: 2, doneDay: '20270114', place, round: { until: '20270115', after: 'D', open: 2 } };
      expect(await comparisons.saveProgress(owner, { ...second, version: 3 })).toBe(false);
      expect(await comparisons.saveProgress(owner, second)).toBe(true);
      expect(await comparisons.progress(owner)).toEqual(second);
      const third = { version: 3, doneDay: '20270114', place: { isRead: true, sample: {}, listed: ['garanti'] } };
      expect(await comparisons.saveProgress(owner, third)).toBe(true);
      expect(await comparisons.progress(owner)).toEqual(third);
    });

    test('differences of a day are listed by dealer, page by page; one of the same order replaces the one before', async () => {
      const comparisons = dynamoComparisons(world().store);
      const day = '20270116';
      const all = ['D-2', 'D-1', 'D-3'].map((dealerCode) => differenceWith({ day, dealerCode }));
      await comparisons.report([...all, differenceWith({ day: '20270117' })]);
      const later = differenceWith({ day, dealerCode: 'D-1', kind: 'missing-at-bank', bank: { state: 'no-record' } });
      await comparisons.report([later]);
      const ofFile = differenceWith({ day, dealerCode: 'D-1', source: 'settlement' });
      await comparisons.report([ofFile]);
      const first = await comparisons.ofDay({ day, limit: 3 });
      expect(first.map(({ difference }) => difference)).toEqual([later, ofFile, all[0]]);
      for (const { position } of first) expect(position).toMatch(DIFFERENCE_POSITION);
      const rest = await comparisons.ofDay({ day, limit: 3, after: first.at(-1)?.position });
      expect(rest.map(({ difference }) => difference)).toEqual([all[2]]);
    });
  });

  describe('accounts of parts of the service', () => {
    test('an account is written with its credential and in place of the version before, or not at all', async () => {
      const { store } = world();
      const changes = dynamoOperatorChanges(store);
      const dealerCode = `D-${randomUUID().slice(0, 8)}`;
      const account: ServiceAccount = {
        owner: 'canary',
        version: 1,
        dealerCode,
        username: 'canary',
        credentialId: randomUUID(),
        sealedPassword: 'v1.SEALED',
        dealerCustomerTypeId: 1,
        issuedAtMs: 1,
      };
      expect(await dynamoServiceAccounts(store).find('canary')).toBeUndefined();
      const { credentialId } = account;
      const credential = { username: 'canary', salt: 's', passwordHash: 'h', revoked: false, issuedAtMs: 1 };
      const put = (record: ServiceAccount, version: number) => {
        const issue = { ...credential, credentialId: record.credentialId };
        return changes.apply(
          { kind: 'service-account', record, users: { dealerCode, version, issue } },
          auditOf(dealerCode),
        );
      };
      expect(await put(account, 0)).toEqual({ kind: 'applied' });
      expect(await dynamoServiceAccounts(store).find('canary')).toEqual(account);
      const again = { ...account, credentialId: randomUUID() };
      expect(await put(again, 1)).toEqual({ kind: 'conflict' });
      expect(await put({ ...again, version: 2 }, 0)).toEqual({ kind: 'conflict' });
      expect(await dynamoServiceAccounts(store).find('canary')).toMatchObject({ version: 1, credentialId });
    });
  });
};
