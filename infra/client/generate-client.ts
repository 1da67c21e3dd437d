import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clientContractText } from './client-contract.ts';

// `node infra/client/generate-client.ts` writes what the typed client knows of the contract; `--check` only says whether
// it is current.
const OUTPUT = 'shared/client/contract.ts';
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = new URL(`../../${OUTPUT}`, import.meta.url);
const text = clientContractText();
if (values.check !== true) {
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error(`${OUTPUT} differs from the contracts: run "node infra/client/generate-client.ts" and commit it.`);
  process.exitCode = 1;
}
