import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bankCodeTableText } from './bank-code-table.ts';
import { errorCatalogueText } from './error-catalogue.ts';

// `node infra/docs/generate-tables.ts` writes the documents that are tables of the code; `--check` only says whether they
// are current.
const published = { 'shared/docs/errors.md': errorCatalogueText, 'shared/docs/bank-codes.md': bankCodeTableText };
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
for (const [name, textOf] of Object.entries(published)) {
  const file = new URL(`../../${name}`, import.meta.url);
  const text = textOf();
  if (values.check !== true) {
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${name} differs from the code: run "node infra/docs/generate-tables.ts" and commit it.`);
    process.exitCode = 1;
  }
}
