import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bankCodeTableText } from './bank-code-table.ts';
import { withCapacityTables } from './capacity-tables.ts';
import { errorCatalogueText } from './error-catalogue.ts';
import { withOperationTables } from './operation-tables.ts';

// `node infra/docs/generate-tables.ts` writes the documents that are tables of the code, and the tables inside another;
// `--check` only says whether they are current.
const published: Readonly<Record<string, (before: string) => string>> = {
  'shared/docs/errors.md': errorCatalogueText,
  'shared/docs/bank-codes.md': bankCodeTableText,
  'shared/docs/integrate.md': withOperationTables,
  'shared/docs/capacity.md': withCapacityTables,
};
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
for (const [name, textFrom] of Object.entries(published)) {
  const file = new URL(`../../${name}`, import.meta.url);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = textFrom(before);
  if (values.check !== true) {
    writeFileSync(file, text);
  } else if (before !== text) {
    console.error(`${name} differs from the code: run "node infra/docs/generate-tables.ts" and commit it.`);
    process.exitCode = 1;
  }
}
