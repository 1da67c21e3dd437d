import { openApiDocument } from '../../infra/docs/openapi-document.ts';
import { type Schemas, validatorsOf } from '../../infra/docs/schema-validity.ts';

const { components } = openApiDocument() as unknown as { readonly components: { readonly schemas: Schemas } };

/** A validator made from a schema of the published document. */
export const validatorOf = validatorsOf(components.schemas);
