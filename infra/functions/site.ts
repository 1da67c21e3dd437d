import { contract as showDocuments } from '../../functions/site/show-documents/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const RENDERER = 'node_modules/swagger-ui-dist';

/** The Lambdas of a stage's documents, which may touch nothing (rule 49), and of paths that no route names. */
export const siteFunctions: readonly FunctionDefinition[] = [
  {
    name: 'handle-unmatched-path',
    routes: [],
    timeoutSeconds: 29,
    memoryMb: 256,
    table: [],
    indexes: [],
    seals: [],
    opens: [],
    answersUnmatchedPaths: true,
  },
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
