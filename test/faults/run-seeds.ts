import { LinkRun } from './link-run.ts';

// `npm run faults`: link runs by seed. `-- --seeds N` for so many, `-- --seed N` for one alone, with its whole story.
const DEFAULT_SEEDS = 2500;

const argument = (name: string): number | undefined => {
  const at = process.argv.indexOf(name);
  const value = at < 0 ? undefined : Number(process.argv[at + 1]);
  if (value !== undefined && !(Number.isInteger(value) && value > 0)) throw new Error(`${name} must be a whole number`);
  return value;
};

const one = argument('--seed');
const first = one ?? 1;
const count = one === undefined ? (argument('--seeds') ?? DEFAULT_SEEDS) : 1;
const startedAt = performance.now();
const sums = new Map<string, number>();
const add = (name: string, by: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + by);
};
let failed = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const run = new LinkRun(seed);
  try {
    const { states, linkState, ...numbers } = await run.run();
    for (const [name, value] of Object.entries(numbers)) add(name, value);
    for (const state of states) add(`attempts ${state}`, 1);
    add(`links ${linkState}`, 1);
  } catch (error) {
    failed += 1;
    console.error(`seed ${seed}: ${error instanceof Error ? error.message : 'unknown'}`);
    if (one !== undefined) console.error(error, run.attempts(), [...run.bank.books.values()], await run.link());
  }
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${count} seeds, ${failed} failed, ${seconds} s`);
for (const [name, value] of [...sums].toSorted(([left], [right]) => left.localeCompare(right))) {
  console.log(`${String(value).padStart(8)}  ${name}`);
}
process.exitCode = failed === 0 ? 0 : 1;
