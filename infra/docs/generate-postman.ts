import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { postmanCollectionText } from './postman-collection.ts';

// `node infra/docs/generate-postman.ts` writes the Postman collection; `--check` only says whether it is current.
const PUBLISHED_FILE = 'shared/openapi/postman.json';
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = new URL(`../../${PUBLISHED_FILE}`, import.meta.url);
const text = postmanCollectionText();
if (values.check !== true) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(
    `${PUBLISHED_FILE} differs from the contracts: run "node infra/docs/generate-postman.ts" and commit it.`,
  );
  process.exitCode = 1;
}
