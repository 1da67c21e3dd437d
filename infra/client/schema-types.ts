import type { JsonSchema } from '../../shared/openapi/operation-document.ts';

/** A literal of TypeScript. */
export const quoted = (value: unknown): string => JSON.stringify(value);

/** A comment of one line, where there is something to say. */
export const comment = (text: unknown): string =>
  typeof text === 'string' && text !== '' ? `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */\n` : '';

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'Decimal',
  boolean: 'boolean',
  null: 'null',
};

const objectType = ({ properties = {}, required = [] }: JsonSchema): string => {
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => {
    const optional = (required as readonly string[]).includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${name}${optional}: ${typeOf(schema)};\n`;
  });
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('')}}`;
};

const unionOf = (schemas: unknown): string => (schemas as readonly JsonSchema[]).map(typeOf).join(' | ');

/**
 * The type of TypeScript that a JSON Schema describes, a reference by its name. Bounds and patterns have none. Throws on a schema that it cannot
 * tell a type of.
 */
export const typeOf = (schema: JsonSchema): string => {
  const { type, items, enum: values, oneOf, anyOf, $ref } = schema;
  if (Object.keys(schema).length === 0) return 'unknown';
  if ('const' in schema) return quoted(schema.const);
  if (values !== undefined) return (values as readonly unknown[]).map(quoted).join(' | ');
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (oneOf !== undefined) return unionOf(oneOf);
  // Alternatives of an object say what else is required, and add no type.
  if (anyOf !== undefined && type === undefined) return unionOf(anyOf);
  if (Array.isArray(type)) return unionOf(type.map((one: unknown) => ({ ...schema, type: one })));
  if (type === 'object') return objectType(schema);
  if (type === 'array') return `readonly (${typeOf((items ?? {}) as JsonSchema)})[]`;
  const simple = simpleTypes[String(type)];
  if (simple === undefined) throw new Error(`A schema has no type of TypeScript: ${JSON.stringify(schema)}`);
  return simple;
};
