import * as z from 'zod';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** References in the document point into its components. A stand-alone JSON Schema keeps its parts in `$defs`. */
const standalone = (text: string): string => text.replaceAll('#/components/schemas/', '#/$defs/');

/** Makes validators of a document's schemas, each once: by the name of a component, or of a schema that refers to some. */
export const validatorsOf = (schemas: Schemas): ((schema: string | JsonSchema) => z.ZodType) => {
  const $defs = JSON.parse(standalone(JSON.stringify(schemas))) as Record<string, object>;
  const made = new Map<string, z.ZodType>();
  return (schema) => {
    const text = standalone(typeof schema === 'string' ? `{"$ref":"#/$defs/${schema}"}` : JSON.stringify(schema));
    if (typeof schema === 'string' && $defs[schema] === undefined) {
      throw new Error(`The document has no schema ${schema}.`);
    }
    const known = made.get(text);
    if (known !== undefined) return known;
    const validator = z.fromJSONSchema({ ...JSON.parse(text), $defs } as Parameters<typeof z.fromJSONSchema>[0]);
    made.set(text, validator);
    return validator;
  };
};
