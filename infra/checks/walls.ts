import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Arrow, arrowsOf, isFile } from './imports.ts';

/** A room of the house: its files, and what they may import besides each other. */
interface Room {
  readonly name: string;
  readonly holds: (path: string) => boolean;
  /** Names of rooms. Anything else is a package, `@scope/*` for all of a scope, `node` for Node's own modules. */
  readonly mayImport: readonly string[];
}

const below =
  (folder: string) =>
  (path: string): boolean =>
    path.startsWith(`${folder}/`);

/** The folder of a function: functions/<subject>/<name>. */
const ownFolder = (path: string): string => path.split('/').slice(0, 3).join('/');
const isFunctionFile = (path: string, name: RegExp): boolean => below('functions')(path) && name.test(path);

const AWS = ['@aws-sdk/*'] as const;
const LAMBDA_TYPES = 'aws-lambda';
const FLOW = [
  'domain',
  'ports',
  'nestpay',
  'garanti',
  'payment-flow',
  'http',
  'pages',
  'links',
  'outbox',
  'audit',
  'looks',
  'desk',
  'openapi',
  'observability',
] as const;

/**
 * The rooms, from the lowest up. The first room that matches a file counts. Imports go down only. A function never
 * imports another function, and only its handler imports adapters and SDKs.
 */
const rooms: readonly Room[] = [
  { name: 'domain', holds: below('shared/domain'), mayImport: [] },
  { name: 'ports', holds: below('shared/ports'), mayImport: ['domain'] },
  { name: 'nestpay', holds: below('shared/nestpay'), mayImport: ['domain', 'ports', 'node'] },
  { name: 'garanti', holds: below('shared/garanti'), mayImport: ['domain', 'ports', 'nestpay', 'node'] },
  {
    name: 'observability',
    holds: below('shared/observability'),
    mayImport: ['domain', 'ports', '@aws-lambda-powertools/*', 'node'],
  },
  { name: 'pages', holds: below('shared/pages'), mayImport: ['domain', 'ports', 'qr', 'pngjs', 'node'] },
  { name: 'payment-flow', holds: below('shared/payment-flow'), mayImport: ['domain', 'ports', 'observability'] },
  {
    name: 'http',
    holds: below('shared/http'),
    mayImport: ['domain', 'ports', 'observability', 'pages', 'zod', '@middy/core', LAMBDA_TYPES, 'node'],
  },
  { name: 'outbox', holds: below('shared/outbox'), mayImport: ['domain', 'ports', 'observability'] },
  { name: 'links', holds: below('shared/links'), mayImport: ['domain', 'ports', 'payment-flow', 'http'] },
  { name: 'audit', holds: below('shared/audit'), mayImport: ['domain', 'ports'] },
  { name: 'looks', holds: below('shared/looks'), mayImport: ['domain', 'pngjs', 'node'] },
  {
    name: 'desk',
    holds: below('shared/desk'),
    mayImport: [
      'domain',
      'ports',
      'observability',
      'payment-flow',
      'http',
      'pages',
      'links',
      'audit',
      LAMBDA_TYPES,
      'node',
    ],
  },
  { name: 'openapi', holds: below('shared/openapi'), mayImport: ['domain', 'http', 'zod'] },
  // A dealer's own program: it knows the service by its public API, and shares with it no more than how a page is written. Its
  // port is where its orders are kept.
  { name: 'shop', holds: below('shared/shop'), mayImport: ['domain', 'ports', 'pages', 'http', 'zod', 'node'] },
  // What dealers install: it knows the service by the generated contract alone, and nothing of it runs in the service.
  { name: 'client', holds: below('shared/client'), mayImport: ['node'] },
  {
    name: 'adapters',
    holds: below('shared/adapters'),
    mayImport: [
      'domain',
      'ports',
      'nestpay',
      'garanti',
      'observability',
      'payment-flow',
      'zod',
      'fast-xml-parser',
      'parse5',
      'otpauth',
      'node',
      ...AWS,
    ],
  },
  {
    name: 'handlers',
    holds: (path) => isFunctionFile(path, /\/handler\.ts$/),
    mayImport: [...FLOW, 'adapters', 'contracts', 'use cases', 'zod', LAMBDA_TYPES, 'node', ...AWS],
  },
  { name: 'contracts', holds: (path) => isFunctionFile(path, /\/contract\.ts$/), mayImport: ['domain', 'http', 'zod'] },
  {
    name: 'use cases',
    holds: below('functions'),
    mayImport: [...FLOW, 'shop', 'contracts', 'zod', 'pngjs', LAMBDA_TYPES, 'node'],
  },
  {
    name: 'infra',
    holds: below('infra'),
    mayImport: [
      'domain',
      'ports',
      'nestpay',
      'garanti',
      'http',
      'observability',
      'openapi',
      'adapters',
      'desk',
      'shop',
      'contracts',
      'use cases',
      'zod',
      'node',
      ...AWS,
      '@zxcvbn-ts/language-common',
      'aws-cdk-lib',
      'cdk-nag',
      'constructs',
      'esbuild',
      'fast-xml-parser',
      'otpauth',
      'parse5',
      'pngjs',
      'qr',
      'rolldown',
    ],
  },
];

const roomOf = (path: string): Room | undefined => rooms.find(({ holds }) => holds(path));

const packageOf = (specifier: string): string => {
  if (specifier.startsWith('node:')) return 'node';
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
};

/** Why an import is not allowed; undefined when it is. */
const refusalOf = (arrow: Arrow): string | undefined => {
  const { from, to } = arrow;
  const room = roomOf(from);
  if (room === undefined) return undefined;
  if (!isFile(arrow)) {
    const name = packageOf(to);
    const allowed = room.mayImport.some(
      (one) => one === name || (one.endsWith('/*') && name.startsWith(one.slice(0, -1))),
    );
    return allowed ? undefined : `${room.name} must not import the package ${name}`;
  }
  const target = roomOf(to);
  if (target === undefined) return to === 'package.json' ? undefined : `${to} belongs to no room`;
  if (below('functions')(from) && below('functions')(to) && ownFolder(from) !== ownFolder(to)) {
    return 'a function must not import another function';
  }
  if (target === room || room.mayImport.includes(target.name)) return undefined;
  return `${room.name} must not import ${target.name}`;
};

const sourcesBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesBelow(root, path);
    return entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name) ? [path] : [];
  });

/** Files that import each other in a circle, types included: each circle once, by its files in order. */
const circles = (arrows: readonly Arrow[]): readonly string[] => {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const found = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.add(trail.slice(start).toSorted().join(', '));
    if (start >= 0 || done.has(path)) return;
    for (const { to } of targets.get(path) ?? []) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return [...found].map((files) => `these files import each other in a circle: ${files}`);
};

/** Every import of the product respects the walls between rooms, and no files import each other in a circle. */
export const walls = (root: string): readonly string[] => {
  const arrows = ['functions', 'shared', 'infra'].flatMap((folder) =>
    sourcesBelow(root, folder).flatMap((path) => arrowsOf(root, path)),
  );
  const refused = arrows.flatMap((arrow) => {
    const refusal = refusalOf(arrow);
    return refusal === undefined ? [] : [`${arrow.from}: ${refusal} (${arrow.to})`];
  });
  return [...refused, ...circles(arrows)];
};
