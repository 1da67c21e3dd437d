import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { webhookVectorsText } from './webhook-vectors.ts';

// `node infra/docs/generate-webhook-vectors.ts` writes the vectors of webhooks; `--check` only says whether they are current.
const PUBLISHED_FILE = 'shared/docs/webhook-vectors.json';
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = new URL(`../../${PUBLISHED_FILE}`, import.meta.url);
const text = webhookVectorsText();
if (values.check !== true) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(
    `${PUBLISHED_FILE} differs from what is signed: run "node infra/docs/generate-webhook-vectors.ts" and commit it.`,
  );
  process.exitCode = 1;
}
