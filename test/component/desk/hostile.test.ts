import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { cardSecretsInLog } from '../../support/card/card-secrets.ts';
import { hostileRun } from '../../support/desk/hostile-run.ts';

const REQUESTS = 600;

describe('Hostile requests to the desk (rules 32, 54, 55)', () => {
  test('none fails, moves money, reaches another dealer, or is told bare what was typed; `npm run hostile` sends 10,000', async () => {
    const stack = inject('stack');
    const { problems, isOtherUntouched, byStatus } = await hostileRun(stack, { requests: REQUESTS, seed: 28 });
    expect(problems).toEqual([]);
    expect(isOtherUntouched).toBe(true);
    // The run is none where everything ends at the first check.
    for (const status of [200, 303, 403, 404])
      expect([status, byStatus.get(status) ?? 0]).toEqual([status, expect.toSatisfy((count: number) => count > 10)]);
    expect(cardSecretsInLog(readFileSync(join(stack.dataDir, 'logs', 'functions.log'), 'utf8'))).toEqual([]);
  });
});
