import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { readAssembly } from '../local/assembly.ts';
import { readCdkJson, stageSettings } from '../settings/stage-config.ts';
import { buildApp } from '../stacks/build-app.ts';
import { type Inventory, inventoryOf, inventorySchema, lossesBetween } from './stateful-resources.ts';

// `node infra/deploy/generate-stateful-resources.ts` records the stateful resources of a production stage, those that are new
// beside those that are recorded. It records no loss, but those that `--accept` names. `--check` only says whether the record
// is current.
const PUBLISHED_FILE = 'infra/deploy/stateful-resources.json';
const { values } = parseArgs({
  options: { check: { type: 'boolean' }, accept: { type: 'string', multiple: true, default: [] } },
});
const file = new URL(`../../${PUBLISHED_FILE}`, import.meta.url);

/** The stateful resources of production as cdk.json has it. Templates do not depend on the code of functions. */
const inventoryOfProduction = (): Inventory => {
  const outputFolder = mkdtempSync(join(tmpdir(), 'payment-link-inventory-'));
  try {
    const stages = z.record(z.string(), z.record(z.string(), z.unknown())).parse(readCdkJson().stages);
    const production = { alarmEmail: 'nobody@example.com', ...stages.production };
    const { app } = buildApp({
      settings: stageSettings({ stage: 'production', stages: { production } }),
      codeFor: () => Code.fromInline('exports.handler = async () => ({ statusCode: 200 });'),
      outputFolder,
      validateTemplates: false,
    });
    app.synth();
    const { stacks } = readAssembly(outputFolder);
    return inventoryOf(stacks.map(({ name, template }) => ({ name: name.split('-').at(-1) ?? name, template })));
  } finally {
    rmSync(outputFolder, { recursive: true, force: true });
  }
};

const text = readFileSync(file, 'utf8');
const recorded = inventorySchema.parse(JSON.parse(text));
const now = inventoryOfProduction();
const losses = lossesBetween(recorded, now).filter((loss) => !values.accept.some((id) => loss.startsWith(`${id} `)));
const current = `${JSON.stringify(now, undefined, 2)}\n`;
if (losses.length > 0) {
  console.error(losses.join('\n'));
  process.exitCode = 1;
} else if (values.check !== true) {
  writeFileSync(file, current);
} else if (current !== text) {
  console.error(
    `${PUBLISHED_FILE} differs from the stacks: run "node infra/deploy/generate-stateful-resources.ts" and commit it.`,
  );
  process.exitCode = 1;
}
