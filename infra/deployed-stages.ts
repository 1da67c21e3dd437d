import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** What the first deployment of a stage fixed for ever. */
const deployedStage = z.strictObject({ multiRegionKeys: z.boolean() });

/** By the stage's name. A stage that stands here has been deployed. */
export type DeployedStages = Readonly<Record<string, z.output<typeof deployedStage>>>;

/** The committed record of what is deployed, `deployed-stages.json` beside this file. */
export const readDeployedStages = (): DeployedStages =>
  z
    .record(z.string(), deployedStage)
    .parse(JSON.parse(readFileSync(new URL('deployed-stages.json', import.meta.url), 'utf8')));
