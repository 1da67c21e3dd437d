import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

/** What the first deployment of a stage fixed for ever. */
const deployedStage = z.strictObject({ multiRegionKeys: z.boolean() });

/** By the stage's name. A stage that stands here has been deployed. */
export type DeployedStages = Readonly<Record<string, z.output<typeof deployedStage>>>;

const RECORD = new URL('deployed-stages.json', import.meta.url);

/** The committed record of what is deployed, `deployed-stages.json` beside this file. */
export const readDeployedStages = (): DeployedStages =>
  z.record(z.string(), deployedStage).parse(JSON.parse(readFileSync(RECORD, 'utf8')));

/** The record with a stage after its deployment. What the first one fixed stays as it is. */
export const withDeployedStage = (
  deployed: DeployedStages,
  { name, keys }: { readonly name: string; readonly keys: { readonly multiRegion: boolean } },
): DeployedStages => ({ [name]: { multiRegionKeys: keys.multiRegion }, ...deployed });

export const writeDeployedStages = (deployed: DeployedStages): void =>
  writeFileSync(RECORD, `${JSON.stringify(deployed, null, 2)}\n`);
