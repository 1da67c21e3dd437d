import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setClockAhead } from './clock.ts';
import { writePrivateFile } from './data-folder.ts';
import { type DemoDealer, setUpDemoDealer } from './demo-dealer.ts';
import { createFront } from './front/front.ts';
import { watchNpm } from './npm-watch.ts';
import { requestLine, shownLine } from './request-line.ts';
import { type LocalStack, startLocalStack } from './stack.ts';
import { startSettings } from './start-settings.ts';

// `npm start`: runs the app on this machine. Prints `ready <address>` when it serves. Ends on Ctrl-C, SIGTERM, or when
// npm has ended.
process.env.TZ = 'UTC';
// The files of this process and of its engine are readable by their owner only.
process.umask(0o077);

const STOP_TIMEOUT_MS = 10_000;
/** Workers that keep their memory, some 20 MB each. More run while more are called every few seconds. */
const MOST_WORKERS = 12;
let stack: LocalStack | undefined;
let stopping = false;

const main = async (): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void endBecause(`stopping on ${signal}`));
  }
  watchNpm(() => void endBecause('stopping: npm has gone'));

  const { dataDir, port, lines, clockAheadMs } = startSettings(process.env, Date.now());
  const operatorEndpoint = join(dataDir, 'operator-endpoint.json');
  await setClockAhead(clockAheadMs);
  const front = createFront(dataDir);
  const started = await startLocalStack({
    port,
    dataDir,
    errorsToStderr: true,
    mostWorkers: MOST_WORKERS,
    pages: front.pages,
    answered: (exchange) => {
      console.log(shownLine(requestLine(exchange), lines));
      front.note(exchange);
    },
    changed: front.changed,
  });
  front.connect(started.engineEndpoint, started.tableName);
  const stopStack = started.stop;
  stack = {
    ...started,
    stop: async () => {
      rmSync(operatorEndpoint, { force: true });
      front.stop();
      await stopStack();
    },
  };
  if (stopping) return;
  const { baseUrl, endpoint, outputs } = started;
  const functionName = outputs.OperateFunctionName;
  writePrivateFile(operatorEndpoint, `${JSON.stringify({ endpoint, functionName, stage: 'local', baseUrl })}\n`);
  const invokeOperate = (payload: unknown) => started.invoke('operate', payload);
  const demo = await setUpDemoDealer({ invokeOperate, dataDir, baseUrl });
  // A stop may have begun meanwhile.
  if (stopping) return;
  void endWithEngine(started);
  console.log(`The demo dealer's account and ids are in ${join(dataDir, 'demo-dealer.json')}.`);
  console.log(`Open ${baseUrl}/ to try every operation and to see what happens.`);
  console.log(`ready ${baseUrl}`);
  await openDesk(started, dataDir, demo);
};

/** Nobody waits for the demo dealer's people: what they need is loaded, and written, behind the start. */
const openDesk = async (started: LocalStack, dataDir: string, demo: DemoDealer): Promise<void> => {
  const { endpoint, engineEndpoint, tableName } = started;
  const { VAULT_KEY_ARN: vaultKeyArn } = started.functionEnvironment('change-desk-account');
  if (vaultKeyArn === undefined || demo.Desk !== undefined) return;
  const { setUpDemoDesk } = await import('./demo-desk.ts');
  const places = { engineEndpoint, tableName, keysEndpoint: endpoint, vaultKeyArn, dataDir };
  await setUpDemoDesk(places, demo).catch((error: unknown) => {
    if (!stopping) console.error('The demo dealer has nobody at the desk:', error);
  });
};

const endWithEngine = async ({ engineEnded }: LocalStack): Promise<void> => {
  const reason = await engineEnded;
  if (stopping) return;
  console.error(reason);
  await end(1);
};

const endBecause = async (reason: string): Promise<void> => {
  if (!stopping) console.error(reason);
  await end(0);
};

const end = async (code: number): Promise<void> => {
  if (stopping) return;
  stopping = true;
  // Ends the process even if something hangs; the engine's watchdog then ends the engine.
  setTimeout(() => process.exit(code), STOP_TIMEOUT_MS).unref();
  await stack?.stop().catch((error: unknown) => console.error('Stopping failed:', error));
  process.exit(code);
};

try {
  await main();
} catch (error) {
  // A step that a stop interrupts fails too. The reason of the stop is printed already, so the failure is not.
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
