import { describe, expect, test } from 'vitest';
import { applyOnce, tried } from '../../../../functions/operator/operate/apply-once.ts';
import { type CommandCall, changeCommand } from '../../../../functions/operator/operate/command.ts';
import { optional, required, secret } from '../../../../functions/operator/operate/fields.ts';
import { code } from '../../../../functions/operator/operate/kinds.ts';
import type { AuditEntry, OperatorChanges } from '../../../../shared/ports/operator-changes.ts';

const COMMAND_ID = '0b6f4c0e-7d0a-4c53-9a0a-2f4a1d1f7a11';

/** Changes that are kept in memory, of which the first `conflicts` meet another one. */
const scene = (conflicts = 0) => {
  const entries = new Map<string, AuditEntry>();
  let left = conflicts;
  const changes = {
    findCommand: async (id: string) => entries.get(id),
    apply: async (_change: unknown, entry: AuditEntry) => {
      left -= 1;
      if (left >= 0) return { kind: 'changed' };
      entries.set(entry.commandId, entry);
      return { kind: 'applied' };
    },
  } as unknown as OperatorChanges;
  let plans = 0;
  const command = changeCommand(
    {
      name: 'put-thing',
      group: 'Things',
      summary: 'Change a thing.',
      fields: { dealerCode: required(code(9), 'The dealer.'), password: secret(optional(code(9), 'Its password.')) },
      example: {},
    },
    async ({ dealerCode }) => {
      plans += 1;
      const record = { dealerCode } as never;
      return {
        dealerCode,
        change: { kind: 'dealer', record, looks: {} },
        changed: ['name'],
        result: { dealerCode, version: plans },
        secrets: { key: 'K-1' },
      };
    },
  );
  const call = { deps: { changes }, nowMs: 5 } as unknown as CommandCall;
  const apply = (input: unknown, commandId = COMMAND_ID) => applyOnce({ command, commandId, input }, call);
  return { apply, command, call, entries, plansMade: () => plans };
};

describe('A change that an operator asks for (rule 36)', () => {
  test('is applied once: a repeat gets the same result, without its secrets', async () => {
    const { apply, entries, plansMade } = scene();
    const input = { dealerCode: 'D1' };
    expect(await apply(input)).toEqual({ applied: true, result: { dealerCode: 'D1', version: 1, key: 'K-1' } });
    expect(await apply(input)).toEqual({ applied: false, result: { dealerCode: 'D1', version: 1 } });
    expect(plansMade()).toBe(1);
    const entry = entries.get(COMMAND_ID);
    expect(entry).toMatchObject({ command: 'put-thing', atMs: 5, dealerCode: 'D1', changed: ['name'] });
    expect(JSON.stringify(entry)).not.toContain('K-1');
  });

  test('under the id of another input is refused, and another secret is no other input', async () => {
    const { apply } = scene();
    await apply({ dealerCode: 'D1', password: 'one' });
    expect(await apply({ password: 'two', dealerCode: 'D1' })).toMatchObject({ applied: false });
    await expect(apply({ dealerCode: 'D2', password: 'one' })).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'commandId',
      sentence: 'This command id was used for another command or input: take a new one.',
    });
  });

  test('that another change came before is planned again, and given up after five times', async () => {
    const once = scene(1);
    expect(await once.apply({ dealerCode: 'D1' })).toMatchObject({ applied: true, result: { version: 2 } });
    const always = scene(100);
    await expect(always.apply({ dealerCode: 'D1' })).rejects.toMatchObject({
      code: 'NotPossible',
      sentence: 'Other changes came in between every time: try again.',
    });
    expect(always.plansMade()).toBe(5);
  });

  test.each([null, undefined, 'text', 7])('with the input %s is refused as any other wrong input', async (input) => {
    await expect(scene().apply(input)).rejects.toMatchObject({ code: 'InvalidInput', field: 'input' });
  });

  test('and only tries writes nothing, and tells no secret', async () => {
    const { command, call, entries } = scene();
    expect(await tried({ command, input: { dealerCode: 'D1' } }, call)).toEqual({
      dryRun: true,
      changed: ['name'],
      dealerCode: 'D1',
      version: 1,
    });
    expect(entries.size).toBe(0);
  });
});
