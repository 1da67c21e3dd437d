import * as z from 'zod';
import { openApiDocument } from '../../infra/docs/openapi-document.ts';

interface Components {
  readonly schemas: Readonly<Record<string, object>>;
}

const { components } = openApiDocument() as unknown as { readonly components: Components };

/** References in the document point into its components. A stand-alone JSON Schema keeps its parts in `$defs`. */
const standalone = (text: string): string => text.replaceAll('#/components/schemas/', '#/$defs/');

/** A validator made from a schema of the published document. */
export const validatorOf = (name: string): z.ZodType => {
  const $defs = JSON.parse(standalone(JSON.stringify(components.schemas))) as Record<string, object>;
  const schema = $defs[name];
  if (schema === undefined) throw new Error(`The document has no schema ${name}.`);
  return z.fromJSONSchema({ ...schema, $defs } as Parameters<typeof z.fromJSONSchema>[0]);
};
