import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openApiText } from './openapi-document.ts';

// `node infra/docs/generate-openapi.ts` writes the published document; `--check` only says whether it is current, and
// `--file F` means another file than the published one.
const PUBLISHED_FILE = 'shared/openapi/openapi.json';
const { values } = parseArgs({ options: { check: { type: 'boolean' }, file: { type: 'string' } } });
const file = values.file ?? new URL(`../../${PUBLISHED_FILE}`, import.meta.url);
const text = openApiText();
if (values.check !== true) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(
    `${values.file ?? PUBLISHED_FILE} differs from the contracts: run "node infra/docs/generate-openapi.ts" and commit it.`,
  );
  process.exitCode = 1;
}
