import * as z from 'zod/mini';
import { type MinorUnits, minor } from '../../../domain/money/money.ts';
import type { Rate } from '../../../domain/money/rate.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';

// One schema of each kind serves all rows: rows have hundreds of plain fields, and every schema that is made at load
// costs a function's start more than it costs ever after.
export const storedText = z.string();
export const storedWhole = z.int();
export const storedFlag = z.boolean();
export const optionalText = z.optional(storedText);
export const optionalWhole = z.optional(storedWhole);

/** Amounts are stored as integers of minor units. */
export const storedAmount = z.pipe(
  z.int().check(z.nonnegative()),
  z.transform((value): MinorUnits => minor(value)),
);

/** Rates are stored as ten-thousandths of a percent. */
export const storedRate = z.pipe(
  z.int().check(z.nonnegative(), z.maximum(1_000_000)),
  z.transform((value): Rate => value as Rate),
);

export const storedId = z.int().check(z.positive(), z.maximum(2_147_483_647));
export const storedDay = z.string().check(z.regex(/^\d{8}$/));
export const optionalId = z.optional(storedId);
export const optionalDay = z.optional(storedDay);
export const installmentCounts = z.array(z.int().check(z.minimum(2), z.maximum(12)));

/**
 * A schema that is made when it first reads a row. A function can read more kinds of rows than most of its calls meet, and
 * making all their schemas at each start took a tenth of the load time.
 */
export const rowSchema = <Schema extends z.ZodMiniType>(make: () => Schema): (() => Schema) => {
  let made: Schema | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** The schema of a row, or of a part of one, with these fields. */
export const objectRow = <Shape extends z.core.$ZodLooseShape>(shape: () => Shape): (() => z.ZodMiniObject<Shape>) =>
  rowSchema(() => z.object(shape()));

/** The values of the rows that such a schema reads. */
export type RowOf<Lazy extends () => z.ZodMiniType> = z.output<ReturnType<Lazy>>;

const parsedRow = <Schema extends z.ZodMiniType>(
  entity: string,
  schema: Schema | (() => Schema),
  row: unknown,
): z.output<Schema> => {
  const parsed = z.safeParse(typeof schema === 'function' ? schema() : schema, row);
  if (!parsed.success) throw new UnreadableRow(entity, parsed.error.issues[0]?.path.join('.') ?? '');
  return parsed.data;
};

/** What frozen rows say, by their schemas. */
const parsedOnce = new WeakMap<object, Map<unknown, unknown>>();

/**
 * Parses a row that was read. A row that does not parse is named by its entity and field, never shown. A row that is frozen,
 * as those of a table in memory are, says the same for ever, and is parsed once.
 */
export const parseRow = <Schema extends z.ZodMiniType>(
  entity: string,
  schema: Schema | (() => Schema),
  row: unknown,
): z.output<Schema> => {
  if (typeof row !== 'object' || row === null) return parsedRow(entity, schema, row);
  const known = parsedOnce.get(row);
  const found = known?.get(schema) as z.output<Schema> | undefined;
  if (found !== undefined) return found;
  const data = parsedRow(entity, schema, row);
  if (known !== undefined) known.set(schema, data);
  else if (Object.isFrozen(row)) parsedOnce.set(row, new Map([[schema, data]]));
  return data;
};
