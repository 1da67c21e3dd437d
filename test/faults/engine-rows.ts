import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { readAll, type Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../shared/adapters/dynamodb/keys.ts';
import { idOf } from './payments-in.ts';

const keySchema = z
  .looseObject({ pk: z.object({ S: z.string() }), sk: z.optional(z.object({ S: z.string() })) })
  .transform((item): Partial<Key> => unmarshall({ pk: item.pk, ...(item.sk === undefined ? {} : { sk: item.sk }) }));

const writeSchema = z.object({ TableName: z.string(), Item: z.optional(keySchema), Key: z.optional(keySchema) });

const transactionSchema = z.object({
  TransactItems: z.array(
    z.object({ Put: z.optional(writeSchema), Update: z.optional(writeSchema), Delete: z.optional(writeSchema) }),
  ),
});

const READS: readonly string[] = ['GetItem', 'BatchGetItem', 'Query', 'Scan'];
const WRITES: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

const writesOf = (operation: string, body: string): readonly z.output<typeof writeSchema>[] => {
  if (READS.includes(operation)) return [];
  if (WRITES.includes(operation)) return [writeSchema.parse(JSON.parse(body))];
  if (operation !== 'TransactWriteItems') throw new Error(`${operation} is not known here`);
  return transactionSchema
    .parse(JSON.parse(body))
    .TransactItems.flatMap(({ Put, Update, Delete }) => Put ?? Update ?? Delete ?? []);
};

/**
 * The rows of a table on the engine. Reading all of them costs more than the run itself, so after the first time only
 * those are read that a request has written since.
 */
export class EngineRows {
  readonly #tableName: string;
  readonly #table: Pick<Table, 'getMany'>;
  readonly #scan: () => Promise<readonly Row[]>;
  readonly #touched = new Map<string, Key>();
  #rows: Map<string, Row> | undefined;
  /** Readings come one after another: each takes what was touched away from the next. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(tableName: string, table: Pick<Table, 'getMany'>, scan: () => Promise<readonly Row[]>) {
    this.#tableName = tableName;
    this.#table = table;
    this.#scan = scan;
  }

  /** Notes what a request writes, whether or not the engine will do it. */
  note(operation: string, body: string): void {
    for (const { TableName, Item, Key: key } of writesOf(operation, body)) {
      const { pk = '', sk = '' } = Item ?? key ?? {};
      if (TableName === this.#tableName) this.#touched.set(idOf({ pk, sk }), { pk, sk });
    }
  }

  read(): Promise<readonly Row[]> {
    const reading = this.#reading.then(() => this.#readTouched());
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #readTouched(): Promise<readonly Row[]> {
    const touched = [...this.#touched];
    this.#touched.clear();
    if (this.#rows === undefined) {
      this.#rows = new Map((await this.#scan()).map((row) => [idOf(row), row]));
      return [...this.#rows.values()];
    }
    const found = await readAll(
      this.#table,
      touched.map(([, key]) => key),
    );
    for (const [id] of touched) this.#rows.delete(id);
    for (const row of found) this.#rows.set(idOf(row), row);
    return [...this.#rows.values()];
  }

  /** Throws if a row was written that nothing was noted of. */
  async proveWhole(): Promise<void> {
    const known = new Map((await this.read()).map((row) => [idOf(row), row]));
    const stored = new Map((await this.#scan()).map((row) => [idOf(row), row]));
    if (!isDeepStrictEqual(known, stored)) throw new Error('a row was written that the run did not see');
  }
}
