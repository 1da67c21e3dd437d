import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deployCall } from '../../infra/deploy/deploy-call.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';

const inPipeline = (...given: string[]) => deployCall(given, { isTerminal: false });
const inTerminal = (...given: string[]) => deployCall(given, { isTerminal: true });
const ALL = ['deploy', '--all', '--context'];

describe('npm run deploy', () => {
  test('deploys all stacks, and asks about each change of rights in a terminal', () => {
    expect(inTerminal()).toEqual({ parameters: [...ALL, 'stage=sandbox'] });
    expect(inTerminal('--context', 'stage=production')).toEqual({ parameters: [...ALL, 'stage=production'] });
    expect(inTerminal('--stage', 'production')).toEqual({ parameters: [...ALL, 'stage=production'] });
  });

  test('asks nothing with --yes, which a pipeline needs', () => {
    const parameters = [...ALL, 'stage=production', '--require-approval', 'never', '--progress', 'events'];
    expect(inPipeline('--yes', '--stage', 'production')).toEqual({ parameters });
    expect(inPipeline('--yes', '-c', 'stage=production')).toEqual({ parameters });
  });

  test('passes other context, and what stands behind a second --, on to the CDK command', () => {
    expect(inTerminal('-c', 'a=b', '-c', 'stage=one', '--', '--profile', 'payments')).toEqual({
      parameters: [...ALL, 'stage=one', '--context', 'a=b', '--profile', 'payments'],
    });
  });

  test('with --yes wants a named stage: nobody is asked whether it is the right one', () => {
    expect(inPipeline('--yes')).toEqual({
      refused: '--yes asks nothing, so it wants a stage that is named: --stage NAME.',
    });
    expect(inTerminal('--yes', '-c', 'a=b')).toHaveProperty('refused');
  });

  test('says what it does not know', () => {
    expect(inTerminal('--stack', 'Api')).toEqual({ refused: expect.stringContaining("'--stack'") });
  });

  test('without a terminal and without --yes says what to do instead of failing half-way', () => {
    const project = fileURLToPath(new URL('../..', import.meta.url));
    const ran = spawnSync(process.execPath, ['infra/deploy/deploy.ts', '--stage', 'production'], {
      cwd: project,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(/npm run deploy -- --yes --stage NAME/);
  });
});
