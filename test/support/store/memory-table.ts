import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { TransactOutcome } from '../../../shared/adapters/dynamodb/engine/table-writes.ts';
import {
  type BoxKey,
  type Expression,
  type Row,
  toTransactWriteItem,
  type Write,
} from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { holds, type Parts, updated } from './expressions.ts';
import { SortedRows } from './sorted-rows.ts';

const NOTHING = {};

const both = <Value>(one: Readonly<Record<string, Value>> = NOTHING, other?: Readonly<Record<string, Value>>) =>
  other === undefined ? one : { ...one, ...other };

/** The values and names of a write's expressions, as they are sent to the store. */
const partsOf = (set: Expression | undefined, onlyIf: Expression | undefined): Parts => ({
  names: both(set?.names ?? NOTHING, onlyIf?.names),
  values: both(set?.values ?? NOTHING, onlyIf?.values),
});

const refuseUnused = (write: Write): void => {
  const { Put, Update, Delete, ConditionCheck } = toTransactWriteItem({ table: 'T', boxes: 'B' }, write);
  const sent = Put ?? Update ?? Delete ?? ConditionCheck;
  const text = `${sent?.ConditionExpression ?? ''} ${Update?.UpdateExpression ?? ''}`;
  const used = new Set(text.match(/[#:]\w+/g));
  const given = [
    ...Object.keys(sent?.ExpressionAttributeNames ?? {}),
    ...Object.keys(sent?.ExpressionAttributeValues ?? {}),
  ];
  const unused = given.filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`no expression uses ${unused.join(', ')}`);
};

/** What decides whether the store takes a write: its expressions, and the placeholders that it gives them. */
const shapeOf = (set: Expression | undefined, onlyIf: Expression | undefined, { names, values }: Parts): string => {
  let shape = `${onlyIf?.expression ?? ''}\n${set?.expression ?? ''}\n`;
  for (const name in names) shape += name;
  for (const name in values) shape += name;
  return shape;
};

/** Shapes of writes that were looked at: thousands of writes have the same few. */
const lookedAt = new Set<string>();

/** What is frozen to its depth by now: a part that an update keeps is not copied again. */
const frozen = new WeakSet<object>();

const isKept = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || value instanceof Uint8Array || frozen.has(value);

/** A copy that nobody can change. Bytes cannot be frozen, and nobody writes into them. */
const frozenCopy = <Value>(value: Value): Value => {
  if (isKept(value)) return value;
  return Array.isArray(value) ? (frozenList(value.slice()) as Value) : (frozenWhole({ ...value } as Row) as Value);
};

const frozenList = (copied: unknown[]): readonly unknown[] => {
  for (const [index, one] of copied.entries()) if (!isKept(one)) copied[index] = frozenCopy(one);
  frozen.add(Object.freeze(copied));
  return copied;
};

/** Freezes an object that was made here. */
const frozenWhole = (copied: Row): Row => {
  for (const name in copied) {
    const one = copied[name];
    if (!isKept(one)) copied[name] = frozenCopy(one);
  }
  frozen.add(Object.freeze(copied));
  return copied;
};

interface Action {
  readonly id: string;
  readonly condition: string | undefined;
  readonly parts: Parts;
  readonly apply: (row: Row | undefined) => Row | undefined;
}

/** Boxes alone have no sort key: they stand beside the rows and never meet one. */
const idOf = (key: Key | BoxKey): string => ('sk' in key ? `${key.pk}\n${key.sk}` : key.pk);

/** A write as it is carried out here. Refuses what the store would refuse. */
const actionOf = (write: Write): Action => {
  const set = 'update' in write ? write.set : undefined;
  const { onlyIf } = write;
  const parts = partsOf(set, onlyIf);
  const shape = shapeOf(set, onlyIf, parts);
  if (!lookedAt.has(shape)) {
    refuseUnused(write);
    lookedAt.add(shape);
  }
  const by = { condition: onlyIf?.expression, parts };
  if ('put' in write) return { id: idOf(write.put), ...by, apply: () => frozenCopy(write.put) };
  if ('putBox' in write) return { id: idOf(write.putBox), ...by, apply: () => frozenCopy(write.putBox) };
  if ('removeBox' in write) return { id: idOf(write.removeBox), ...by, apply: () => undefined };
  if ('check' in write) return { id: idOf(write.check), ...by, apply: (row) => row };
  if ('remove' in write) return { id: idOf(write.remove), ...by, apply: () => undefined };
  const { update: key, set: change } = write;
  return {
    id: idOf(key),
    ...by,
    apply: (row) => frozenWhole(updated(change.expression, row ?? { ...key }, parts)),
  };
};

/** The table and its two indexes: by which member rows stand together there, and by which in order. */
const PLACES = [
  { name: 'pk', sortedBy: 'sk' },
  { name: 'listPk', sortedBy: 'listSk' },
  { name: 'duePk', sortedBy: 'dueSk' },
] as const;

/** The partition of a row in the table or in an index; undefined for a row that is not in it. */
const partitionOf = (row: Row | undefined, name: (typeof PLACES)[number]['name']): string | undefined => {
  const value = row?.[name];
  return typeof value === 'string' ? value : undefined;
};

const NO_ROWS = new SortedRows();

/**
 * The table in memory, for thousands of runs. It supports the conditions and updates that the store's expressions use,
 * and nothing else. Its rows are frozen, so it gives them away without a copy.
 */
export class MemoryTable implements Table {
  readonly #rows = new Map<string, Row>();
  /** The rows that are not set aside. */
  readonly #liveRows = new Map<string, Row>();
  /** Both, as they were told last; undefined once one of them has changed. */
  #told: readonly Row[] | undefined;
  #toldLive: readonly Row[] | undefined;
  /** The partitions of the table and of both indexes. */
  readonly #partitions = {
    pk: new Map<string, SortedRows>(),
    listPk: new Map<string, SortedRows>(),
    duePk: new Map<string, SortedRows>(),
  };
  /** Called with every row that a transaction replaces; may throw. */
  watch: (before: Row, after: Row) => void = () => undefined;

  /** All rows: the same list until one of them changes. */
  rows(): readonly Row[] {
    this.#told ??= [...this.#rows.values()];
    return this.#told;
  }

  /** The rows that were written since they were last set aside. */
  liveRows(): readonly Row[] {
    this.#toldLive ??= [...this.#liveRows.values()];
    return this.#toldLive;
  }

  /** Leaves rows out of `liveRows` until they are written again, so that a long run does not look at its whole past. */
  setAside(rows: readonly Row[]): void {
    this.#toldLive = undefined;
    for (const { pk, sk } of rows) this.#liveRows.delete(idOf({ pk: String(pk), sk: String(sk) }));
  }

  /** Forgets all rows. */
  clear(): void {
    this.#told = undefined;
    this.#toldLive = undefined;
    const kept = [this.#rows, this.#liveRows, ...Object.values(this.#partitions)];
    for (const one of kept) one.clear();
  }

  /** A row as it stands, for a watch. */
  peek(key: Key): Row | undefined {
    return this.#rows.get(idOf(key));
  }

  #put(id: string, after: Row | undefined): void {
    const before = this.#rows.get(id);
    for (const { name, sortedBy } of PLACES) {
      const [was, is] = [partitionOf(before, name), partitionOf(after, name)];
      const partitions = this.#partitions[name];
      if (was !== undefined && was !== is) partitions.get(was)?.remove(id);
      if (is === undefined || after === undefined) continue;
      let partition = partitions.get(is);
      if (partition === undefined) {
        partition = new SortedRows();
        partitions.set(is, partition);
      }
      partition.put(id, String(after[sortedBy]), after);
    }
    this.#told = undefined;
    this.#toldLive = undefined;
    for (const rows of [this.#rows, this.#liveRows]) {
      if (after === undefined) rows.delete(id);
      else rows.set(id, after);
    }
  }

  async get(key: Key | BoxKey): Promise<Row | undefined> {
    return this.#rows.get(idOf(key));
  }

  async getMany(keys: readonly Key[]): Promise<readonly Row[]> {
    return keys.map((key) => this.#rows.get(idOf(key))).filter((row) => row !== undefined);
  }

  async query({
    pk,
    skPrefix = '',
    between,
    after = '',
    limit,
    newestFirst,
  }: Parameters<Table['query']>[0]): Promise<readonly Row[]> {
    const partition = this.#partitions.pk.get(pk) ?? NO_ROWS;
    const range = { after, from: between?.from ?? skPrefix, until: between?.until };
    if (skPrefix === '') return partition.page(range, { limit, newestFirst });
    const behind = partition.page(range, { limit: Number.POSITIVE_INFINITY });
    const found = behind.filter(({ sk }) => String(sk).startsWith(skPrefix));
    return (newestFirst === true ? found.toReversed() : found).slice(0, limit);
  }

  async list({
    listPk,
    after = '',
    between = { from: '', until: '~~' },
    newestFirst,
    limit,
  }: Parameters<Table['list']>[0]): Promise<readonly Row[]> {
    const partition = this.#partitions.listPk.get(listPk) ?? NO_ROWS;
    const page = partition.page({ after, ...between }, { limit, newestFirst });
    return page.map(({ pk, sk, listSk }) => ({ pk, sk, listPk, listSk }));
  }

  async due({ duePk, after = '', until, limit }: Parameters<Table['due']>[0]): Promise<readonly Row[]> {
    const partition = this.#partitions.duePk.get(duePk) ?? NO_ROWS;
    const page = partition.page({ after, from: '', until }, { limit });
    return page.map(({ pk, sk, dueSk }) => ({ pk, sk, duePk, dueSk }));
  }

  async increment(key: Key, attribute: string, { step, start }: Parameters<Table['increment']>[2]): Promise<number> {
    const row = this.#rows.get(idOf(key));
    const value = Number(row?.[attribute] ?? start) + step;
    this.#put(idOf(key), frozenCopy({ ...key, ...row, [attribute]: value }));
    return value;
  }

  async transact(writes: readonly Write[]): Promise<TransactOutcome> {
    const actions = writes.map(actionOf);
    if (new Set(actions.map(({ id }) => id)).size < actions.length) throw new Error('an item is touched twice');
    const outcomes = actions.map(({ id, condition, parts }) => {
      const item = this.#rows.get(id);
      return { conditionFailed: condition !== undefined && !holds(condition, item, parts), item };
    });
    if (outcomes.some(({ conditionFailed }) => conditionFailed)) return { applied: false, writes: outcomes };
    for (const { id, apply } of actions) {
      const before = this.#rows.get(id);
      const after = apply(before);
      if (before !== undefined && after !== undefined && before !== after) this.watch(before, after);
      this.#put(id, after);
    }
    return { applied: true };
  }
}
