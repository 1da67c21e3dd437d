import { createGateway } from '../../infra/local/gateway.ts';
import { listenOnLoopback } from '../../infra/local/http-body.ts';
import { routeMatcher } from '../../infra/local/routes.ts';
import { FunctionLog, FunctionWorker } from '../../infra/local/workers.ts';

/** Where the bare handler's bundle lies, as `index.js`, and what it runs with. */
export interface BareGatewayOrder {
  readonly codeFolder: string;
  readonly logFolder: string;
  readonly environment: Readonly<Record<string, string>>;
}

// One bare handler behind the gateway that the app has, in a process of its own, as the app is.
process.once('message', (order: BareGatewayOrder) => {
  run(order).catch((error: unknown) => {
    process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  });
});

async function run({ codeFolder, logFolder, environment }: BareGatewayOrder): Promise<void> {
  const name = 'bare';
  const limits = { timeoutMs: 10_000, memoryMb: 512 };
  const definition = { name, arn: name, folder: name, handler: 'index.handler', codeFolder, ...limits, environment };
  const log = new FunctionLog(logFolder, { errorsToStderr: true });
  const worker = new FunctionWorker(definition, environment, log);
  await worker.start();
  let port = 0;
  const server = createGateway(() => ({
    address: { host: `127.0.0.1:${port}`, port },
    match: routeMatcher([{ routeKey: 'GET /', functionName: name }]),
    invoke: (_name, payload) => worker.invoke(payload),
  }));
  port = await listenOnLoopback(server, 0);
  process.once('disconnect', () => process.exit(0));
  process.send?.({ running: { baseUrl: `http://127.0.0.1:${port}` } });
}
