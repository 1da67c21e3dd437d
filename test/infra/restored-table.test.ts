import { describe, expect, test } from 'vitest';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { contextOf, type StageTemplates, settingsOf, templatesOf } from './stage-templates.ts';

const RESTORED = 'payments-restored-1';
const STREAM = `arn:aws:dynamodb:eu-central-1:000000000000:table/${RESTORED}/stream/2026-11-23T04:00:00.000`;
const restored = templatesOf({ ...settingsOf('production'), tableName: RESTORED, tableStreamArn: STREAM });
const usual = templatesOf(settingsOf('production'));

/** Everything outside of the data stack that names a table, resolved. */
const usersOf = (templates: StageTemplates) =>
  ['AWS::Lambda::Function', 'AWS::IAM::Role', 'AWS::Lambda::EventSourceMapping', 'AWS::CloudWatch::Alarm'].flatMap(
    (type) =>
      templates.resources(type).map(({ logicalId, properties }) => ({ logicalId, text: JSON.stringify(properties) })),
  );

const OWN = 'payment-link-production-data-Table';

const settingsWith = (changes: object) => {
  const { stages } = contextOf('production') as { stages: Record<string, object> };
  return stageSettings({
    stage: 'production',
    stages: { ...stages, production: { ...stages.production, ...changes } },
  });
};

describe('A stage whose settings name a restored table (rule 47)', () => {
  test('has no function, role, stream consumer or alarm that names the table it had before', () => {
    expect(usersOf(usual).filter(({ text }) => text.includes(OWN)).length).toBeGreaterThan(100);
    expect(usersOf(restored).filter(({ text }) => text.includes(OWN))).toEqual([]);
  });

  test('gives each function the same rights on the restored table, its indexes and its stream', () => {
    const renamed = usersOf(usual).map(({ logicalId, text }) => ({
      logicalId,
      text: text.replaceAll(`${OWN}/stream/local`, STREAM.slice(STREAM.indexOf(RESTORED))).replaceAll(OWN, RESTORED),
    }));
    expect(usersOf(restored)).toEqual(renamed);
  });

  test('keeps the table before as it is, retained, with the exports that stacks import until they are deployed', () => {
    expect(restored.data.toJSON().Resources).toEqual(usual.data.toJSON().Resources);
    expect(restored.data.toJSON().Outputs).toEqual(usual.data.toJSON().Outputs);
  });

  test('names its table and stream together, and the stream of that table', () => {
    expect(() => settingsWith({ tableName: RESTORED })).toThrow(/both "tableName" and "tableStreamArn"/);
    expect(() => settingsWith({ tableStreamArn: STREAM })).toThrow(/both/);
    expect(() => settingsWith({ tableName: 'another-one', tableStreamArn: STREAM })).toThrow(
      /the stream of another one/,
    );
    expect(() => settingsWith({ tableName: RESTORED, tableStreamArn: 'arn:aws:sns:eu:1:x' })).toThrow(/tableStreamArn/);
    expect(settingsWith({ tableName: RESTORED, tableStreamArn: STREAM })).toMatchObject({ tableName: RESTORED });
  });
});
