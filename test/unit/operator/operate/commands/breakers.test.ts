import { expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { showBreakers } from '../../../../../functions/operator/operate/commands/breakers.ts';
import type { Breaker } from '../../../../../shared/domain/breaker/breaker.ts';

const HOST = 'bank.example';
const shownBreakers = (changes: Partial<Breaker>) => {
  const breaker: Breaker = { host: HOST, state: 'open', version: 1, openedAtMs: 0, retryAtMs: 30_000, ...changes };
  const deps = { breakers: { all: async () => [breaker] } };
  return showBreakers.show({}, { deps } as unknown as CommandCall);
};

const OPENED = { gateway: HOST, openedAt: '1970-01-01T00:00:00.000Z' };
const NEXT = { nextProbeAt: '1970-01-01T00:00:30.000Z' };

test.each<readonly [string, Partial<Breaker>, object]>([
  ['that is open says when it is probed next', {}, { state: 'open', ...NEXT }],
  ['that opened once more says nothing of the time it was closed', { closedAtMs: 1 }, { state: 'open', ...NEXT }],
  [
    'that is closed says since when, and has no probe ahead',
    { state: 'closed', closedAtMs: 60_000 },
    { state: 'closed', closedAt: '1970-01-01T00:01:00.000Z' },
  ],
  ['that was closed before its time was stored says no time', { state: 'closed' }, { state: 'closed' }],
])('a breaker %s (rule 46)', async (_which, changes, expected) => {
  expect(await shownBreakers(changes)).toEqual({ breakers: [{ ...OPENED, ...expected }] });
});
