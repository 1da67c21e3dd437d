import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bundles, keptBundles } from '../../infra/bundling/bundle.ts';
import { functionDefinitions } from '../../infra/functions/all-functions.ts';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { filesLoadedBy, filesOfStart, sourcesOf } from '../support/bundle-files.ts';

/** Parts that only some functions may carry, by a fragment of their source paths. */
const parts = {
  'key service': '/@aws-sdk/client-kms/',
  'XML parser': 'shared/adapters/bank/xml-reader.ts',
  'bank adapter': 'shared/adapters/nestpay/nestpay.ts',
  'gate pages': 'shared/adapters/bank/gate-page.ts',
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
  'open-stored-card-payment': ['key service', 'XML parser', 'bank adapter', 'gate pages', 'pages'],
  'get-payment-detail': [],
  'capture-payment': ['key service', 'XML parser', 'bank adapter'],
  'void-payment': ['key service', 'XML parser', 'bank adapter'],
  'refund-payment': [],
  'approve-pool-payment': [],
  'undo-pool-approval': [],
  'get-dealer': [],
  'get-statements': [],
  'create-reusable-link': [],
  'get-reusable-link': [],
  'list-reusable-links': [],
  'update-reusable-link': [],
  'get-link-funnel': [],
  'list-transfers': [],
  'get-sale': [],
  'add-sale': [],
  'update-sale': [],
  'delete-sale': [],
  'list-sales': [],
  'add-product': [],
  'delete-product': [],
  'list-products': [],
  'add-schedule': [],
  'update-schedule': [],
  'get-schedule': [],
  'list-schedules': [],
  'delete-schedule': [],
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
  'add-payment-plan': [],
  'update-payment-plan': [],
  'delete-payment-plan': [],
  'get-payment-plan': [],
  'list-payment-plans': [],
  'list-plan-tries': [],
  'report-payment-plans': [],
  'start-payment': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'pay-with-stored-card': ['key service', 'XML parser', 'bank adapter', 'gate pages', 'pages'],
  'complete-3d': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'redirect-payer': ['pages'],
  // The bank's side of the wire: it reads the same XML, and calls nobody.
  'bank-simulator': ['XML parser', 'pages'],
  'show-payment-page': ['pages'],
  'show-link-qr': ['pages'],
  'send-receipt': ['pages'],
  'show-reusable-link': ['pages'],
  'start-reusable-link': ['key service', 'pages'],
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
  'update-payment-shares': [],
  'note-delivery': [],
  'sweep-outbox': ['invoker'],
  'hand-out-plans': ['invoker'],
  'make-statements': [],
  'count-funnel': [],
  'compare-with-bank': ['key service', 'XML parser', 'bank adapter'],
  'charge-plans': ['key service', 'XML parser', 'bank adapter'],
  'run-canary': ['key service'],
  operate: ['key service', 'XML parser', 'bank adapter'],
  'sign-in-at-desk': ['key service', 'pages'],
  'show-desk': ['pages'],
  'act-at-desk': ['key service', 'XML parser', 'bank adapter', 'pages'],
  'change-desk-account': ['key service', 'pages'],
  'reencrypt-cards': ['key service'],
  'handle-unmatched-path': ['pages', 'invoker'],
};

/**
 * Of what a start loads. Each kilobyte costs load time: a function that outgrows this has taken in what only some of its
 * calls need.
 */
const LARGEST_BYTES = 540_000;

const WITHOUT_STORE: readonly string[] = ['handle-unmatched-path', 'show-documents'];

