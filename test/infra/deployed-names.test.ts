import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type DeployedNames,
  deployedNamesOf,
  deployedNamesSchema,
  renamesBetween,
} from '../../infra/deploy/deployed-names.ts';
import { settingsOf, templatesOf } from './stage-templates.ts';

const recorded = deployedNamesSchema.parse(
  JSON.parse(readFileSync(new URL('../../infra/deploy/deployed-names.json', import.meta.url), 'utf8')),
);
const { stacks } = templatesOf(settingsOf('production'));
const namesOf = (templates: typeof stacks): DeployedNames =>
  deployedNamesOf(templates.map(({ name, template }) => ({ name: name.split('-').at(-1) ?? '', template })));

/** The templates of production with one logical id of all of them changed, wherever it stands in the text. */
const withOtherId = (id: string): DeployedNames =>
  namesOf(JSON.parse(JSON.stringify(stacks).replaceAll(`"${id}"`, `"Other${id}"`)) as typeof stacks);

/** Reads the names of one type in one stack. */
const idsOf = (stack: string, type: string): Readonly<Record<string, string>> => recorded[stack]?.[type] ?? {};

describe('The record of names that a release must not change', () => {
  test('has the functions, logs, roles, alarms, queries and exports of production as they are', () => {
    expect(namesOf(stacks)).toEqual(recorded);
    expect(idsOf('records', 'AWS::Lambda::Function')).toMatchObject({
      GetSaleFunction: 'payment-link-production-get-sale',
    });
    const types = new Set(Object.values(recorded).flatMap((one) => Object.keys(one)));
    expect([...types].toSorted()).toEqual([
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::Events::Rule',
      'AWS::IAM::Role',
      'AWS::Lambda::Alias',
      'AWS::Lambda::Function',
      'AWS::Logs::LogGroup',
      'AWS::Logs::QueryDefinition',
      'AWS::SSM::Parameter',
      'Export',
    ]);
  });

  test('refuses nothing when nothing changes, or something is new', () => {
    expect(renamesBetween(recorded, recorded)).toEqual([]);
    expect(renamesBetween({ ...recorded, records: {} }, recorded)).toEqual([]);
  });

  test.each(
    Object.entries(recorded).flatMap(([stack, types]) =>
      Object.entries(types).map(([type, ids]) => [stack, type, ids] as const),
    ),
  )('refuses another logical id in the stack %s: %s', (stack, type, ids) => {
    const [id = ''] = Object.keys(ids);
    expect(renamesBetween(recorded, withOtherId(id))).toContain(
      `${stack} ${id} (${type}) is gone, or has another logical id.`,
    );
  });

  test('refuses another name of what keeps its logical id', () => {
    const renamed = { 'AWS::Lambda::Function': { GetSaleFunction: 'payment-link-production-read-sale' } };
    const now = { ...recorded, records: { ...recorded.records, ...renamed } };
    expect(renamesBetween(recorded, now)).toContain(
      'records GetSaleFunction (AWS::Lambda::Function) was named "payment-link-production-get-sale" and is named "payment-link-production-read-sale".',
    );
  });
});
