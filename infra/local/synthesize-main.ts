import { synthesizeLocalStage } from './synthesize.ts';

// Synthesizes the `local` stage into the named folder, in a process of its own: the memory of the construct library is freed
// with it, and the runner can go on starting meanwhile.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: synthesize-main.ts FOLDER');
try {
  synthesizeLocalStage(folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
