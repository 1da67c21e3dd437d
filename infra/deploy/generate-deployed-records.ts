import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { readAssembly } from '../local/assembly.ts';
import { readCdkJson, stageSettings } from '../settings/stage-config.ts';
import { buildApp } from '../stacks/build-app.ts';
import { deployedNamesOf, deployedNamesSchema, renamesBetween } from './deployed-names.ts';
import { inventoryOf, inventorySchema, lossesBetween } from './stateful-resources.ts';

// `node infra/deploy/generate-deployed-records.ts` records of a production stage its stateful resources, and the names and
// logical ids of what others find by them: those that are new beside those that are recorded. It records no loss and no other
// name, but those that `--accept "STACK ID"` names. `--check` only says whether the records are current.
const { values } = parseArgs({
  options: { check: { type: 'boolean' }, accept: { type: 'string', multiple: true, default: [] } },
});

type Stacks = readonly { readonly name: string; readonly template: unknown }[];

/** The stacks of production as cdk.json has it, by the last part of their names. Templates do not depend on the code of functions. */
const stacksOfProduction = (): Stacks => {
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
    return stacks.map(({ name, template }) => ({ name: name.split('-').at(-1) ?? name, template }));
  } finally {
    rmSync(outputFolder, { recursive: true, force: true });
  }
};

/** One record: its file, what it says now, and what it would lose. */
interface DeployedRecord {
  readonly file: string;
  readonly now: unknown;
  readonly losses: readonly string[];
}

const recordOf = <Content>(
  file: string,
  schema: z.ZodType<Content>,
  {
    now,
    lossesIn,
  }: { readonly now: Content; readonly lossesIn: (recorded: Content, now: Content) => readonly string[] },
): DeployedRecord => ({ file, now, losses: lossesIn(schema.parse(JSON.parse(readRecord(file))), now) });

const pathOf = (file: string): URL => new URL(`../../${file}`, import.meta.url);
const readRecord = (file: string): string => readFileSync(pathOf(file), 'utf8');

const fail = (text: string): void => {
  console.error(text);
  process.exitCode = 1;
};

const stacks = stacksOfProduction();
const records = [
  recordOf('infra/deploy/stateful-resources.json', inventorySchema, {
    now: inventoryOf(stacks),
    lossesIn: lossesBetween,
  }),
  recordOf('infra/deploy/deployed-names.json', deployedNamesSchema, {
    now: deployedNamesOf(stacks),
    lossesIn: renamesBetween,
  }),
];

for (const { file, now, losses } of records) {
  const refused = losses.filter((loss) => !values.accept.some((id) => loss.startsWith(`${id} `)));
  const current = `${JSON.stringify(now, undefined, 2)}\n`;
  if (refused.length > 0) fail(refused.join('\n'));
  else if (values.check !== true) writeFileSync(pathOf(file), current);
  else if (current !== readRecord(file)) {
    fail(`${file} differs from the stacks: run "node infra/deploy/generate-deployed-records.ts" and commit it.`);
  }
}
