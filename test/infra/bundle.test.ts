import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionsByRoute } from '../../functions/handle-unmatched-path/route-list.ts';
import { bundleFunctions, keptBundles } from '../../infra/bundle.ts';
import { allRouteKeys, functionDefinitions } from '../../infra/functions.ts';
import { localStageBuild } from '../../infra/local/build-cache.ts';

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

  test('leave the SDK’s reader of configuration files out', async () => {
    const { metafile } = await bundleFunctions(join(folder, 'e'), ['get-customer']);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain('infra/bundling/no-config-files.ts');
    expect(inputs.filter((input) => input.endsWith('/shared-ini-file-loader/readFile.js'))).toEqual([]);
  });

  test('keep the classes of the SDK’s errors that have details or are repeated, and of plain ones only the base class', async () => {
    const bundles = await bundleFunctions(join(folder, 'g'), ['get-sale']);
    const text = readFileSync(join(bundles.folderOf('get-sale'), 'index.js'), 'utf8');
    expect(text).toContain('TransactionCanceledException');
    expect(text).toContain('ConditionalCheckFailedException');
    expect(text).toContain('TransactionInProgressException');
    expect(text).not.toContain('BackupNotFoundException');
  });

  test('keep of the SDK’s schemas those of the operations that a function calls', async () => {
    const bundles = await bundleFunctions(join(folder, 'j'), ['reconcile-payments']);
    const text = readFileSync(join(bundles.folderOf('reconcile-payments'), 'index.js'), 'utf8');
    expect(text).toContain('"X-Amz-Invocation-Type"');
    expect(text).toContain('/2015-03-31/functions/{FunctionName}/invocations');
    expect(text).not.toContain('/2015-03-31/functions/{FunctionName}/concurrency');
    expect(text).not.toContain('ListVersionsByFunctionRequest');
  });

  test('hold no arrow function, which V8 would parse in full while it loads them', async () => {
    const bundles = await bundleFunctions(join(folder, 'h'), ['get-sale']);
    expect(readFileSync(join(bundles.folderOf('get-sale'), 'index.js'), 'utf8')).not.toMatch(/[\w)]=>/);
  });

  test('carry the files of their function, compressed', async () => {
    const bundles = await bundleFunctions(join(folder, 'f'), ['show-documents']);
    const carried = gunzipSync(readFileSync(join(bundles.folderOf('show-documents'), 'openapi.json.gz')));
    expect(carried.equals(readFileSync('shared/openapi/openapi.json'))).toBe(true);
  });

  test('carry every route and its function for the catch-all alone, whose variables have no room for them', async () => {
    const bundles = await bundleFunctions(join(folder, 'k'), ['handle-unmatched-path', 'get-sale']);
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

  test('load packages that most calls do without at their first use, from files of their own', async () => {
    const bundles = await bundleFunctions(join(folder, 'i'), ['capture-payment', 'get-sale']);
    const files = (name: string) => readdirSync(bundles.folderOf(name)).filter((file) => file.endsWith('.js'));
    expect(files('capture-payment').toSorted()).toEqual(['fast-xml-parser.js', 'index.js']);
    expect(files('get-sale')).toEqual(['index.js']);
    const text = readFileSync(join(bundles.folderOf('capture-payment'), 'index.js'), 'utf8');
    expect(text.match(/require\("\.\/fast-xml-parser\.js"\)/g)).toHaveLength(1);
    expect(sourcesOf(bundles.metafile, 'capture-payment').filter((path) => path.includes('/fast-xml-parser/'))).toEqual(
      [],
    );
  });

  test('say which handler is missing', async () => {
    await expect(bundleFunctions(join(folder, 'd'), ['not-there'])).rejects.toThrow(
      'functions/not-there/handler.ts is missing',
    );
  });
});

/** Parts that only some functions may carry, by a fragment of their source paths. */
const parts = {
  'key service': '/@aws-sdk/client-kms/',
  'XML parser': 'shared/adapters/nestpay/xml-reader.ts',
  'bank adapter': 'shared/adapters/nestpay/nestpay.ts',
  pages: 'shared/pages/',
  invoker: '/@aws-sdk/client-lambda/',
} as const;
type Part = keyof typeof parts;

const store = '/@aws-sdk/client-dynamodb/';

