import { describe, expect, test } from 'vitest';
import { defaulted, neededWhenNew, optional } from '../../../../functions/operator/operate/fields.ts';
import { flag, freeText, list } from '../../../../functions/operator/operate/kinds.ts';
import { canonical, changedFieldNames, nextVersion, putValues } from '../../../../functions/operator/operate/put.ts';

describe('The version of a record after a put (rule 36)', () => {
  test.each([
    [undefined, undefined, 1],
    [undefined, null, 1],
    [undefined, 0, 1],
    [3, 3, 4],
  ])('of one that is stored as %s, with the version %s, is %d', (stored, given, next) => {
    expect(nextVersion('the stage', stored, given)).toBe(next);
  });

  test.each([
    [undefined, 2, 'NotFound', 'Nothing is stored of the stage, so there is no version 2 to replace.'],
    [
      3,
      2,
      'VersionConflict',
      'The current version of the stage is 3, and version 2 was given: look at it, then put again with it.',
    ],
    [
      3,
      undefined,
      'VersionConflict',
      'The current version of the stage is 3, and no version was given: look at it, then put again with it.',
    ],
  ])('of one that is stored as %s is refused with the version %s', (stored, given, code, sentence) => {
    expect(() => nextVersion('the stage', stored, given)).toThrow(
      expect.objectContaining({ code, field: 'version', sentence }),
    );
  });
});

describe('The values of a record after a put', () => {
  const fields = {
    name: neededWhenNew(freeText(9), 'Name.'),
    enabled: defaulted(flag, true, { meaning: 'Whether it is.' }),
    tags: optional(list(freeText(9), 3), 'Tags.'),
  };

  test.each<readonly [string, Parameters<typeof putValues>[1], object | undefined, object]>([
    ['a new record gets its defaults', { name: 'A' }, undefined, { name: 'A', enabled: true }],
    [
      'a new record without what null stands for gets its defaults',
      { name: 'A', enabled: null, tags: null },
      undefined,
      { name: 'A', enabled: true },
    ],
    [
      'what is absent stays as it is',
      {},
      { name: 'A', enabled: false, tags: ['x'] },
      { name: 'A', enabled: false, tags: ['x'] },
    ],
    ['what is given is changed', { enabled: false }, { name: 'A', enabled: true }, { name: 'A', enabled: false }],
    [
      'null restores a default and removes the rest',
      { enabled: null, tags: null },
      { name: 'A', enabled: false, tags: ['x'] },
      { name: 'A', enabled: true },
    ],
  ])('%s', (_what, input, stored, values) => {
    expect(putValues(fields, input as never, stored)).toEqual(values);
  });

  test('a new record needs what every record has, and no put takes it away', () => {
    expect(() => putValues(fields, {}, undefined)).toThrow('InvalidInput');
    expect(() => putValues(fields, {}, undefined)).toThrow(
      expect.objectContaining({ sentence: 'name is required for a new record.' }),
    );
    expect(() => putValues(fields, { name: null }, { name: 'A' })).toThrow(
      expect.objectContaining({ sentence: 'name cannot be removed.' }),
    );
  });
});

describe('What a put changes', () => {
  test.each<readonly [object | undefined, object, readonly string[]]>([
    [undefined, { version: 1, name: 'A', enabled: true }, ['enabled', 'name']],
    [{ version: 1, name: 'A' }, { version: 2, name: 'A' }, []],
    [{ name: 'A', tag: 'x' }, { name: 'B' }, ['name', 'tag']],
    [{ rates: { a: 1, b: 2 } }, { rates: { b: 2, a: 1 } }, []],
    [{ list: [1, 2] }, { list: [2, 1] }, ['list']],
    [{ one: null }, { one: {} }, ['one']],
  ])('from %j to %j is %j', (before, after, changed) => {
    expect(changedFieldNames(before, after)).toEqual(changed);
  });

  test('equal values have one text, in whatever order their members stand', () => {
    expect(canonical({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
    expect(canonical(undefined)).toBe('');
  });
});
