import { synthesizeLocalStage } from './synthesize.ts';

// Synthesizes the `local` stage into the folder that is named, in a process of its own: the construct library's memory
// goes with it, and the runner goes on starting meanwhile.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: synthesize-main.ts FOLDER');
try {
  await synthesizeLocalStage(folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
