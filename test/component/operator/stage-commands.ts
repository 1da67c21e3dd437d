import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../functions/operator/operate/command.ts';
import { pauseStage, resumeStage } from '../../../functions/operator/operate/commands/stage.ts';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import type { FaultyStack } from '../../support/app/own-stack.ts';
import { PATIENCE_MS } from '../../support/app/patience.ts';
import { runOperator, runPasted } from '../../support/operator/command-line.ts';
import { viaInvoke } from '../../support/operator/operators.ts';
import { engineTable } from '../../support/store/store.ts';

let stack: FaultyStack;
let store: Table;
let invoke: (event: unknown) => Promise<unknown>;

const carryOut = async (name: string, input: object = {}, commandId = randomUUID()): Promise<OperateAnswer> =>
  (await invoke({ command: name, commandId, stage: 'local', input })) as OperateAnswer;

const resultOf = async (name: string, input: object = {}): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await carryOut(name, input);
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.result;
};

/** Says where the app of this file listens, as `npm start` does. */
const connectOperators = (): void => {
  const { endpoint, operateFunctionName: functionName, dataDir } = stack.address;
  writeFileSync(join(dataDir, 'operator-endpoint.json'), JSON.stringify({ endpoint, functionName, stage: 'local' }));
};

/** Runs a command line from the help unchanged, against this stack. */
const pasted = (line: string): Promise<Readonly<Record<string, unknown>>> => {
  connectOperators();
  const { dataDir } = stack.address;
  const script = line.replace('npm run operator --', `${process.execPath} infra/operator/operator.ts`);
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise((resolve, reject) => {
    const child = execFile('bash', ['-c', script], { cwd, env, timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as Readonly<Record<string, unknown>>);
      else reject(new Error(stderr));
    });
    // Left open: a command without fields must not wait for input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.write(' ');
  });
};

/** The commands that pause and resume a stage, in an app that stands when the tests begin. */
export const stageCommands = (running: () => FaultyStack): void => {
  beforeAll(() => {
    stack = running();
    store = engineTable(stack.address);
    invoke = viaInvoke(stack.address);
  });
  beforeEach(async () => {
    await store.transact([{ remove: keys.stage() }]);
  });

  describe('pause-stage, resume-stage and show-stage (rule 36)', () => {
    test('work from the command line, with the examples of their help and without an input', async () => {
      connectOperators();
      const { dataDir } = stack.address;
      const ranAsInHelp = async ({ name }: Command): Promise<unknown> => {
        const help = await runOperator([name, '--help'], { dataDir });
        const told = (await resultOf('help', { command: name })).help as readonly string[];
        const example = /\n {2}(echo '.*)\n$/.exec(help.stdout)?.[1] ?? '';
        expect(told.at(-1)?.trim()).toBe(example);
        const ran = await runPasted(example, { dataDir });
        expect(ran).toMatchObject({ code: 0, stderr: '' });
        return JSON.parse(ran.stdout);
      };
      expect(await ranAsInHelp(pauseStage)).toMatchObject({ applied: true, paused: true, version: 1 });
      expect(await ranAsInHelp(resumeStage)).toMatchObject({ applied: true, paused: false, version: 2 });
      expect(await ranAsInHelp(pauseStage)).toMatchObject({ applied: true, paused: true, version: 3 });
      expect(await pasted('npm run operator -- resume-stage version=3')).toMatchObject({ paused: false, version: 4 });
      expect(await pasted('npm run operator -- show-stage')).toMatchObject({ paused: false, version: 4 });
    });

    test('a command applies once per id, with its audit row', async () => {
      const commandId = randomUUID();
      const result = { stage: 'local', paused: true, version: 1 };
      expect(await carryOut('pause-stage', {}, commandId)).toEqual({ ok: true, commandId, applied: true, result });
      expect(await carryOut('pause-stage', {}, commandId)).toEqual({ ok: true, commandId, applied: false, result });
      expect(await resultOf('show-stage')).toMatchObject({ paused: true, restored: false, version: 1 });
      const audit = await store.get(keys.command(commandId));
      expect(audit).toMatchObject({ entity: 'audit', command: 'pause-stage', changed: ['paused'], result });
      expect(audit).not.toHaveProperty('dealerCode');
    });

    test('a repeat of an old pause does not pause again what was resumed since', async () => {
      const commandId = randomUUID();
      await carryOut('pause-stage', {}, commandId);
      await resultOf('resume-stage', { version: 1 });
      expect(await carryOut('pause-stage', {}, commandId)).toMatchObject({ ok: true, applied: false });
      expect(await resultOf('show-stage')).toMatchObject({ paused: false, version: 2 });
    });

    test('a pause takes one command on any stage, and nobody ends a pause that he has not seen', async () => {
      await resultOf('pause-stage');
      expect(await resultOf('pause-stage', { version: 1 })).toMatchObject({ paused: true, version: 2 });
      expect(await resultOf('pause-stage')).toMatchObject({ paused: true, version: 3 });
      const refusedInputs = [
        ['resume-stage', {}, 'no version was given'],
        ...['pause-stage', 'resume-stage'].flatMap((command) =>
          [0, 2, 4].map((version) => [command, { version }, `version ${version} was given`] as const),
        ),
      ] as const;
      for (const [command, input, said] of refusedInputs) {
        expect(await carryOut(command, input)).toMatchObject({
          ok: false,
          error: { code: 'VersionConflict', field: 'version', message: expect.stringContaining(said) },
        });
      }
      expect(await resultOf('show-stage')).toMatchObject({ paused: true, version: 3 });
      expect(await resultOf('resume-stage', { version: 3 })).toMatchObject({ paused: false, version: 4 });
      expect(await resultOf('pause-stage')).toMatchObject({ paused: true, version: 5 });
    });

    test('resuming a stage that runs is refused', async () => {
      const answer = await carryOut('resume-stage', { version: 0 });
      expect(answer).toMatchObject({ ok: false, error: { code: 'NotPossible' } });
      expect(await store.get(keys.stage())).toBeUndefined();
    });

    test('a stage is named: the command for another one changes nothing, and a field that is none is refused', async () => {
      const event = { command: 'pause-stage', commandId: randomUUID(), input: {} };
      expect(await invoke({ ...event, stage: 'production' })).toMatchObject({ error: { code: 'WrongStage' } });
      expect(await carryOut('pause-stage', { paused: false })).toMatchObject({ error: { code: 'InvalidInput' } });
      expect(await store.get(keys.stage())).toBeUndefined();
    });
  });
};
