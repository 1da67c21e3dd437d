import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiText } from './openapi-document.ts';

// `node infra/docs/generate-openapi.ts` writes the published document; `--check` only says whether it is current.
const file = new URL('../../shared/openapi/openapi.json', import.meta.url);
const text = openApiText();
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(
    'shared/openapi/openapi.json differs from the contracts: run "node infra/docs/generate-openapi.ts" and commit it.',
  );
  process.exitCode = 1;
}
