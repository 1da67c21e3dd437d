import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundles, keptBundles } from '../../infra/bundling/bundle.ts';
import { deployedApp } from '../../infra/deploy/deployed-app.ts';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';
import { settingsOf } from './stage-templates.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'payment-link-deployed-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let bundles: Bundles;
beforeAll(async () => {
  // The bundles that run in the other tests, bundled once for all of them.
  bundles = keptBundles((await localStageBuild()).bundlesFolder);
});

test.each(['sandbox', 'production'])(
  'the functions of a deployed %s stage have no source map, and name none',
  (stage) => {
    expect(readdirSync(bundles.folderOf('get-sale'))).toContain('index.js.map');
    const outputFolder = join(folder, stage);
    deployedApp({ settings: settingsOf(stage), bundles, outputFolder, validateTemplates: false }).app.synth();
    const files = readdirSync(outputFolder, { recursive: true, encoding: 'utf8' });
    const code = files.filter((file) => file.endsWith('/index.js'));
    expect(code.length).toBeGreaterThan(50);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    for (const file of code) expect(readFileSync(join(outputFolder, file), 'utf8')).not.toContain('sourceMappingURL');
  },
);

describe('npm run frames', () => {
  const frames = (given: readonly string[], input: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/deploy/frames.ts', ...given], {
      cwd: project,
      input,
      encoding: 'utf8',
      timeout: 2 * PATIENCE_MS,
    });
    return { status, stdout, stderr };
  };

  test.each([
    ['get-sale', 'DealerSaleId'],
    // It is bundled in parts: this text stands in one of them.
    ['operate', 'There is no such command'],
  ])('prints lines of a log of %s with the places of its bundle as places in the sources', (name, text) => {
    const files = readdirSync(bundles.folderOf(name)).filter((one) => one.endsWith('.js'));
    const contents = (one: string) => readFileSync(join(bundles.folderOf(name), one), 'utf8');
    const bundled = files.find((one) => contents(one).includes(text)) ?? '';
    const lines = contents(bundled).split('\n');
    const line = lines.findIndex((one) => one.includes(text));
    const place = `${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`;
    const logged = `{"frames":["at a (/var/task/${bundled}:${place})","at b (node:internal/x:1:2)"]}\n`;
    const { status, stdout } = frames([name], logged);
    expect(status).toBe(0);
    const [, file = '', number = ''] =
      /^\{"frames":\["at a \((\S+):(\d+):\d+\)","at b \(node:internal\/x:1:2\)"\]\}\n$/.exec(stdout) ?? [];
    expect(file).not.toBe('');
    expect(readFileSync(join(project, file), 'utf8').split('\n')[Number(number) - 1]).toContain(text);
  });

  test('refuses a name that no function has', () => {
    const { status, stderr } = frames(['no-such'], '');
    expect([status, stderr]).toEqual([2, expect.stringContaining('npm run frames -- FUNCTION')]);
  });
});
