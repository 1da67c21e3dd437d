import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDealerAudit } from '../../../shared/adapters/dynamodb/operator/dealer-audit.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import type { AuditEntry } from '../../../shared/ports/operator-changes.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOVEMBER = Date.UTC(2026, 10, 30, 20, 59);
/** 21:00 in London is midnight in Istanbul. */
const DECEMBER = Date.UTC(2026, 10, 30, 21, 0);

const entryOf = (dealerCode: string | undefined, atMs: number): AuditEntry => ({
  commandId: randomUUID(),
  command: 'desk.remove-user',
  ...(dealerCode === undefined ? {} : { dealerCode }),
  atMs,
  changed: ['role'],
  inputFingerprint: 'f',
  result: {},
  by: { userId: 'u', email: 'ayse@example.com', name: 'Ayşe' },
  before: { role: 'cashier' },
  after: {},
});

/** What a dealer's people may read of the audit. */
export const dealerAuditSuite = (world: () => StoreWorld): void => {
  describe('The commands about one dealer (rule 55)', () => {
    const scene = () => {
      const changes = dynamoOperatorChanges(world().store);
      const mine = `T${randomUUID().slice(0, 8)}`;
      const write = (entry: AuditEntry) => changes.apply({ kind: 'statements' }, entry);
      return { mine, write, audit: dynamoDealerAudit(world().store) };
    };

    test('are listed newest first, page by page, without those of others, and in the month of Istanbul', async () => {
      const { mine, write, audit } = scene();
      const entries = [3, 2, 1].map((minutes) => entryOf(mine, NOVEMBER - minutes * 60_000));
      const later = entryOf(mine, DECEMBER);
      for (const entry of [...entries, later, entryOf(`${mine}x`, NOVEMBER), entryOf(undefined, NOVEMBER)]) {
        expect(await write(entry)).toEqual({ kind: 'applied' });
      }
      const first = await audit.auditOfDealer({ dealerCode: mine, month: '202611', limit: 2 });
      expect(first.map(({ entry }) => entry)).toEqual([entries[2], entries[1]]);
      const after = first.at(-1)?.position;
      const second = await audit.auditOfDealer({ dealerCode: mine, month: '202611', limit: 2, after });
      expect(second.map(({ entry }) => entry)).toEqual([entries[0]]);
      const next = await audit.auditOfDealer({ dealerCode: mine, month: '202612', limit: 2 });
      expect(next.map(({ entry }) => entry)).toEqual([later]);
    });

    test('a command that is repeated is listed once', async () => {
      const { mine, write, audit } = scene();
      const entry = entryOf(mine, NOVEMBER);
      await write(entry);
      expect(await write({ ...entry, atMs: NOVEMBER + 1 })).toEqual({ kind: 'command-known', entry });
      expect(await audit.auditOfDealer({ dealerCode: mine, month: '202611', limit: 9 })).toHaveLength(1);
    });
  });
};
