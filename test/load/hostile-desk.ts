import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localStageBuild } from '../../infra/local/build-cache.ts';
import { startLocalStack } from '../../infra/local/stack.ts';
import { addressOf } from '../support/app/stack-address.ts';
import { rowsOf } from '../support/bank/bank-merchants.ts';
import { cardSecretsIn, cardSecretsInLog } from '../support/card/card-secrets.ts';
import { type HostileRun, hostileRun } from '../support/desk/hostile-run.ts';

// `npm run hostile`: hostile requests to the desk of an app in memory. Ends with 1 where one was answered wrong.
process.env.TZ = 'UTC';

const MOST_REQUESTS = 1_000_000;

const wholeOf = (name: string, text: string, most: number): number => {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most)
    throw new Error(`--${name} is "${text}": it must be a whole number from 1 to ${most}.`);
  return value;
};

const readOptions = (given: readonly string[]): { readonly requests: number; readonly seed: number } => {
  const options = { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } } as const;
  const { values } = parseArgs({ args: [...given], options, strict: true });
  return {
    requests: wholeOf('requests', values.requests, MOST_REQUESTS),
    seed: wholeOf('seed', values.seed, MOST_REQUESTS),
  };
};

const show = ({ requests, byStatus, problems }: HostileRun, seed: number): void => {
  const counts = [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`);
  console.log(`${requests} hostile requests, seed ${seed}\n${counts.join(', ')}`);
  for (const problem of problems) console.log(`  ${problem}`);
};

/** Runs, and answers whether everything was right: answers, the other dealer's rows, the log and the table. */
const isRight = async (): Promise<boolean> => {
  const options = readOptions(process.argv.slice(2));
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-hostile-'));
  const synthesized = await localStageBuild();
  const logLimits = { maxBytes: Number.MAX_SAFE_INTEGER, kept: 1 };
  const stack = await startLocalStack({ port: 0, dataDir, inMemory: true, synthesized, schedules: false, logLimits });
  try {
    const address = addressOf(stack, dataDir);
    const run = await hostileRun(address, options);
    show(run, options.seed);
    const leaking = (await rowsOf(address)).filter((row) => cardSecretsIn(JSON.stringify(row)).length > 0);
    const logged = cardSecretsInLog(readFileSync(join(dataDir, 'logs', 'functions.log'), 'utf8'));
    console.log(
      `${run.problems.length} wrong answers, ${leaking.length} rows and ${logged.length} log lines with card data`,
    );
    if (!run.isOtherUntouched) console.log('Money moved, or something of the other dealer changed.');
    return run.problems.length === 0 && run.isOtherUntouched && leaking.length === 0 && logged.length === 0;
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

try {
  if (!(await isRight())) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
