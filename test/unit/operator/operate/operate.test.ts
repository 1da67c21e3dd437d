import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type OperatorCommandDependencies, operate } from '../../../../functions/operator/operate/operate.ts';
import type { OperatorRecords } from '../../../../shared/ports/operator-records.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';

const CORRELATION_ID = 'c-1';
const NUMBER = '4111111111111111';

/** A function of stage `production` whose store does what the test says. */
const scene = (stage: OperatorRecords['stage'] = async () => undefined) => {
  const log = new FakeLog();
  const deps = {
    stage: 'production',
    gateways: { sandbox: false },
    tableName: 'Table',
    clock: new FakeClock(),
    records: { stage },
    log,
  } as unknown as OperatorCommandDependencies;
  const send = (event: object) => operate(deps)({ stage: 'production', ...event }, CORRELATION_ID);
  return { log, send };
};

describe('A command of an operator', () => {
  test.each(['local', 'sandbox', ''])(
    'for the stage "%s" is refused by the function of another stage',
    async (stage) => {
      const { send } = scene();
      expect(await send({ command: 'show-stage', stage })).toMatchObject({ ok: false, error: { code: 'WrongStage' } });
    },
  );

  test('is logged by its name and id, without what it was given', async () => {
    const { log, send } = scene();
    const commandId = randomUUID();
    expect(await send({ command: 'show-stage', commandId })).toMatchObject({ ok: true });
    expect(log.lines).toEqual([
      {
        level: 'info',
        event: 'command carried out',
        fields: { correlationId: CORRELATION_ID, command: 'show-stage', commandId, code: 'Success' },
      },
    ]);
  });

  test('that nobody knows is logged without its name, which may be anything', async () => {
    const { log, send } = scene();
    expect(await send({ command: NUMBER })).toMatchObject({ ok: false, error: { code: 'UnknownCommand' } });
    expect(log.lines).toEqual([
      {
        level: 'info',
        event: 'command refused',
        fields: { correlationId: CORRELATION_ID, command: '', code: 'UnknownCommand' },
      },
    ]);
  });

  test('that is refused is logged by its code, without the field or its text', async () => {
    const { log, send } = scene();
    await send({ command: 'show-stage', input: { [NUMBER]: NUMBER } });
    expect(log.lines).toMatchObject([{ event: 'command refused', fields: { code: 'InvalidInput' } }]);
    expect(JSON.stringify(log.lines)).not.toContain('4111');
  });

  test('that fails unexpectedly is answered and logged without the error’s message (rule 29)', async () => {
    const { log, send } = scene(async () => {
      throw new RangeError(NUMBER);
    });
    const answer = await send({ command: 'show-stage' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'Unexpected' } });
    expect(log.lines).toMatchObject([
      { level: 'error', event: 'unexpected error', fields: { errorName: 'RangeError' } },
    ]);
    expect(JSON.stringify([answer, log.lines])).not.toContain('4111');
  });

  test.each<readonly [object, string, string]>([
    [{ command: 'show-stage', more: 1 }, 'more', 'is not a member of the event'],
    [{ command: 7 }, 'command', 'is missing or wrong'],
    [{ command: 'show-stage', commandId: 'one' }, 'commandId', 'must be a UUID'],
    [{ command: 'pause-stage' }, 'commandId', 'is required for a command that changes something'],
  ])('as %j is refused by its member', async (event, field, problem) => {
    const { send } = scene();
    expect(await send(event)).toMatchObject({
      ok: false,
      error: { code: 'InvalidInput', field, message: `${field} ${problem}.` },
    });
  });

  test('that is no object is refused as an event', async () => {
    const { log } = scene();
    const deps = { stage: 'production', gateways: { sandbox: true }, log } as unknown as OperatorCommandDependencies;
    expect(await operate(deps)('text', CORRELATION_ID)).toEqual({
      ok: false,
      error: { code: 'InvalidInput', field: 'event', message: 'event is missing or wrong.' },
    });
  });

  test('that is only tried needs no id, and is applied by nobody', async () => {
    const { send } = scene();
    const answer = await send({ command: 'pause-stage', dryRun: true });
    expect(answer).toMatchObject({ ok: true, applied: false, result: { dryRun: true, changed: ['paused'] } });
    expect(answer).not.toHaveProperty('commandId');
    const commandId = randomUUID();
    expect(await send({ command: 'pause-stage', dryRun: true, commandId })).toMatchObject({
      commandId,
      applied: false,
    });
  });

  test('whose name was misspelt is told the name that was meant', async () => {
    const { send } = scene();
    expect(await send({ command: 'show-stag' })).toMatchObject({
      error: { code: 'UnknownCommand', field: 'command', message: expect.stringContaining('Did you mean show-stage?') },
    });
    expect(await send({ command: 'x' })).toMatchObject({
      error: { message: 'There is no such command: help lists all of them.' },
    });
  });
});
