import { fork } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdsBundles } from '../bundling/bundle.ts';

/** What the process that bundles says: bundles stand in their folder, or it ends for a reason. */
export type BundledMessage =
  | { readonly kind: 'made'; readonly names: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** Bundles that are made while the service runs already. */
export interface LateBundles {
  /** Fulfilled when the bundle of a function is in its folder: it is made at once. Rejected if it cannot be made. */
  readonly bundleReady: (name: string) => Promise<void>;
  /** Fulfilled when all bundles are there. Rejected if one cannot be made. */
  readonly whole: Promise<void>;
  /** Ends what is not made yet. */
  readonly stop: () => void;
}

/** Bundles that are there. */
export const madeBundles: LateBundles = {
  bundleReady: () => Promise.resolve(),
  whole: Promise.resolve(),
  stop: () => undefined,
};

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('bundle-main.ts', import.meta.url));
/** Enough for a machine that is busy with many runs. A bundler that hangs must end. */
const BUNDLING_TIMEOUT_MS = 300_000;
/** Characters of its warnings that are shown, the last ones. */
const MAX_PRINTED = 10_000;

/** Begins to bundle all functions into a folder, each into one of its own, unless they are there. */
export const beginBundles = (folder: string): LateBundles => {
  if (holdsBundles(folder)) return madeBundles;
  mkdirSync(folder, { recursive: true });
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const whole = Promise.withResolvers<void>();
  // Whoever waits for a bundle hears of a failure; the others need not.
  whole.promise.catch(() => undefined);
  const child = fork(PROGRAM, [folder], {
    cwd: PROJECT_FOLDER,
    execArgv: [],
    timeout: BUNDLING_TIMEOUT_MS,
    // A bundler that is stopped prints where it was, which nobody needs.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let reason = 'The functions could not be bundled.';
  let stopped = false;
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-MAX_PRINTED);
  });
  child.on('message', (message: BundledMessage) => {
    if (message.kind === 'failed') {
      reason = message.reason;
      return;
    }
    for (const name of message.names) waiting.get(name)?.resolve();
  });
  child.once('error', (error) => {
    reason = error.message;
  });
  child.once('close', (code) => {
    if (!stopped && printed !== '') console.error(printed.trimEnd());
    if (code === 0) whole.resolve();
    else whole.reject(new Error(reason));
  });
  const isThere = (name: string): boolean => existsSync(join(folder, name));
  const waitFor = (name: string): Promise<void> => {
    const known = waiting.get(name);
    if (known !== undefined) return known.promise;
    const made = Promise.withResolvers<void>();
    waiting.set(name, made);
    // A message about the last bundles may come behind the end of the process.
    whole.promise.then(
      () => (isThere(name) ? made.resolve() : made.reject(new Error(`There is no function ${name}.`))),
      made.reject,
    );
    // A process that has ended hears nothing: `whole` has settled then, or soon will.
    if (child.connected) child.send(name, () => undefined);
    return made.promise;
  };
  return {
    bundleReady: (name) => (isThere(name) ? Promise.resolve() : waitFor(name)),
    whole: whole.promise,
    stop: () => {
      stopped = true;
      child.kill();
    },
  };
};
