import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { walls } from '../../infra/checks/walls.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** A project of the planted files alone. Their imports need not exist. */
const project = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'payment-link-walls-'));
  roots.push(root);
  for (const folder of ['functions', 'shared', 'infra']) mkdirSync(join(root, folder));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return root;
};

const importing = (specifier: string): string => `import { one } from '${specifier}';\nexport const two = one;\n`;

/** File, what it imports, and the refusal. */
const violations: readonly (readonly [path: string, specifier: string, refusal: string])[] = [
  ['shared/domain/money/money.ts', 'node:crypto', 'domain must not import the package node'],
  ['shared/domain/money/money.ts', 'zod', 'domain must not import the package zod'],
  ['shared/domain/money/money.ts', '../../ports/clock.ts', 'domain must not import ports'],
  ['shared/ports/clock.ts', '@aws-sdk/client-dynamodb', 'ports must not import the package @aws-sdk/client-dynamodb'],
  ['shared/ports/clock.ts', '../adapters/dynamodb/table.ts', 'ports must not import adapters'],
  ['shared/ports/clock.ts', '../pages/document.ts', 'ports must not import pages'],
  ['shared/ports/clock.ts', '../../functions/sale/get-sale/contract.ts', 'ports must not import contracts'],
  ['shared/domain/money/money.ts', '../../nestpay/codes.ts', 'domain must not import nestpay'],
  ['shared/ports/clock.ts', '../nestpay/codes.ts', 'ports must not import nestpay'],
  ['shared/nestpay/codes.ts', '../adapters/dynamodb/engine/table.ts', 'nestpay must not import adapters'],
  ['shared/nestpay/codes.ts', 'zod', 'nestpay must not import the package zod'],
  ['shared/payment-flow/charge.ts', '../adapters/dynamodb/table.ts', 'payment-flow must not import adapters'],
  ['shared/payment-flow/charge.ts', '../http/envelope.ts', 'payment-flow must not import http'],
  ['shared/payment-flow/charge.ts', '../pages/document.ts', 'payment-flow must not import pages'],
  [
    'shared/payment-flow/charge.ts',
    '../../functions/sale/get-sale/get-sale.ts',
    'payment-flow must not import use cases',
  ],
  ['shared/pages/document.ts', '../http/envelope.ts', 'pages must not import http'],
  ['shared/pages/document.ts', '../../functions/sale/get-sale/get-sale.ts', 'pages must not import use cases'],
  ['shared/http/envelope.ts', '../adapters/dynamodb/table.ts', 'http must not import adapters'],
  ['shared/http/envelope.ts', '../../functions/sale/get-sale/contract.ts', 'http must not import contracts'],
  ['shared/links/new-link.ts', '../adapters/dynamodb/table.ts', 'links must not import adapters'],
  ['shared/links/new-link.ts', '../../functions/sale/get-sale/get-sale.ts', 'links must not import use cases'],
  ['shared/observability/log.ts', '../http/envelope.ts', 'observability must not import http'],
  ['shared/openapi/parts.ts', '../adapters/dynamodb/table.ts', 'openapi must not import adapters'],
  ['shared/adapters/dynamodb/engine/table.ts', '../../../http/envelope.ts', 'adapters must not import http'],
  [
    'shared/adapters/dynamodb/engine/table.ts',
    '../../../../functions/sale/get-sale/contract.ts',
    'adapters must not import contracts',
  ],
  ['shared/adapters/dynamodb/engine/table.ts', '../../../../infra/stage-config.ts', 'adapters must not import infra'],
  [
    'functions/sale/get-sale/get-sale.ts',
    '@aws-sdk/client-kms',
    'use cases must not import the package @aws-sdk/client-kms',
  ],
  [
    'functions/sale/get-sale/get-sale.ts',
    '../../../shared/adapters/dynamodb/engine/table.ts',
    'use cases must not import adapters',
  ],
  ['functions/sale/get-sale/get-sale.ts', './handler.ts', 'use cases must not import handlers'],
  [
    'functions/sale/get-sale/get-sale.ts',
    '../get-customer/get-customer.ts',
    'a function must not import another function',
  ],
  [
    'functions/sale/get-sale/handler.ts',
    '../get-customer/get-customer.ts',
    'a function must not import another function',
  ],
  ['functions/sale/get-sale/handler.ts', '../../../infra/stage-config.ts', 'handlers must not import infra'],
  ['functions/sale/get-sale/contract.ts', './get-sale.ts', 'contracts must not import use cases'],
  [
    'functions/sale/get-sale/contract.ts',
    '@aws-sdk/client-kms',
    'contracts must not import the package @aws-sdk/client-kms',
  ],
  ['infra/functions/all-functions.ts', '../../functions/sale/get-sale/handler.ts', 'infra must not import handlers'],
  ['infra/functions/all-functions.ts', '../../shared/pages/document.ts', 'infra must not import pages'],
];

describe('The walls between the rooms of the house', () => {
  test.each(violations)('%s does not import %s', (path, specifier, refusal) => {
    const [found, ...others] = walls(project({ [path]: importing(specifier) }));
    expect(found).toContain(`${path}: ${refusal}`);
    expect(others).toEqual([]);
  });

  test.each([
    ['a type', "import type { Table } from '../adapters/dynamodb/table.ts';\n"],
    ['a name over several lines', "import {\n  one,\n  two,\n} from '../adapters/dynamodb/table.ts';\n"],
    ['an export of another file', "export { one } from '../adapters/dynamodb/table.ts';\n"],
    ['a file as a whole', "import '../adapters/dynamodb/table.ts';\n"],
    ['a file while it runs', "export const one = () => import('../adapters/dynamodb/table.ts');\n"],
  ])('see an import of %s', (_what, source) => {
    expect(walls(project({ 'shared/http/envelope.ts': source }))).toHaveLength(1);
  });

  test('see files that import each other in a circle, types included', () => {
    const root = project({
      'shared/domain/one.ts': "import type { Two } from './two.ts';\nexport type One = Two;\n",
      'shared/domain/two.ts': "import { three } from './three.ts';\nexport type Two = typeof three;\n",
      'shared/domain/three.ts': "import type { One } from './one.ts';\nexport const three: One | 3 = 3;\n",
    });
    expect(walls(root)).toEqual([
      'these files import each other in a circle: shared/domain/one.ts, shared/domain/three.ts, shared/domain/two.ts',
    ]);
  });

  test('do not read comments', () => {
    const source = "// import { one } from '../adapters/dynamodb/table.ts';\nexport const one = 1;\n";
    expect(walls(project({ 'shared/http/envelope.ts': source }))).toEqual([]);
  });
});
