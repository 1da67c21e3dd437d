import { fieldDocuments } from '../../shared/http/fields.ts';
import type { FieldText, JsonSchema } from '../../shared/openapi/operation-document.ts';

type Members = Readonly<Record<string, object>>;

/** The members of an object schema of zod. */
export const membersOf = (schema: object): Members => {
  const { shape } = schema as { readonly shape?: Members };
  if (shape === undefined) throw new Error('A request block is not an object schema.');
  return shape;
};

/** The JSON Schema of each value of a list. */
const valueSchema = (reader: object): JsonSchema => {
  const { multipleOf: _, ...bounds } = fieldDocuments.get(reader) ?? {};
  return bounds;
};

/**
 * The JSON Schema of one field: type and bounds from its reader, words from its operation. Throws on a field without a
 * reader, and on nested fields that differ from the documented ones.
 */
export const fieldSchema = (place: string, reader: object, text: FieldText): JsonSchema => {
  const published = fieldDocuments.get(reader);
  if (published === undefined) throw new Error(`${place} is read by a schema that publishes no shape.`);
  // Some validators divide binary floats and refuse good amounts for a multipleOf of 0.01, so the words say it instead.
  const { items, values, properties, multipleOf: _, ...bounds } = published;
  const { description } = text;
  if (values !== undefined) return { ...bounds, description, items: valueSchema(values) };
  if (items !== undefined) return { ...bounds, description, items: objectSchema(`${place}[]`, items, text.members) };
  if (properties !== undefined) return { ...objectSchema(place, properties, text.members), description };
  return { ...(text.schema ?? bounds), description };
};

/** The JSON Schema of an object of documented fields. */
export const objectSchema = (
  place: string,
  schema: object,
  texts: Readonly<Record<string, FieldText>> = {},
): JsonSchema => {
  const members = membersOf(schema);
  const unknown = Object.keys(texts).filter((name) => members[name] === undefined);
  if (unknown.length > 0) throw new Error(`${place} has no field ${unknown.join(', ')}, which has words nevertheless.`);
  const properties = Object.entries(members).map(([name, reader]) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`${place}.${name} has no description in the published document.`);
    return [name, fieldSchema(`${place}.${name}`, reader, text)] as const;
  });
  const required = Object.keys(members).filter((name) => texts[name]?.required === true);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
};
