import * as z from 'zod';

/** The patterns that the templates use: exact texts, and prefixes. */
const matchers = z.array(z.union([z.string(), z.strictObject({ prefix: z.string() })]));
type Matchers = z.output<typeof matchers>;

export interface EventPattern {
  readonly [name: string]: Matchers | EventPattern;
}

export const eventPattern: z.ZodType<EventPattern> = z.record(
  z.string(),
  z.union([matchers, z.lazy(() => eventPattern)]),
);

const matchesText = (wanted: Matchers, value: unknown): boolean =>
  typeof value === 'string' &&
  wanted.some((one) => (typeof one === 'string' ? value === one : value.startsWith(one.prefix)));

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a record passes the filter of an event source, as Lambda decides it: every member of the pattern matches. */
export const passesFilter = (pattern: EventPattern, record: unknown): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value = isMembers(record) ? record[name] : undefined;
    return Array.isArray(wanted) ? matchesText(wanted, value) : passesFilter(wanted, value);
  });
