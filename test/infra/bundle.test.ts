import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionsByRoute } from '../../functions/site/handle-unmatched-path/route-list.ts';
import { type Bundles, bundleFunctions, keptBundles } from '../../infra/bundling/bundle.ts';
import { allRouteKeys, functionDefinitions } from '../../infra/functions/all-functions.ts';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { sourcesOf } from '../support/bundle-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-link-bundle-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Bundles', () => {
  // The bundles that run in the other tests, bundled once for all of them.
  let bundles: Bundles;
  let inputs: readonly string[];
  beforeAll(async () => {
    bundles = keptBundles((await localStageBuild()).bundlesFolder);
    inputs = Object.keys(bundles.metafile.inputs);
  });

  const textOf = (name: string): string => readFileSync(join(bundles.folderOf(name), 'index.js'), 'utf8');

  test('are the same files with the same bytes wherever they are written', async () => {
    const names = ['get-sale', 'operate'];
    const another = await bundleFunctions(join(folder, 'in/another/folder'), names);
    const filesOf = (written: Bundles, name: string) => {
      const files = written.folderOf(name);
      return new Map(readdirSync(files).map((file) => [file, readFileSync(join(files, file), 'utf8')]));
    };
    for (const name of names) expect(filesOf(another, name)).toEqual(filesOf(bundles, name));
    expect([...filesOf(another, 'get-sale').keys()].toSorted()).toEqual(['index.js', 'index.js.map', 'package.json']);
    expect(filesOf(another, 'operate').size).toBeGreaterThan(50);
  });

  test('leave the SDK’s credential chain out', () => {
    expect(inputs).toContain('infra/bundling/replacements/lambda-credentials.ts');
    expect(inputs.filter((input) => input.includes('credential-provider-ini'))).toEqual([]);
  });

  test('leave the SDK’s reader of configuration files out', () => {
    expect(inputs).toContain('infra/bundling/replacements/no-config-files.ts');
    expect(inputs.filter((input) => input.endsWith('/shared-ini-file-loader/readFile.js'))).toEqual([]);
  });

  test('keep the classes of the SDK’s errors that have details or are repeated, and of plain ones only the base class', () => {
    const text = textOf('get-sale');
    expect(text).toContain('TransactionCanceledException');
    expect(text).toContain('ConditionalCheckFailedException');
    expect(text).toContain('TransactionInProgressException');
    expect(text).not.toContain('BackupNotFoundException');
  });

  test('keep of the SDK’s schemas those of the operations that a function calls', () => {
    const text = textOf('hand-out-plans');
    expect(text).toContain('"X-Amz-Invocation-Type"');
    expect(text).toContain('/2015-03-31/functions/{FunctionName}/invocations');
    expect(text).not.toContain('/2015-03-31/functions/{FunctionName}/concurrency');
    expect(text).not.toContain('ListVersionsByFunctionRequest');
  });

  test('hold no arrow function, which V8 would parse in full while it loads them', () => {
    expect(textOf('get-sale')).not.toMatch(/[\w)]=>/);
  });

  test.each(functionDefinitions.map(({ name }) => name))(
    'of %s hold no dynamic import, which would start a second loader at the first request',
    (name) => {
      const files = readdirSync(bundles.folderOf(name)).filter((file) => file.endsWith('.js'));
      for (const file of files)
        expect(readFileSync(join(bundles.folderOf(name), file), 'utf8')).not.toMatch(/\bimport\(/);
    },
  );

  test('carry the files of their function, compressed', () => {
    const carried = gunzipSync(readFileSync(join(bundles.folderOf('show-documents'), 'openapi.json.gz')));
    expect(carried.equals(readFileSync('shared/openapi/openapi.json'))).toBe(true);
  });

  test('carry every route and its function for the catch-all alone, whose variables have no room for them', () => {
    const files = (name: string) => readdirSync(bundles.folderOf(name)).filter((file) => file.endsWith('.json'));
    expect([files('handle-unmatched-path').toSorted(), files('get-sale')]).toEqual([
      ['package.json', 'routes.json'],
      ['package.json'],
    ]);
    const text = readFileSync(join(bundles.folderOf('handle-unmatched-path'), 'routes.json'), 'utf8');
    const known = functionsByRoute(text, { stage: 'sandbox', sandbox: true });
    expect([...Object.keys(known), '$default'].toSorted()).toEqual(allRouteKeys('sandbox').toSorted());
    expect(known['POST /DealerSale/GetSale']).toBe('payment-link-sandbox-get-sale');
  });

  test('load packages that most calls do without at their first use, from files of their own', () => {
    const files = (name: string) => readdirSync(bundles.folderOf(name)).filter((file) => file.endsWith('.js'));
    expect(files('capture-payment').toSorted()).toEqual(['fast-xml-parser.js', 'index.js']);
    expect(files('pay-with-stored-card').toSorted()).toEqual(['fast-xml-parser.js', 'index.js', 'parse5.js']);
    expect(files('get-sale')).toEqual(['index.js']);
    expect(textOf('capture-payment').match(/require\("\.\/fast-xml-parser\.js"\)/g)).toHaveLength(1);
    expect(sourcesOf(bundles.metafile, 'capture-payment').filter((path) => path.includes('/fast-xml-parser/'))).toEqual(
      [],
    );
  });

  test('say which handler is missing', async () => {
    await expect(bundleFunctions(join(folder, 'd'), ['not-there'])).rejects.toThrow(
      'functions/*/not-there/handler.ts is missing',
    );
  });
});
