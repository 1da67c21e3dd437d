import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FunctionLog } from '../../infra/local/function-log.ts';
import { type LocalStack, startLocalStack } from '../../infra/local/stack.ts';
import { FunctionWorker } from '../../infra/local/workers.ts';
import { addressOf, type StackAddress } from '../support/app/stack-address.ts';
import { startTap, type Tap } from './tap.ts';

/** What the sections share. Whatever they start ends with `resources`. */
export interface RunSetup {
  /** How much to do: in a quick run, which shows large changes alone, a part of what the whole run does. */
  readonly amount: (whole: number) => number;
  readonly isQuick: boolean;
  readonly folder: string;
  readonly resources: AsyncDisposableStack;
}

/** A running app. */
export type Stack = StackAddress & { readonly environmentOf: LocalStack['functionEnvironment'] };

export const newTap = async ({ resources }: RunSetup): Promise<Tap> => resources.use(await startTap());

/** Starts the app as `npm start` runs it, with its data on disk; what its functions call passes the taps given. */
export const startStack = async (
  { folder, resources }: RunSetup,
  store?: Tap,
  keyService?: Tap,
  mail?: Tap,
): Promise<Stack> => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const stack = await startLocalStack({
    port: 0,
    dataDir,
    // The sweeper's writes would be counted with those of a payment.
    schedules: false,
    // As in production: the local stage's one second would end during a measurement.
    environment: {
      DEALER_CACHE_MS: '30000',
      ...(keyService && { AWS_ENDPOINT_URL_KMS: keyService.address }),
      ...(mail && { AWS_ENDPOINT_URL_SESV2: mail.address }),
    },
    ...(store && { dynamodbEndpoint: store.inFrontOf }),
  });
  resources.defer(stack.stop);
  keyService?.inFrontOf(stack.endpoint);
  mail?.inFrontOf(stack.endpoint);
  return { ...addressOf(stack, dataDir), environmentOf: (name) => stack.functionEnvironment(name) };
};

/** A worker of its own, as the app has one for each function: an instance that has answered nothing yet. */
export const newInstance = (
  { resources }: RunSetup,
  codeFolder: string,
  environment: Readonly<Record<string, string>>,
) => {
  const [name, limits] = ['instance', { timeoutMs: 30_000, memoryMb: 512 }];
  const definition = { name, arn: name, folder: name, handler: 'index.handler', codeFolder, environment, ...limits };
  const worker = new FunctionWorker(definition, environment, new FunctionLog(undefined, { errorsToStderr: true }));
  resources.defer(() => worker.stop());
  return worker;
};

/** Bundles a file of this folder, with nothing but defaults, and answers the bundle's folder. */
export const bundled = async ({ folder }: RunSetup, file: string): Promise<string> => {
  const [entryPoint, codeFolder] = [join(import.meta.dirname, file), join(folder, file)];
  const outfile = join(codeFolder, 'index.js');
  await build({ entryPoints: [entryPoint], outfile, bundle: true, platform: 'node', target: 'node24' });
  return codeFolder;
};
