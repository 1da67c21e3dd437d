import { describe, expect, test } from 'vitest';
import { dynamoBreakers } from '../../../shared/adapters/dynamodb/breaker/breakers.ts';
import { InstanceBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import { gateBreaker } from '../../../shared/payment-flow/gate-breaker.ts';
import type { GateAnswer, GateFailure } from '../../../shared/ports/three-d-gate.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const posOf = (dealerCode: string, posId: string) => ({
  dealerCode,
  pos: { posId, gateway: 'https://bank.example/pos' },
});
const ONE = posOf('D1', 'a');
const CALLS = [ONE, ONE, ONE, posOf('D1', 'b'), posOf('D2', 'a')];

const failed = (why: GateFailure): GateAnswer => ({ kind: 'failed', code: '024', why });
const SILENT = failed({ kind: 'silent' });
const FORM: GateAnswer = { kind: 'form', form: { action: 'https://acs.example', fields: [], acceptCharset: 'utf-8' } };

/** Both breakers of each instance, over one table that is looked at anew every time. */
const scene = () => {
  const [store, clock, log] = [new MemoryTable(), new FakeClock(), new FakeLog()];
  const metrics: string[] = [];
  const counted = (of: string) => ({
    opened: (gateway: string) => void metrics.push(`${of} opened ${gateway}`),
    refused: (gateway: string) => void metrics.push(`${of} refused ${gateway}`),
  });
  const instance = () => {
    const deps = { breakers: dynamoBreakers({ store, clock, lifeMs: 0 }), clock, log };
    return {
      charges: new InstanceBreaker({ ...deps, metrics: counted('charges') }),
      gates: gateBreaker({ ...deps, metrics: counted('gate') }),
    };
  };
  const mine = instance();
  return {
    store,
    clock,
    metrics,
    mine,
    instance,
    allows: async (by = mine.gates) => (await by.read()).allowsServerStart(ONE),
    admits: async () => (await mine.charges.read()).admits(ONE),
    answer: async (answer: GateAnswer) => {
      for (const call of CALLS) await instance().gates.note(call, answer);
    },
  };
};

describe('The breaker of a gate (rule 46)', () => {
  test('opens by its silence, and refuses starts on the server alone', async () => {
    const { answer, allows, admits, mine, metrics } = scene();
    await answer(SILENT);
    expect(await allows()).toBe(false);
    expect(await admits()).toBe(true);
    expect((await mine.charges.read()).allowsStart(ONE)).toBe(true);
    expect(metrics).toEqual(['gate opened bank.example', 'gate refused bank.example']);
  });

  test('is not opened by charges that get no answer', async () => {
    const { instance, allows, admits } = scene();
    for (const call of CALLS) await instance().charges.note(call, { kind: 'unknown', cause: 'time-out' });
    expect(await admits()).toBe(false);
    expect(await allows()).toBe(true);
  });

  test.each<[string, GateAnswer]>([
    ['a form', FORM],
    ['an answer that cannot be passed on', failed({ kind: 'unusable', reason: 'redirect' })],
    ['a start that was not sent', failed({ kind: 'not-sent' })],
  ])('%s is no silence', async (_what, answer) => {
    const { answer: note, allows, store } = scene();
    await note(answer);
    await note(answer);
    expect(await allows()).toBe(true);
    expect(store.rows()).toEqual([]);
  });

  test('lets one start probe after its pause, and an answer of any kind closes it', async () => {
    const { answer, allows, clock, mine, instance } = scene();
    await answer(SILENT);
    clock.advance(30_000);
    expect(await allows()).toBe(true);
    expect(await allows(instance().gates)).toBe(false);
    await mine.gates.note(ONE, failed({ kind: 'unusable', reason: 'cookie' }));
    expect(await allows(instance().gates)).toBe(true);
  });

  test('gets its lease back from a start that was not posted', async () => {
    const { answer, clock, mine, allows, instance } = scene();
    await answer(SILENT);
    clock.advance(30_000);
    const view = await mine.gates.read();
    expect(await view.allowsServerStart(ONE)).toBe(true);
    await view.release();
    expect(await allows(instance().gates)).toBe(true);
  });
});