const partsOfFunctions: Readonly<Record<string, readonly Part[]>> = {
  'create-payment-request': ['key service'],
  'get-payment-request': [],
  'cancel-payment-request': [],
  'resend-payment-request': [],
  'start-mobile-3d': ['key service'],
  'make-direct-payment': ['key service', 'XML parser', 'bank adapter'],
  'start-3d-payment': ['key service'],
  'open-3d-payment': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'get-payment-detail': [],
  'capture-payment': ['key service', 'XML parser', 'bank adapter'],
  'void-payment': ['key service', 'XML parser', 'bank adapter'],
  'refund-payment': [],
  'approve-pool-payment': [],
  'undo-pool-approval': [],
  'get-dealer': [],
  'get-statements': [],
  'get-sale': [],
  'get-customer': ['key service'],
  'get-bank-card': [],
  'calculate-payment-amount': [],
  'calculate-payment-table': [],
  'add-customer': ['key service'],
  'update-customer': ['key service'],
  'list-customers': [],
  'remove-customer': [],
  'add-customer-with-card': ['key service'],
  'add-card': ['key service'],
  'update-card': ['key service'],
  'get-card': ['key service'],
  'list-cards': ['key service'],
  'remove-card': [],
  'start-payment': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'pay-with-stored-card': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'complete-3d': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'redirect-payer': ['pages'],
  // The bank's side of the wire: it reads the same XML, and calls nobody.
  'bank-simulator': ['XML parser', 'pages'],
  'show-payment-page': ['pages'],
  'show-link-qr': ['pages'],
  'send-receipt': ['pages'],
  'show-documents': ['pages'],
  'show-shop': ['key service', 'pages'],
  'quote-installments': ['pages'],
  'reconcile-payments': ['key service', 'XML parser', 'bank adapter', 'invoker'],
  'fan-out-events': ['invoker'],
  deliver: ['key service', 'pages'],
  'fill-sub-dealer-lists': [],
  'list-payments': [],
  'list-transactions': [],
  'update-payment': [],
  'note-delivery': [],
  'sweep-outbox': ['invoker'],
  'hand-out-plans': ['invoker'],
  'make-statements': [],
  'compare-with-bank': ['key service', 'XML parser', 'bank adapter'],
  'charge-plans': ['key service', 'XML parser', 'bank adapter'],
  'run-canary': ['key service'],
  operate: ['key service', 'XML parser', 'bank adapter'],
  'reencrypt-cards': ['key service'],
  'handle-unmatched-path': ['pages', 'invoker'],
};

/** Each kilobyte costs load time. A function that outgrows this has taken in what only some of its calls need. */
const LARGEST_BYTES = 500_000;
/** All operator commands are in one function. */
const LARGEST_OPERATE_BYTES = 690_000;

const WITHOUT_STORE: readonly string[] = ['handle-unmatched-path', 'show-documents'];

/** Sources with at least one byte in a function's bundle, from esbuild's report and not from the text. */
const sourcesOf = ({ outputs }: Metafile, name: string): readonly string[] => {
  const output = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}/index.js`))?.[1];
  return Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
};

describe('What the bundles carry', () => {
  let metafile: Metafile;
  beforeAll(async () => {
    // The bundles that run in the other tests, bundled once for all of them.
    ({ metafile } = keptBundles((await localStageBuild()).bundlesFolder));
  });

  test('is listed here for every function', () => {
    expect(Object.keys(partsOfFunctions).toSorted()).toEqual(functionDefinitions.map(({ name }) => name).toSorted());
  });

  test.each(Object.entries(partsOfFunctions))('%s carries what it needs and nothing of the rest', (name, expected) => {
    const sources = sourcesOf(metafile, name);
    const carried = (Object.keys(parts) as Part[]).filter((part) => sources.some((path) => path.includes(parts[part])));
    expect(carried).toEqual((Object.keys(parts) as Part[]).filter((part) => expected.includes(part)));
    expect(sources.some((path) => path.includes(store))).toBe(!WITHOUT_STORE.includes(name));
  });

  test.each(functionDefinitions.map(({ name }) => name))('%s is no larger than it needs to be', (name) => {
    const [, output] = Object.entries(metafile.outputs).find(([path]) => path.endsWith(`/${name}/index.js`)) ?? [];
    expect(output?.bytes).toBeLessThan(name === 'operate' ? LARGEST_OPERATE_BYTES : LARGEST_BYTES);
  });

  test.each([
    ['the whole of zod, where its small form does', '/zod/v4/classic/'],
    ['the SDK’s credential chain', '/@aws-sdk/credential-provider-ini/'],
    ['a tool of the deployment or of the tests', '/aws-cdk-lib/'],
    ['the SDK’s event streams', '/event-streams/'],
    ['the examples of the reference document', '/examples.ts'],
  ])('is never %s', (_name, path) => {
    for (const { name } of functionDefinitions) {
      expect(sourcesOf(metafile, name).filter((source) => source.includes(path))).toEqual([]);
    }
  });

  test('holds the accounts of the embedded bank in the embedded bank alone (rule 22)', () => {
    const holders = functionDefinitions.filter(({ name }) =>
      sourcesOf(metafile, name).includes('shared/nestpay/sandbox-merchant.ts'),
    );
    expect(holders.map(({ name }) => name)).toEqual(['bank-simulator']);
  });
});
