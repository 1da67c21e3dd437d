import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll, describe, expect, test } from 'vitest';
import { eventFunctionsOf, functionsOf } from '../../infra/functions/all-functions.ts';
import { buildApp } from '../../infra/stacks/build-app.ts';
import { checkWithNag } from '../../infra/stacks/check-with-nag.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';
import { settingsOf } from './stage-templates.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'payment-link-app-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the app as the CDK command does, without environment variables that could name an account. */
const synthesize = (name: string, context: Record<string, unknown>) => {
  const outputFolder = join(folder, name);
  const { status, stderr } = spawnSync(process.execPath, ['infra/app.ts'], {
    cwd: project,
    env: { PATH: process.env.PATH, CDK_OUTDIR: outputFolder, CDK_CONTEXT_JSON: JSON.stringify(context) },
    encoding: 'utf8',
    timeout: 2 * PATIENCE_MS,
  });
  const assets = existsSync(outputFolder) ? readdirSync(outputFolder).filter((file) => file.startsWith('asset.')) : [];
  return { status, stderr, assets };
};

describe('The app', () => {
  // `npm run synth` runs the app with its bundles, in the sandbox stage. Production differs from it in its templates.
  test('synthesizes production without an account, and passes cdk-nag and the schemas of CloudFormation', () => {
    const outputFolder = join(folder, 'production');
    const coded: string[] = [];
    const { app } = buildApp({
      settings: settingsOf('production'),
      codeFor: (name) => {
        coded.push(name);
        return Code.fromInline('exports.handler = async () => ({ statusCode: 200 });');
      },
      outputFolder,
    });
    checkWithNag(app);
    app.synth();
    // A finding of the schemas does not end the synthesis: it is only reported.
    const report = readFileSync(join(outputFolder, 'validation-report.json'), 'utf8');
    expect(report).not.toMatch(/"severity":\s*"(?:warning|error|fatal)"/i);
    // The functions of the API, and those of the events stack.
    const functions = [...functionsOf('production'), ...eventFunctionsOf('production')];
    expect(coded.toSorted()).toEqual(functions.map(({ name }) => name).toSorted());
    const template = readFileSync(join(outputFolder, 'Api.template.json'), 'utf8');
    expect(template).toContain('payment-link-production-operate');
  });

  test('synthesizes no production stage whose alarms nobody hears: cdk.json leaves the recipient to the operator', () => {
    const { status, stderr, assets } = synthesize('nobody', { stage: 'production' });
    expect([status, stderr.trim()]).toEqual([
      1,
      'Stage "production" is production, but nobody hears its alarms: name an "alarmEmail" or an "alarmTopicArn" in its settings in cdk.json.',
    ]);
    expect(assets).toEqual([]);
  });

  test('says in one sentence that a stage has no settings', () => {
    const { status, stderr } = synthesize('nowhere', { stage: 'nowhere' });
    expect([status, stderr.trim()]).toEqual([
      1,
      'Stage "nowhere" has no settings in cdk.json; known stages: local, sandbox, production.',
    ]);
  });
});
