import { describe, expect, test } from 'vitest';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { previousRelease } from '../../support/releases/previous-release.ts';
import { rowsOfScene } from '../../support/releases/release-scene.ts';

/** Events, and the dealer that wants them: how far deliveries have come depends on time. The test of readers has them. */
const WITH_EVENTS = ['event', 'delivery', 'webhook-endpoint', 'dealer'];

/** Rows that the release before passes over: it reads all that it needs elsewhere, and the test of readers shows that. */
const PASSED_OVER = ['call'];

const before = previousRelease().rows.filter(({ entity }) => !WITH_EVENTS.includes(String(entity)));

/** What a row consists of: its attributes by their paths, each with the type of its value. Lists are told by their entries. */
const shapeOf = (value: unknown, path = ''): readonly string[] => {
  if (Array.isArray(value)) return value.length === 0 ? [] : value.flatMap((one) => shapeOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, inner]) => shapeOf(inner, path === '' ? name : `${path}.${name}`));
};

/** Attributes whose value chooses what a reader does. */
const CHOOSING = ['state', 'told', 'kind', 'operation', 'type', 'doneBy'];

const byEntity = (rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> =>
  Map.groupBy(rows, ({ entity }) => String(entity));

/** What all rows of a kind have: a reader may demand it. */
const alwaysIn = (rows: readonly Row[]): readonly string[] => {
  const [first = [], ...others] = rows.map((row) => shapeOf(row));
  return first.filter((part) => others.every((shape) => shape.includes(part)));
};

const chosenIn = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => CHOOSING.flatMap((name) => (name in row ? [`${name} ${String(row[name])}`] : []))));

describe('Rows of this release, which the release before still reads for some minutes (rule 50)', () => {
  test('have every attribute that rows of their kind had, and no state or kind that it does not know', async () => {
    const scene = await rowsOfScene({ withEvents: false });
    const rows = scene.rows.filter(({ entity }) => entity !== 'dealer');
    const [now, then] = [byEntity(rows), byEntity(before)];
    expect([...now.keys()].toSorted()).toEqual([...then.keys(), ...PASSED_OVER].toSorted());
    for (const [entity, known] of then) {
      const written = now.get(entity) ?? [];
      const required = alwaysIn(known);
      for (const row of written) {
        const shape = shapeOf(row);
        const missing = required.filter((part) => !shape.includes(part));
        expect({ entity, missing }).toEqual({ entity, missing: [] });
      }
      const added = [...chosenIn(written)].filter((one) => !chosenIn(known).has(one));
      expect({ entity, added }).toEqual({ entity, added: [] });
    }
  });
});
