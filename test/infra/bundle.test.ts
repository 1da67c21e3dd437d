import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '../../infra/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-bundle-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Bundles', () => {
  test('are the same bytes wherever they are written', async () => {
    const first = await bundleFunctions(join(folder, 'a'), ['get-sale']);
    const second = await bundleFunctions(join(folder, 'deeper/than/a'), ['get-sale']);
    for (const file of ['index.js', 'index.js.map', 'package.json']) {
      const bytes = (bundles: typeof first) => readFileSync(join(bundles.folderOf('get-sale'), file), 'utf8');
      expect(bytes(second)).toBe(bytes(first));
    }
  });

  test('leave the SDK’s credential chain out', async () => {
    const { metafile } = await bundleFunctions(join(folder, 'c'), ['get-sale']);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain('infra/bundling/lambda-credentials.ts');
    expect(inputs.filter((input) => input.includes('credential-provider-ini'))).toEqual([]);
  });

  test('say which handler is missing', async () => {
    await expect(bundleFunctions(join(folder, 'd'), ['not-there'])).rejects.toThrow(
      'functions/not-there/handler.ts is missing',
    );
  });
});
