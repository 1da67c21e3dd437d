import { contract as showShop } from '../functions/sandbox/show-shop/contract.ts';
import { contract as showDocuments } from '../functions/site/show-documents/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

const RENDERER = 'node_modules/swagger-ui-dist';

/**
 * The Lambdas that a sandbox stage alone has for developers (rule 49): the documents, which may touch nothing, and the demo
 * shop, which has its own rows and secrets and is a dealer beside.
 */
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
  {
    ...showShop,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'PutItem'],
    indexes: [],
    seals: ['demo-shop'],
    opens: ['demo-shop'],
    sandboxOnly: true,
    // A few visitors at once. Each order is a call of the stage's own API, which has limits of its own.
    throttle: { ratePerSecond: 5, burst: 20 },
  },
];
