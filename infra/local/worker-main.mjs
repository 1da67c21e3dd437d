import { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

// What runs in a function's worker thread. It is plain JavaScript: to strip the types of one file, each of many workers
// would load Node's whole stripper, which keeps 8 MB of it for good.

/** @typedef {import('./workers.ts').WorkerSettings} WorkerSettings */
/** @typedef {import('./workers.ts').InvocationMessage} InvocationMessage */
/** @typedef {import('./workers.ts').WorkerMessage} WorkerMessage */
/** @typedef {(event: unknown, context: unknown) => unknown} Handler */

const port = parentPort;
if (port === null) throw new Error('worker-main.mjs runs in a worker thread only.');
/** @type {(message: WorkerMessage) => void} */
const say = (message) => port.postMessage(message);
/** @type {WorkerSettings} */
const settings = workerData;

// Compiled code of a bundle is kept, by default below the temporary folder, so that the next start is faster.
enableCompileCache(settings.compileCache);

/** @type {() => Handler} */
const load = () => {
  const [file = 'index', name = 'handler'] = settings.handler.split('.');
  const handler = createRequire(import.meta.url)(join(settings.codeFolder, `${file}.js`))[name];
  if (typeof handler !== 'function') throw new Error(`${settings.handler} is not a function.`);
  return handler;
};

let isKept = false;

/** Keeps what the first call compiled for other workers of the same bundle. Node by itself keeps it when this one ends. */
const keepCompiled = () => {
  if (isKept) return;
  isKept = true;
  flushCompileCache();
};

/** @type {(handler: Handler, message: InvocationMessage) => Promise<void>} */
const run = async (handler, { id, payload, deadlineMs }) => {
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
  keepCompiled();
};

try {
  const handler = load();
  port.on('message', (/** @type {InvocationMessage} */ message) => {
    void run(handler, message);
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'broken', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
