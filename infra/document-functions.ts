import { contract as showDocuments } from '../functions/show-documents/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const RENDERER = 'node_modules/swagger-ui-dist';

/** The Lambda of the documents. A sandbox stage alone has it, and it may touch nothing (rule 49). */
export const documentFunctions: readonly FunctionDefinition[] = [
  {
    ...showDocuments,
    timeoutSeconds: 10,
    memoryMb: 256,
    table: [],
    indexes: [],
    seals: [],
    opens: [],
    sandboxOnly: true,
    // A browser asks for six files. This is some readers at once, and no load for the account.
    throttle: { ratePerSecond: 10, burst: 60 },
    files: {
      'swagger-ui-bundle.js.gz': `${RENDERER}/swagger-ui-bundle.js`,
      'swagger-ui.css.gz': `${RENDERER}/swagger-ui.css`,
      'openapi.json.gz': 'shared/openapi/openapi.json',
      'postman.json.gz': 'shared/openapi/postman.json',
    },
  },
];
