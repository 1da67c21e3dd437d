import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../infra/checks/check-kinds.ts';
import { references } from '../../infra/checks/references.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// Written in parts, because this file is checked too.
const rule = ['ru', 'le'].join('');
const dealerInterface = ['dealer', 'interface'].join(' ');
const section = (chapter: number, number: number): string => [chapter, number].join('.');
const table = [section(2, 2), section(2, 8), section(7, 4)].map((one) => `| ${one} | x |\n`).join('');

const documents = {
  '.gitignore': 'node_modules\n',
  'README.md': 'See [the rules](shared/docs/rules.md#rule-2-unknown-is-a-value).\n',
  'shared/docs/rules.md': '## Rule 1: One\n\n## Rule 2: Unknown is a value\n\n## Rule 3: Three\n',
  'shared/docs/decisions.md': `# Decisions\n\n## Installments\n\n## The dealer interface\n\n| Section | What |\n|---|---|\n${table}`,
  'shared/docs/bank-wire.md': '## Hash ver3\n',
};

/** A project of the documents above and these files. */
const rootOf = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'payment-links-references-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ ...documents, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
};
const findings = (files: Readonly<Record<string, string>>) => references(rootOf(files));

describe('A rule that is cited', () => {
  test('is a heading of the rules; lists, ranges and line breaks are read', () => {
    const text = `/** Told late (${rule} 1, ${rule}s 1, 2 and 3, ${rule}s 1 to\n * 3). */\n`;
    expect(findings({ 'shared/domain/a.ts': text })).toEqual([]);
  });

  test.each([
    ['alone', `// why (${rule} 9)`, ['9']],
    ['in a list', `// why (${rule}s 1, 9, 3)`, ['9']],
    ['in a range', `// why (${rule}s 2 to 5)`, ['4', '5']],
    ['behind a line break', `/**\n * why (${rule}s 1,\n * 9)\n */`, ['9']],
    ['in the title of a test', `test('holds (${rule} 7)', () => {});`, ['7']],
  ])('and is not there is found by its place: %s', (_where, text, unknown) => {
    expect(findings({ 'test/unit/a.test.ts': text }).map((one) => one.replace(/:\d+:/, ':'))).toEqual(
      unknown.map((number) => `test/unit/a.test.ts: ${rule} ${number} is not in shared/docs/rules.md`).toSorted(),
    );
  });

  test('must have one heading alone', () => {
    expect(findings({ 'shared/docs/rules.md': '## Rule 1: a\n## Rule 2: Unknown is a value\n## Rule 1: b\n' })).toEqual(
      ['shared/docs/rules.md: Rule 1 stands there twice'],
    );
  });
});

describe('A section of the dealers’ interface', () => {
  test('that is cited stands in the table of the decisions', () => {
    expect(findings({ 'functions/a/a.ts': `// ${dealerInterface} ${section(2, 8)}, ${section(7, 4)} (x)` })).toEqual(
      [],
    );
    expect(findings({ 'functions/a/a.ts': `// ${dealerInterface} ${section(2, 8)} to\n// ${section(2, 10)}` })).toEqual(
      [
        `functions/a/a.ts:1: section ${section(2, 9)} is not in the table of shared/docs/decisions.md`,
        `functions/a/a.ts:1: section ${section(2, 10)} is not in the table of shared/docs/decisions.md`,
      ],
    );
  });
});

describe('A heading that is cited in brackets', () => {
  test('is one of that document', () => {
    const fine = '// why (decisions: installments)\n// and (bank wire: hash ver3; see below)';
    expect(findings({ 'shared/a.ts': fine })).toEqual([]);
    const [open, close] = ['(', ')'];
    expect(findings({ 'shared/a.ts': `// why ${open}decisions: phones${close}` })).toEqual([
      'shared/a.ts:1: shared/docs/decisions.md has no heading "phones"',
    ]);
    expect(findings({ 'shared/a.ts': `/**\n * why ${open}decisions: no\n * heading${close} */` })).toEqual([
      'shared/a.ts:2: shared/docs/decisions.md has no heading "no heading"',
    ]);
  });
});

describe('A document', () => {
  test.each([
    ['a link to no file', 'see [b](b.md)', 'shared/docs/a.md:1: b.md is not there'],
    [
      'a link to no heading',
      'see [b](rules.md#rule-9)',
      'shared/docs/a.md:1: shared/docs/rules.md has no heading #rule-9',
    ],
    ['a path of no file', 'see `shared/domain/none.ts`', 'shared/docs/a.md:1: shared/domain/none.ts is not there'],
    ['a line that is too long', 'x'.repeat(161), 'shared/docs/a.md:1: longer than 160 characters'],
  ])('with %s is refused', (_what, text, finding) => {
    expect(findings({ 'shared/docs/a.md': text })).toEqual([finding]);
  });

  test('may name folders, templates of paths, addresses and files that are there', () => {
    const text =
      'In `shared/docs/rules.md`, `shared/docs/`, `functions/<subject>/<name>/handler.ts`, [web](https://a.example/b).\n';
    expect(findings({ 'shared/docs/a.md': `${text}\n\`\`\`\n[x](none.md)\n\`\`\`\n` })).toEqual([]);
  });
});

test('a file that a comment names is there', () => {
  expect(findings({ 'shared/a.ts': '// as shared/a.ts does, see shared/docs/rules.md' })).toEqual([]);
  const nowhere = ['shared', 'none.ts'].join('/');
  expect(findings({ 'shared/a.ts': `\n// as ${nowhere} does` })).toEqual([`shared/a.ts:2: ${nowhere} is not there`]);
});

describe('A citation of what is not in the repository', () => {
  const outside = (text: string) => findings({ 'shared/domain/a.ts': text });

  test.each([
    ['/** As the wire ', 'facts say. */'],
    ['/** As the wire\n * ', 'facts say. */'],
    ['// see wire-', 'facts'],
    ['// see life', 'cycle.md'],
    ['// see dealer-', 'api'],
    ['// why (de', 'sign, "Data")'],
    ['// why (st', 'yle 7)'],
    ['// the fields of 2', '.8'],
    ['// codes (7', '.4)'],
    ['// ends with a number, 7', '.4.'],
    ['// as in (sec', 'tion 4 rule 2)'],
  ])('is found: %s%s', (first, rest) => {
    expect(outside(`${first}${rest}\n`)).toEqual([expect.stringContaining('shared/domain/a.ts:1: "')]);
  });

  test.each([
    `// ${dealerInterface} ${section(2, 8)} (payment request fields)`,
    `// ${dealerInterface} ${section(2, 2)}, ${section(2, 8)}`,
    `// ${dealerInterface} ${section(2, 2)} and\n// ${section(2, 8)}`,
    `// payload format 2.0, 38500 is 3.85, and ${section(2, 5)} % of it`,
    `const rate = ${section(2, 5)}; // a rate`,
    '// node 24.2.8',
  ])('is not: %s', (text) => {
    expect(outside(text)).toEqual([]);
  });
});

test('every reference of this repository resolves', () => {
  expect(references(PROJECT_ROOT)).toEqual([]);
});
