import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { TransactOutcome } from '../../../shared/adapters/dynamodb/engine/table-writes.ts';
import {
  type BoxKey,
  type Row,
  toTransactWriteItem,
  type Write,
} from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';

type Names = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

interface Parts {
  readonly names: Names;
  readonly values: Values;
}

const attributeOf = (name: string, { names }: Parts): string => {
  if (!name.startsWith('#')) return name;
  const attribute = names[name];
  if (attribute === undefined) throw new Error(`no name ${name}`);
  return attribute;
};

const givenValue = (name: string, { values }: Parts): unknown => {
  if (!(name in values)) throw new Error(`no value ${name}`);
  return values[name];
};

const compares: Readonly<Record<string, (one: unknown, other: unknown) => boolean>> = {
  '=': (one, other) => one === other,
  '<': (one, other) => Number(one) < Number(other),
  '>': (one, other) => Number(one) > Number(other),
  '<=': (one, other) => Number(one) <= Number(other),
  '>=': (one, other) => Number(one) >= Number(other),
};

const holdsOne = (term: string, row: Row | undefined, parts: Parts): boolean => {
  const [, call, argument = ''] = /^(attribute_exists|attribute_not_exists)\((\S+)\)$/.exec(term) ?? [];
  if (call !== undefined) return (row?.[attributeOf(argument, parts)] !== undefined) === (call === 'attribute_exists');
  const [, name = '', operator = '', value = ''] = /^(\S+) (<=|>=|=|<|>) (\S+)$/.exec(term) ?? [];
  const compare = compares[operator];
  if (compare === undefined) throw new Error(`the condition is not known here: ${term}`);
  const stored = row?.[attributeOf(name, parts)];
  return stored !== undefined && compare(stored, givenValue(value, parts));
};

const holds = (expression: string, row: Row | undefined, parts: Parts): boolean =>
  expression.split(' OR ').some((all) => all.split(' AND ').every((term) => holdsOne(term.trim(), row, parts)));

const operand = (text: string, row: Row, parts: Parts): unknown => {
  const [, name, fallback = ''] = /^if_not_exists\((\S+), (\S+)\)$/.exec(text) ?? [];
  if (name !== undefined) return row[attributeOf(name, parts)] ?? givenValue(fallback, parts);
  return text.startsWith(':') ? givenValue(text, parts) : row[attributeOf(text, parts)];
};

const assigned = (text: string, row: Row, parts: Parts): unknown => {
  const [, left, sign, right] = /^(.+) ([+-]) (\S+)$/.exec(text) ?? [];
  if (left === undefined || right === undefined) return operand(text, row, parts);
  const [one, other] = [Number(operand(left, row, parts)), Number(operand(right, row, parts))];
  return sign === '+' ? one + other : one - other;
};

/** A row after an update expression. */
export const updated = (expression: string, row: Row, parts: Parts): Row => {
  const [, sets = '', removes = ''] = /^(?:SET (.+?) ?)?(?:REMOVE (.+))?$/.exec(expression) ?? [];
  const after: Row = { ...row };
  for (const set of sets === '' ? [] : sets.split(/, (?=#\w+ = )/)) {
    const [name = '', value = ''] = set.split(/ = (.*)/);
    after[attributeOf(name, parts)] = assigned(value, row, parts);
  }
  for (const name of removes === '' ? [] : removes.split(', ')) delete after[attributeOf(name, parts)];
  return after;
};

const refuseUnused = (text: string, { names, values }: Parts): void => {
  const used = new Set(text.match(/[#:]\w+/g));
  const unused = [...Object.keys(names), ...Object.keys(values)].filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`no expression uses ${unused.join(', ')}`);
};

/** What is frozen to its depth by now: a part that an update keeps is not copied again. */
const frozen = new WeakSet<object>();

/** A copy that nobody can change. Bytes cannot be frozen, and nobody writes into them. */
const frozenCopy = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || frozen.has(value)) return value;
  const copied = (
    Array.isArray(value)
      ? value.map(frozenCopy)
      : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, frozenCopy<unknown>(one)]))
  ) as Value & object;
  frozen.add(Object.freeze(copied));
  return copied;
};

interface Action {
  readonly key: Key | BoxKey;
  readonly condition: string;
  readonly parts: Parts;
  readonly apply: (row: Row | undefined) => Row | undefined;
}

/** The parts of a write, read from the action that would be sent to the store. */
const actionOf = (write: Write): Action => {
  const { Put, Update, Delete, ConditionCheck } = toTransactWriteItem({ table: 'T', boxes: 'B' }, write);
  const sent = Put ?? Update ?? Delete ?? ConditionCheck;
  const parts = { names: sent?.ExpressionAttributeNames ?? {}, values: sent?.ExpressionAttributeValues ?? {} };
  const condition = sent?.ConditionExpression ?? '';
  const expression = Update?.UpdateExpression ?? '';
  refuseUnused(`${condition} ${expression}`, parts);
  if ('put' in write) return { key: write.put, condition, parts, apply: () => frozenCopy(write.put) };
  if ('putBox' in write) return { key: write.putBox, condition, parts, apply: () => frozenCopy(write.putBox) };
  if ('removeBox' in write) return { key: write.removeBox, condition, parts, apply: () => undefined };
  if ('check' in write) return { key: write.check, condition, parts, apply: (row) => row };
  const key = 'update' in write ? write.update : write.remove;
  const apply = (row: Row | undefined): Row | undefined =>
    'update' in write ? frozenCopy(updated(expression, row ?? { ...key }, parts)) : undefined;
  return { key, condition, parts, apply };
};