/** What a start does without, though some calls need it, by function: fragments of the paths of sources. */
const atFirstUse: Readonly<Record<string, readonly string[]>> = {
  operate: [
    'shared/adapters/nestpay/nestpay.ts',
    'shared/adapters/garanti/garanti.ts',
    'shared/adapters/dynamodb/operator/operator-changes.ts',
    'shared/adapters/dynamodb/sale/sales.ts',
    'shared/adapters/dynamodb/reusable-link/reusable-links.ts',
  ],
  'show-desk': [
    'functions/desk/show-desk/today.ts',
    'functions/desk/show-desk/payments.ts',
    'functions/desk/show-desk/links.ts',
    'shared/pages/desk/figures/today-page.ts',
    'shared/adapters/dynamodb/payment-list/payment-lists.ts',
    'shared/adapters/dynamodb/statement/statements.ts',
  ],
  'act-at-desk': [
    'functions/desk/act-at-desk/payments.ts',
    'functions/desk/act-at-desk/links.ts',
    'functions/desk/act-at-desk/sales.ts',
    'shared/pages/desk/link/links-page.ts',
    '/@aws-sdk/client-kms/',
  ],
  'change-desk-account': [
    'functions/desk/change-desk-account/users.ts',
    'shared/domain/desk/most-used-passwords.ts',
    'shared/pages/desk/account/looks-texts.ts',
    'shared/pages/desk/account/settings-page.ts',
  ],
  deliver: [
    '/@aws-sdk/client-sesv2/',
    '/@aws-sdk/client-pinpoint-sms-voice-v2/',
    'shared/pages/email/receipt-email.ts',
  ],
  'reconcile-payments': [
    'functions/payment/reconcile-payments/reconcile-row.ts',
    'shared/adapters/nestpay/nestpay.ts',
    'shared/adapters/garanti/garanti.ts',
  ],
  'make-direct-payment': ['shared/adapters/garanti/garanti.ts'],
  'charge-plans': ['shared/adapters/garanti/garanti.ts', 'functions/sale/charge-plans/plan-requests.ts'],
  'start-payment': ['shared/adapters/garanti/garanti.ts'],
  'bank-simulator': [
    'functions/sandbox/bank-simulator/nestpay/payment-api.ts',
    'functions/sandbox/bank-simulator/garanti/gvps-api.ts',
    'functions/sandbox/bank-simulator/bank-pages.ts',
  ],
};

describe('What the bundles carry', () => {
  let bundles: Bundles;
  let metafile: Metafile;
  beforeAll(async () => {
    // The bundles that run in the other tests, bundled once for all of them.
    bundles = keptBundles((await localStageBuild()).bundlesFolder);
    ({ metafile } = bundles);
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
    const ofFunction = bundles.folderOf(name);
    const bytes = filesOfStart(metafile, name).map(({ path }) => statSync(join(ofFunction, basename(path))).size);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(LARGEST_BYTES);
  });

  test('is no operator command at a start, and of a call the one that it asks for', () => {
    const partOf = (source: string) => `part:functions/operator/operate/commands/${source}`;
    const partsLoadedBy = (file: string) => filesLoadedBy(metafile, file).flatMap(({ entryPoint = [] }) => entryPoint);
    expect(filesOfStart(metafile, 'operate').length).toBeLessThan(5);
    expect(partsLoadedBy('bundles/operate/index.js')).toEqual(['functions/operator/operate/handler.ts']);
    for (const source of ['audit.ts', 'dealer.ts', 'stage.ts']) {
      const [file = ''] = Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === partOf(source)) ?? [];
      expect(partsLoadedBy(file)).toEqual([partOf(source)]);
    }
  });

  test('is loaded in parts by the functions that are listed above', () => {
    const inParts = functionDefinitions.filter((one) => one.inParts === true).map(({ name }) => name);
    expect(Object.keys(atFirstUse).toSorted()).toEqual(inParts.toSorted());
  });

  test.each(Object.entries(atFirstUse))('leaves what some calls of %s do without to their first use', (name, later) => {
    const start = filesOfStart(metafile, name).flatMap(({ inputs }) => Object.keys(inputs));
    const all = sourcesOf(metafile, name);
    for (const part of later) {
      expect(start.filter((path) => path.includes(part))).toEqual([]);
      expect(all.filter((path) => path.includes(part))).not.toEqual([]);
    }
  });

  test.each([
    ['the whole of zod, where its small form does', '/zod/v4/classic/'],
    ['the SDK’s credential chain', '/@aws-sdk/credential-provider-ini/'],
    ['a tool of the deployment or of the tests', '/aws-cdk-lib/'],
    ['the SDK’s event streams', '/event-streams/'],
    ['the SDK’s cache of endpoints, which no client asks', '/mnemonist/'],
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
