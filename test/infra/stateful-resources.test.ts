import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { diffByCdk } from '../../infra/deploy/cdk-command.ts';
import {
  type Inventory,
  inventoryOf,
  inventorySchema,
  lossesBetween,
  lossesIn,
} from '../../infra/deploy/stateful-resources.ts';
import { readAssembly } from '../../infra/local/assembly.ts';
import { appOf, settingsOf } from './stage-templates.ts';

const recorded = inventorySchema.parse(
  JSON.parse(readFileSync(new URL('../../infra/deploy/stateful-resources.json', import.meta.url), 'utf8')),
);
const built = appOf(settingsOf('production'));
built.app.synth();
afterAll(() => rmSync(built.app.outdir, { recursive: true, force: true }));

const changed = (id: string, change: Partial<Inventory[string]>): Inventory => {
  const before = recorded[id];
  if (before === undefined) throw new Error(`the record has no ${id}`);
  return { ...recorded, [id]: { ...before, ...change } };
};

describe('The record of what a release must not lose', () => {
  test('has the tables, the keys and the API of production as they are (rule 39)', () => {
    const { stacks } = readAssembly(built.app.outdir);
    const now = inventoryOf(stacks.map(({ name, template }) => ({ name: name.split('-').at(-1) ?? '', template })));
    expect(now).toEqual(recorded);
    expect(Object.keys(now)).toEqual([
      'data TableKey',
      'data VaultKey',
      'data CardHashKey',
      'data Table',
      'data Boxes',
      'api HttpApi',
    ]);
  });

  test('refuses nothing when nothing changes, or something is new', () => {
    expect(lossesBetween(recorded, recorded)).toEqual([]);
    const { 'data Table': _table, ...before } = recorded;
    expect(lossesBetween(before, recorded)).toEqual([]);
  });

  test.each([
    [
      'a table with another key',
      changed('data Table', { fixed: { KeySchema: [] } }),
      /data Table .* another KeySchema/,
    ],
    [
      'a table with a name',
      changed('data Table', { fixed: { ...recorded['data Table']?.fixed, TableName: 'x' } }),
      /TableName/,
    ],
    ['a key of another kind', changed('data CardHashKey', { fixed: {} }), /data CardHashKey .* another KeySpec/],
    ['a table of another type', changed('data Table', { type: 'AWS::DynamoDB::GlobalTable' }), /would be replaced/],
    ['a key that is not retained', changed('data VaultKey', { deletionPolicy: 'Delete' }), /not retained any more/],
  ])('refuses %s', (_what, now, sentence) => {
    expect(lossesBetween(recorded, now)[0]).toMatch(sentence);
  });

  test('refuses an API that is gone, or has another logical id', () => {
    const { 'api HttpApi': api, ...others } = recorded;
    expect(lossesBetween(recorded, others)).toEqual([expect.stringMatching(/^api HttpApi .* is gone/)]);
    if (api === undefined) throw new Error('the record has no API');
    expect(lossesBetween(recorded, { ...others, 'api Renamed': api })).toHaveLength(1);
  });
});

const templateSchema = z.object({
  Resources: z.record(z.string(), z.looseObject({ Properties: z.record(z.string(), z.unknown()).default({}) })),
});

describe('What the CDK command says of a release', () => {
  test('is read for tables, keys and addresses that it would replace or take out', () => {
    const file = join(built.app.outdir, 'Data.template.json');
    const template = templateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const { Table, VaultKey, ...others } = template.Resources;
    const KeySchema = [{ AttributeName: 'another', KeyType: 'HASH' }];
    const before = {
      ...others,
      Table: { ...Table, Properties: { ...Table?.Properties, KeySchema } },
      VaultKey,
      FormerKey: VaultKey,
    };
    const path = join(built.app.outdir, 'before.json');
    writeFileSync(path, JSON.stringify({ ...template, Resources: before }));
    const assembly = ['--exclusively', '--app', built.app.outdir, '--template', path];
    const diff = diffByCdk(['Data', ...assembly, '--no-change-set']);
    expect(lossesIn(diff)).toEqual(['FormerKey (AWS::KMS::Key): orphan', 'Table (AWS::DynamoDB::Table): replace']);
    expect(lossesIn(diff, ['FormerKey'])).toEqual(['Table (AWS::DynamoDB::Table): replace']);
  });

  test('may be anything of resources that can be made again', () => {
    const text =
      '[-] AWS::Lambda::Function GetSale GetSaleFunction destroy\n[~] AWS::DynamoDB::Table Table Table\n[+] AWS::KMS::Key New New';
    expect(lossesIn(text)).toEqual([]);
  });
});
