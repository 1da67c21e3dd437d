import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { holdsBundles } from '../../infra/bundling/bundle.ts';
import { beginBundles, type LateBundles } from '../../infra/local/late-bundles.ts';

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

  test('of an earlier start that was stopped are there at once', async () => {
    const { bundleReady, stop } = begin('waited');
    stop();
    await bundleReady('void-payment');
  });

  test('that cannot be made are an error for whoever waits', async () => {
    const { bundleReady } = begin('vanished');
    rmSync(join(folder), { recursive: true });
    await expect(bundleReady('void-payment')).rejects.toThrow('ENOENT');
  });
});
