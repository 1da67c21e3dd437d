import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/** What a worker is started with. */
export interface WorkerSettings {
  readonly codeFolder: string;
  /** As in the template: `index.handler`. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
}

/** One call, from the runner to the worker. `payload` is JSON text, as it is in Lambda. */
export interface InvocationMessage {
  readonly id: string;
  readonly payload: string;
  readonly deadlineMs: number;
}

/** What the worker says: that its module is loaded, that it cannot be, or how a call ended. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'result'; readonly id: string; readonly payload: string; readonly failed: boolean };

type Handler = (event: unknown, context: unknown) => unknown;

const port = parentPort;
if (port === null) throw new Error('worker-main.ts runs in a worker thread only.');
const say = (message: WorkerMessage): void => port.postMessage(message);
const settings: WorkerSettings = workerData;
// The runner's, for the start of this worker: a function has the environment of Lambda and no more.
delete process.env.NODE_COMPILE_CACHE;

// A bundle's compiled code is kept below the temporary folder: the next start of the function is faster.
enableCompileCache();

const load = (): Handler => {
  const [file = 'index', name = 'handler'] = settings.handler.split('.');
  const module: Record<string, unknown> = createRequire(import.meta.url)(join(settings.codeFolder, `${file}.js`));
  const handler = module[name];
  if (!isHandler(handler)) throw new Error(`${settings.handler} is not a function.`);
  return handler;
};

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

const run = async (handler: Handler, { id, payload, deadlineMs }: InvocationMessage): Promise<void> => {
  const context = {
    awsRequestId: id,
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: String(settings.memoryMb),
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
  try {
    const result = await handler(JSON.parse(payload), context);
    say({ kind: 'result', id, payload: JSON.stringify(result) ?? 'null', failed: false });
  } catch (error) {
    console.error('Invocation failed:', error);
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const failure = JSON.stringify({ errorType: name, errorMessage: message });
    say({ kind: 'result', id, payload: failure, failed: true });
  }
};

try {
  const handler = load();
  port.on('message', (message: InvocationMessage) => {
    void run(handler, message);
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'broken', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
