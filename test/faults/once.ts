import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';

const once = <Key extends object, Value>(read: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = read(key);
    known.set(key, value);
    return value;
  };
};

/** Rows are replaced and never changed, so each is parsed once. */
export const onceARow: <Value>(read: (row: Row) => Value) => (row: Row) => Value = once;

/** Rows are never changed once they are told, so what several checks of the same rows ask for is worked out once. */
export const onceAList: <Value>(read: (rows: readonly Row[]) => Value) => (rows: readonly Row[]) => Value = once;

export const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/**
 * A check of something with what stands beside it, none of which ever changes: what passed is checked again only with
 * something else beside it. `scene` is the same for whatever it is asked about.
 */
export const onceBeside = <Subject extends object, Beside, Scene>(
  check: (subject: Subject, beside: readonly Beside[], scene: Scene) => void,
): typeof check => {
  const passed = new WeakMap<Subject, readonly Beside[]>();
  return (subject, beside, scene) => {
    const before = passed.get(subject);
    if (before !== undefined && isSameList(before, beside)) return;
    check(subject, beside, scene);
    passed.set(subject, beside);
  };
};

const kindsOf = onceAList((rows) => {
  const kinds = new Map<unknown, Row[]>();
  for (const row of rows) {
    const own = kinds.get(row.entity);
    if (own === undefined) kinds.set(row.entity, [row]);
    else own.push(row);
  }
  return kinds;
});

/** The rows of one kind, in their order. */
export const rowsOfKind = (rows: readonly Row[], entity: string): readonly Row[] => kindsOf(rows).get(entity) ?? [];