/** Boxes alone have no sort key: they stand beside the rows and never meet one. */
const idOf = (key: Key | BoxKey): string => ('sk' in key ? `${key.pk}\n${key.sk}` : key.pk);
/** The partition of a row in the table or in an index; undefined for a row that is not in it. */
const partitionOf = (row: Row | undefined, name: 'pk' | 'listPk' | 'duePk'): string | undefined => {
  const value = row?.[name];
  return typeof value === 'string' ? `${name} ${value}` : undefined;
};
const positionOf = (row: Row): string => String(row.dueSk);

/**
 * The table in memory, for thousands of runs. It supports the conditions and updates that the store's expressions use,
 * and nothing else. Its rows are frozen, so it gives them away without a copy.
 */
export class MemoryTable implements Table {
  readonly #rows = new Map<string, Row>();
  /** The rows that are not set aside. */
  readonly #liveRows = new Map<string, Row>();
  /** The same, as they were told last; undefined once one of them has changed. */
  #toldLive: readonly Row[] | undefined;
  /** Ids of the rows of each partition, of the table and of both indexes. */
  readonly #partitions = new Map<string, Set<string>>();
  /** Called with every row that a transaction replaces; may throw. */
  watch: (before: Row, after: Row) => void = () => undefined;

  rows(): readonly Row[] {
    return [...this.#rows.values()];
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

  /** A row as it stands, for a watch. */
  peek(key: Key): Row | undefined {
    return this.#rows.get(idOf(key));
  }

  #put(id: string, after: Row | undefined): void {
    const before = this.#rows.get(id);
    for (const name of ['pk', 'listPk', 'duePk'] as const) {
      const [was, is] = [partitionOf(before, name), partitionOf(after, name)];
      if (was === is) continue;
      if (was !== undefined) this.#partitions.get(was)?.delete(id);
      if (is !== undefined) this.#partitions.set(is, (this.#partitions.get(is) ?? new Set()).add(id));
    }
    this.#toldLive = undefined;
    for (const rows of [this.#rows, this.#liveRows]) {
      if (after === undefined) rows.delete(id);
      else rows.set(id, after);
    }
  }

  /** The rows of one partition that are wanted. */
  #rowsOf(name: 'pk' | 'listPk' | 'duePk', value: string, isWanted: (row: Row) => boolean): Row[] {
    const ids = this.#partitions.get(`${name} ${value}`) ?? [];
    return [...ids].map((id) => this.#rows.get(id)).filter((row): row is Row => row !== undefined && isWanted(row));
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
    const isWanted = (sk: string) =>
      sk.startsWith(skPrefix) && sk > after && (between === undefined || (sk >= between.from && sk <= between.until));
    const found = this.#rowsOf('pk', pk, ({ sk }) => isWanted(String(sk)));
    const sorted = found.toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
    return (newestFirst === true ? sorted.toReversed() : sorted).slice(0, limit);
  }

  async list({
    listPk,
    after = '',
    between = { from: '', until: '~~' },
    newestFirst,
    limit,
  }: Parameters<Table['list']>[0]): Promise<readonly Row[]> {
    const isWanted = (sk: string) => sk > after && sk >= between.from && sk <= between.until;
    const found = this.#rowsOf('listPk', listPk, ({ listSk }) => isWanted(String(listSk)));
    const sorted = found.toSorted((one, other) => (String(one.listSk) < String(other.listSk) ? -1 : 1));
    const page = (newestFirst === true ? sorted.toReversed() : sorted).slice(0, limit);
    return page.map(({ pk, sk, listSk }) => ({ pk, sk, listPk, listSk }));
  }

  async due({ duePk, after = '', until, limit }: Parameters<Table['due']>[0]): Promise<readonly Row[]> {
    const found = this.#rowsOf('duePk', duePk, (row) => positionOf(row) > after && positionOf(row) <= until);
    const sorted = found.toSorted((one, other) => (positionOf(one) < positionOf(other) ? -1 : 1));
    return sorted.slice(0, limit).map(({ pk, sk, dueSk }) => ({ pk, sk, duePk, dueSk }));
  }

  async increment(key: Key, attribute: string, { step, start }: Parameters<Table['increment']>[2]): Promise<number> {
    const row = this.#rows.get(idOf(key));
    const value = Number(row?.[attribute] ?? start) + step;
    this.#put(idOf(key), frozenCopy({ ...key, ...row, [attribute]: value }));
    return value;
  }

  async transact(writes: readonly Write[]): Promise<TransactOutcome> {
    const actions = writes.map(actionOf);
    if (new Set(actions.map(({ key }) => idOf(key))).size < actions.length) throw new Error('an item is touched twice');
    const outcomes = actions.map(({ key, condition, parts }) => {
      const item = this.#rows.get(idOf(key));
      return { conditionFailed: condition !== '' && !holds(condition, item, parts), item };
    });
    if (outcomes.some(({ conditionFailed }) => conditionFailed)) return { applied: false, writes: outcomes };
    for (const { key, apply } of actions) {
      const before = this.#rows.get(idOf(key));
      const after = apply(before);
      if (before !== undefined && after !== undefined && before !== after) this.watch(before, after);
      this.#put(idOf(key), after);
    }
    return { applied: true };
  }
}
