import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAssembly } from '../local/assembly.ts';
import { DEFAULT_STAGE_NAME } from '../settings/stage-config.ts';
import { diffByCdk } from './cdk-command.ts';
import { synthesizeTo, withAssemblyOf } from './revision.ts';
import { inventoryOf, lossesBetween, lossesIn } from './stateful-resources.ts';

// `npm run diff`: what a release would change in the deployed stage, or with `--from REVISION` since another revision of this
// repository, which needs no account. Ends with exit code 1 when it would lose a resource that holds what nothing can make
// again; `--accept ID` names one that is meant to go, such as a former domain.
const { values } = parseArgs({
  options: {
    stage: { type: 'string', default: DEFAULT_STAGE_NAME },
    from: { type: 'string' },
    accept: { type: 'string', multiple: true, default: [] },
  },
});

const TEMPLATE = '.template.json';

/** The differences of each stack that both have, as the CDK command prints them. */
const diffOf = (before: string, after: string): string =>
  readdirSync(after)
    .filter((file) => file.endsWith(TEMPLATE) && readdirSync(before).includes(file))
    .map((file) => {
      const stack = file.slice(0, -TEMPLATE.length);
      const template = join(before, file);
      return diffByCdk([stack, '--exclusively', '--app', after, '--template', template, '--no-change-set']);
    })
    .join('\n');

/** What the release loses since another revision, by the CDK command's word and by the record of stateful resources. */
const sinceRevision = (revision: string): readonly string[] => {
  const { stage, accept } = values;
  const after = mkdtempSync(join(tmpdir(), 'payment-link-assembly-'));
  try {
    synthesizeTo(after, { folder: process.cwd(), stage });
    return withAssemblyOf({ revision, stage }, (before, stacks) => {
      const diff = diffOf(before, after);
      console.log(diff);
      const gone = lossesBetween(inventoryOf(stacks), inventoryOf(readAssembly(after).stacks));
      return [...lossesIn(diff, accept), ...gone.filter((loss) => !accept.some((id) => loss.includes(` ${id} `)))];
    });
  } finally {
    rmSync(after, { recursive: true, force: true });
  }
};

/** What the release loses of the deployed stage. */
const sinceDeployed = (): readonly string[] => {
  const diff = diffByCdk(['--all', '--context', `stage=${values.stage}`]);
  console.log(diff);
  return lossesIn(diff, values.accept);
};

const losses = values.from === undefined ? sinceDeployed() : sinceRevision(values.from);
if (losses.length > 0) {
  console.error(`This release would lose what nothing can make again:\n${losses.join('\n')}`);
  process.exitCode = 1;
}
