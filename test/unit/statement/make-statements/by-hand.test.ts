import { describe, expect, test } from 'vitest';
import { makeStatements } from '../../../../functions/statement/make-statements/make-statements.ts';
import type { AuditEntry } from '../../../../shared/ports/operator-changes.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';

/** Two in the night behind this day, in Istanbul. */
const UNTIL = '20270310';
const NIGHT_MS = Date.UTC(2027, 2, 10, 23);
const COMMAND = { commandId: '3F2B8E0E-7E0B-4D7C-9D9A-0C5D3A3C1F11', stage: 'local' };

/** An operator's command over dealers whose statements are all there. */
const commanded = async (command: object, isStoreDown = false) => {
  const audit: AuditEntry[] = [];
  const log = new FakeLog();
  const deps = {
    making: {
      progress: async () => {
        if (isStoreDown) throw new StoreUnavailable('unknown', 'TimeoutError');
        return { version: 1, doneDay: UNTIL };
      },
      saveProgress: async () => true,
    },
    dealers: {
      load: async (dealerCode: string) => (dealerCode === 'D1' ? { dealer: dealerWith({ dealerCode }) } : undefined),
    },
    dealerDirectory: { page: async () => [{ dealerCode: 'D1' }] },
    changes: {
      apply: async (_change: object, entry: AuditEntry) => {
        audit.push(entry);
        return { kind: 'applied' };
      },
    },
    clock: new FakeClock(NIGHT_MS),
    stage: 'local',
    log,
    metrics: { ran: () => expect.unreachable() },
  } as unknown as Parameters<typeof makeStatements>[0];
  const answer = await makeStatements(deps)({ ...COMMAND, ...command }, NIGHT_MS + 55_000);
  return { answer, audit, log };
};

describe('Statements that an operator asks for (rule 36)', () => {
  test.each<[object, string]>([
    [{}, '/'],
    [{ dealerCode: 'D1' }, 'D1/'],
    [{ dealerCode: 'D1', day: UNTIL }, `D1/${UNTIL}`],
  ])('by %j are made, and stand in the audit', async (command, inputFingerprint) => {
    const { answer, audit } = await commanded(command);
    expect(answer).toEqual({ ok: true, result: { made: 0, failed: 0, doneDay: UNTIL, isDone: true } });
    const { dealerCode } = command as { readonly dealerCode?: string };
    expect(audit).toEqual([
      {
        commandId: COMMAND.commandId.toLowerCase(),
        command: 'make-statements',
        ...(dealerCode === undefined ? {} : { dealerCode }),
        atMs: NIGHT_MS,
        changed: [],
        inputFingerprint,
        result: {},
      },
    ]);
  });

  test.each<[object, string, string]>([
    [{ day: UNTIL }, 'InvalidInput', 'with a dealer'],
    [{ dealerCode: 'D1', day: '20270311' }, 'InvalidInput', UNTIL],
    [{ dealerCode: 'D1', day: '20270230' }, 'InvalidInput', 'day'],
    [{ more: 1 }, 'InvalidInput', 'its members'],
    [{ stage: 'production' }, 'WrongStage', 'local'],
    [{ dealerCode: 'D2' }, 'NotFound', 'no such dealer'],
  ])('by %j are refused with %s, which says why, and leave no trace', async (command, code, said) => {
    const { answer, audit } = await commanded(command);
    expect(answer).toEqual({ ok: false, error: { code, message: expect.stringContaining(said) } });
    expect(audit).toEqual([]);
  });

  test.each([{ dealerCode: 'D1' }, {}])(
    'by %j fail where the store does, with an answer that says nothing of it (rule 29)',
    async (command) => {
      const { answer, log } = await commanded(command, true);
      expect(answer).toMatchObject({ ok: false, error: { code: 'Unexpected' } });
      expect(JSON.stringify(answer)).not.toContain('Timeout');
      const fields = { ...command, command: 'make-statements', errorName: 'StoreUnavailable' };
      expect(log.lines).toEqual([expect.objectContaining({ level: 'error', fields })]);
    },
  );
});
