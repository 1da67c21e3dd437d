import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePrivateFile } from './data-folder.ts';
import { demoCurl, setUpDemoDealer } from './demo-dealer.ts';
import { watchNpm } from './npm-watch.ts';
import { type LocalStack, startLocalStack } from './stack.ts';

// `npm start`: the app on this machine. Prints `ready <address>` once it serves; ends on Ctrl-C, SIGTERM or when npm
// itself has gone.
process.env.TZ = 'UTC';
// The engine's files too are nobody else's, and it inherits this.
process.umask(0o077);

const STOP_TIMEOUT_MS = 10_000;
let stack: LocalStack | undefined;
let stopping = false;

const main = async (): Promise<void> => {
  const dataDir = resolve(process.env.DATA_DIR || '.local');
  const operatorEndpoint = join(dataDir, 'operator-endpoint.json');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void endBecause(`stopping on ${signal}`));
  }
  watchNpm(() => void endBecause('stopping: npm has gone'));

  const started = await startLocalStack({ port: portFrom(process.env.PORT), dataDir, errorsToStderr: true });
  const stopStack = started.stop;
  stack = {
    ...started,
    stop: async () => {
      rmSync(operatorEndpoint, { force: true });
      await stopStack();
    },
  };
  if (stopping) return;
  const { baseUrl, endpoint, outputs } = started;
  const functionName = outputs.OperateFunctionName;
  writePrivateFile(operatorEndpoint, `${JSON.stringify({ endpoint, functionName, stage: 'local' })}\n`);
  const invokeOperate = (payload: unknown) => started.invoke('operate', payload);
  const demo = await setUpDemoDealer({ invokeOperate, dataDir, baseUrl });
  void endWithEngine(started);
  console.log(`The demo dealer's account and ids are in ${join(dataDir, 'demo-dealer.json')}.`);
  console.log(`A first payment link:\n\n${demoCurl(demo, baseUrl)}\n`);
  console.log(`ready ${baseUrl}`);
};

const endWithEngine = async ({ engineEnded }: LocalStack): Promise<void> => {
  const reason = await engineEnded;
  if (stopping) return;
  console.error(reason);
  await end(1);
};

const portFrom = (text: string | undefined): number => {
  if (text === undefined || text === '') return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(`PORT is "${text}": it must be a number from 0 (any free port) to 65535.`);
};

const endBecause = async (reason: string): Promise<void> => {
  if (!stopping) console.error(reason);
  await end(0);
};

const end = async (code: number): Promise<void> => {
  if (stopping) return;
  stopping = true;
  // Whatever hangs, the process ends, and the engine's watchdog ends the engine.
  setTimeout(() => process.exit(code), STOP_TIMEOUT_MS).unref();
  await stack?.stop().catch((error: unknown) => console.error('Stopping failed:', error));
  process.exit(code);
};

try {
  await main();
} catch (error) {
  // What a stop interrupts fails as well; the reason of the stop is told already.
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
