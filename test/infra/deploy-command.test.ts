import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deployCall } from '../../infra/deploy/deploy-call.ts';
import { withDeployedStage } from '../../infra/settings/deployed-stages.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';

const inPipeline = (...given: string[]) => deployCall(given, { isTerminal: false });
const inTerminal = (...given: string[]) => deployCall(given, { isTerminal: true });
const ALL = ['deploy', '--all', '--context'];

describe('npm run deploy', () => {
  test('deploys all stacks, and asks about each change of rights in a terminal', () => {
    expect(inTerminal()).toMatchObject({ parameters: [...ALL, 'stage=sandbox'] });
    expect(inTerminal('--context', 'stage=production')).toMatchObject({ parameters: [...ALL, 'stage=production'] });
    expect(inTerminal('--stage', 'production')).toMatchObject({ parameters: [...ALL, 'stage=production'] });
  });

  test('asks nothing with --yes, which a pipeline needs', () => {
    const parameters = [...ALL, 'stage=production', '--require-approval', 'never', '--progress', 'events'];
    expect(inPipeline('--yes', '--stage', 'production')).toMatchObject({ parameters });
    expect(inPipeline('--yes', '-c', 'stage=production')).toMatchObject({ parameters });
  });

  test('passes other context, and what stands behind a second --, on to the CDK command', () => {
    expect(inTerminal('-c', 'a=b', '-c', 'stage=one', '--', '--profile', 'payments')).toMatchObject({
      parameters: [...ALL, 'stage=one', '--context', 'a=b', '--profile', 'payments'],
    });
  });

  test('with --yes wants a named stage: nobody is asked whether it is the right one', () => {
    expect(inPipeline('--yes')).toEqual({
      refused: '--yes asks nothing, so it wants a stage that is named: --stage NAME.',
    });
    expect(inTerminal('--yes', '-c', 'a=b')).toHaveProperty('refused');
  });

  test('knows whether the stage is deployed when the CDK command succeeds', () => {
    const deploys = (...passedOn: string[]) => inPipeline('--yes', '--stage', 'production', '--', ...passedOn);
    expect(inTerminal()).toMatchObject({ stage: 'sandbox', deploys: true });
    expect(deploys('--profile', 'payments')).toMatchObject({ stage: 'production', deploys: true });
    for (const nothing of [['--help'], ['--no-execute'], ['--method', 'prepare-change-set'], ['--method=direct']]) {
      expect(deploys(...nothing)).toMatchObject({ deploys: false });
    }
  });

  test('records what the first deployment of a stage fixed, and nothing that a later one brings', () => {
    const first = withDeployedStage({}, { name: 'production', keys: { multiRegion: true } });
    expect(first).toEqual({ production: { multiRegionKeys: true } });
    expect(withDeployedStage(first, { name: 'production', keys: { multiRegion: false } })).toEqual(first);
    expect(withDeployedStage(first, { name: 'sandbox', keys: { multiRegion: false } })).toEqual({
      ...first,
      sandbox: { multiRegionKeys: false },
    });
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
