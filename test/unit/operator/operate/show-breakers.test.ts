import { expect, test } from 'vitest';
import { type OperatorCommandDependencies, operate } from '../../../../functions/operator/operate/operate.ts';
import { type Breaker, nameOfGate } from '../../../../shared/domain/breaker/breaker.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';

const open = (changes: Partial<Breaker>): Breaker => ({
  host: 'bank.example:8443',
  state: 'open',
  version: 1,
  openedAtMs: 0,
  retryAtMs: 30_000,
  ...changes,
});

test('show-breakers tells the breaker of a gate from that of charges at the same host (rule 46)', async () => {
  const pos = { dealerCode: 'D1', posId: 'isbank' };
  const all = [open({}), open({ host: nameOfGate('bank.example:8443'), pos })];
  const deps = {
    stage: 'production',
    gateways: { sandbox: false },
    clock: new FakeClock(),
    log: new FakeLog(),
    breakers: { all: async () => all },
  } as unknown as OperatorCommandDependencies;
  const times = { openedAt: '1970-01-01T00:00:00.000Z', nextProbeAt: '1970-01-01T00:00:30.000Z' };
  expect(await operate(deps)({ stage: 'production', command: 'show-breakers' }, 'c-1')).toMatchObject({
    ok: true,
    result: {
      breakers: [
        { gateway: 'bank.example:8443', state: 'open', ...times },
        { gateway: 'bank.example:8443', of: 'gate', ...pos, state: 'open', ...times },
      ],
    },
  });
});
