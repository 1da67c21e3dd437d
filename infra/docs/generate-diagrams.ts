import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withDiagrams } from './state-diagrams.ts';

// `node infra/docs/generate-diagrams.ts` writes the state diagrams into the document; `--check` only says whether they are
// current.
const PUBLISHED_FILE = 'shared/docs/architecture.md';
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = new URL(`../../${PUBLISHED_FILE}`, import.meta.url);
const before = readFileSync(file, 'utf8');
const text = withDiagrams(before);
if (values.check !== true) {
  writeFileSync(file, text);
} else if (before !== text) {
  console.error(
    `${PUBLISHED_FILE} differs from the states in the domain: run "node infra/docs/generate-diagrams.ts" and commit it.`,
  );
  process.exitCode = 1;
}
