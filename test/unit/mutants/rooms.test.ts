import { describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../../infra/checks/check-kinds.ts';
import { distancesTo, importersFrom, nearestFirst } from '../../mutants/import-graph.ts';
import { mutantRooms, roomsFor } from '../../mutants/rooms.ts';

const rooms = mutantRooms(PROJECT_ROOT);
const foldersFor = (path: string): readonly string[] => roomsFor(rooms, path).map(({ folder }) => folder);

describe('The rooms that mutants are planted in', () => {
  test('those of money come first, must be found nearly all, and may have no survivor that is not accepted', () => {
    expect(rooms.slice(0, 8).every(({ ofMoney, least }) => ofMoney && least === 0.95)).toBe(true);
    expect(rooms.slice(8).every(({ ofMoney, least }) => !ofMoney && least === 0.85)).toBe(true);
  });

  test('each folder stands once, and each file is of one room', () => {
    expect(new Set(rooms.map(({ folder }) => folder)).size).toBe(rooms.length);
    for (const path of [
      'shared/domain/csv.ts',
      'shared/domain/split/link-split.ts',
      'functions/payment/do-void/do-void.ts',
    ]) {
      expect(rooms.filter(({ holds }) => holds(path))).toHaveLength(1);
    }
  });

  test('a path means the room at it, the rooms below it, or the part of the room that holds it', () => {
    expect(foldersFor('shared/domain/ledger/')).toEqual(['shared/domain/ledger']);
    expect(foldersFor('functions').every((folder) => folder.startsWith('functions/'))).toBe(true);
    expect(foldersFor('shared/domain')).toContain('shared/domain/split');
    expect(foldersFor('infra')).toEqual([]);
    expect(foldersFor('shared/domain/csv.ts')).toEqual(['shared/domain']);
    expect(foldersFor('functions/payment/do-void')).toEqual(['functions/payment']);
    expect(roomsFor(rooms, 'shared/domain/ledger/share.ts')).toMatchObject([
      { folder: 'shared/domain/ledger', mutate: ['shared/domain/ledger/share.ts'], ofMoney: true },
    ]);
  });
});

describe('The tests that may find a mutant', () => {
  const importers = importersFrom(PROJECT_ROOT, ['test/unit/mutants/rooms.test.ts', 'test/unit/mutants/judge.test.ts']);

  test('are those that import its file by any number of steps, and the number of steps is known', () => {
    const distances = distancesTo(importers, ['infra/checks/imports.ts']);
    expect(distances.get('infra/checks/imports.ts')).toBe(0);
    expect(distances.get('test/mutants/import-graph.ts')).toBe(1);
    expect(distances.get('test/unit/mutants/rooms.test.ts')).toBe(2);
    expect(distances.has('test/unit/mutants/judge.test.ts')).toBe(false);
  });

  test('types that are imported are not a step: nothing of them runs', () => {
    const distances = distancesTo(importers, ['test/mutants/rooms.ts']);
    expect(distances.has('test/unit/mutants/judge.test.ts')).toBe(false);
  });

  test('stand in an order: those of its subject first, then those that import it by the fewest steps', () => {
    const target = 'shared/domain/link/link.ts';
    const distances = new Map([
      [target, 0],
      ['test/unit/http/page.test.ts', 1],
      ['test/unit/domain/link/states.test.ts', 3],
      ['test/unit/pages/pages.test.ts', 2],
    ]);
    const paths = [...distances.keys(), 'test/unit/other.test.ts'].filter((path) => path.endsWith('.test.ts'));
    expect(nearestFirst(paths.toReversed(), distances, target)).toEqual([
      'test/unit/domain/link/states.test.ts',
      'test/unit/http/page.test.ts',
      'test/unit/pages/pages.test.ts',
    ]);
  });
});
