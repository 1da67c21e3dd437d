import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { holdsBundles, keepReport, keptBundles } from '../../infra/bundling/bundle.ts';
import { type BundledMessage, beginBundles, type LateBundles } from '../../infra/local/late-bundles.ts';

const PROGRAM = fileURLToPath(new URL('../../infra/local/bundle-main.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'payment-link-late-bundles-'));
const begun: LateBundles[] = [];
const begin = (name: string): LateBundles => {
  const bundles = beginBundles(join(folder, name));
  begun.push(bundles);
  return bundles;
};

afterAll(async () => {
  for (const bundles of begun) bundles.stop();
  await Promise.allSettled(begun.map(({ whole }) => whole));
  rmSync(folder, { recursive: true, force: true });
});

describe('Bundles that are made while the service runs', () => {
  test('come for whoever waits, whole, and before all are made', async () => {
    const { bundleReady, whole, stop } = begin('waited');
    await Promise.all([bundleReady('void-payment'), bundleReady('void-payment')]);
    const made = readdirSync(join(folder, 'waited', 'void-payment'));
    expect(made).toEqual(expect.arrayContaining(['index.js', 'package.json']));
    expect(holdsBundles(join(folder, 'waited'))).toBe(false);
    stop();
    await expect(whole).rejects.toThrow('The functions could not be bundled.');
    // What was not complete when it ended is gone.
    expect(readdirSync(folder)).toEqual(['waited']);
    for (const name of readdirSync(join(folder, 'waited'))) {
      expect(existsSync(join(folder, 'waited', name, 'index.js'))).toBe(true);
    }
  });

  test('come at once for whoever waits, also behind somebody who asked for one that had just been made', async () => {
    mkdirSync(join(folder, 'asked'));
    const child = fork(PROGRAM, [join(folder, 'asked')], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const made: (readonly string[])[] = [];
    child.on('message', (message: BundledMessage) => {
      if (message.kind === 'failed') return;
      made.push(message.names);
      if (made.length === 1) for (const name of ['operate', 'void-payment']) child.send(name);
      // As Ctrl-C does on a terminal.
      if (message.names.includes('void-payment')) child.kill('SIGINT');
    });
    await once(child, 'close');
    expect([made[0], made.at(-1)]).toEqual([['operate'], ['void-payment']]);
    // What was not complete is gone.
    expect(readdirSync(folder).filter((name) => name.startsWith('asked'))).toEqual(['asked']);
  });

  test('of an earlier start that was stopped are there at once', async () => {
    const { bundleReady, stop } = begin('waited');
    stop();
    await bundleReady('void-payment');
  });

  test('have a report that is whole for whoever reads it while another run writes the same', () => {
    const kept = mkdtempSync(join(folder, 'reported-'));
    const report = { inputs: { 'one.ts': { bytes: 1, imports: [] } }, outputs: {} };
    keepReport(kept, { metafile: report });
    const read = openSync(join(kept, 'report.json'), 'r');
    keepReport(kept, { metafile: { inputs: {}, outputs: {} } });
    expect(JSON.parse(readFileSync(read, 'utf8'))).toEqual(report);
    closeSync(read);
    expect(keptBundles(kept).metafile.inputs).toEqual({});
  });

  test('that cannot be made are an error for whoever waits', async () => {
    const { bundleReady } = begin('vanished');
    rmSync(join(folder), { recursive: true });
    await expect(bundleReady('void-payment')).rejects.toThrow('ENOENT');
  });
});
