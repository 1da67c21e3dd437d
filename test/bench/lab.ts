import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Synthesized, synthesizeLocalStage } from '../../infra/local/synthesize.ts';
import type { StackAddress } from '../support/stack-address.ts';
import type { Plan } from './plan.ts';

/** A running app, and the environment of each of its functions by the function's name. */
export interface RunningStack extends StackAddress {
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where a stack with conflicts tells what became of its transactions. */
  readonly tallyAddress?: string;
}

export interface StackOptions {
  /** Has transactions on the same item refuse each other, and last at least so many milliseconds. */
  readonly conflictHoldMs?: number;
}

/** What a process that runs the app is told. */
export interface StackOrder extends StackOptions {
  readonly dataDir: string;
  readonly synthesized: Synthesized;
}

/** What the sections share: the plan, a folder of their own, and running apps. */
export interface Lab {
  readonly plan: Plan;
  /** A new empty folder, removed at the end. */
  folder(name: string): string;
  /** The app in a process of its own, with its data on disk, as `npm start` runs it. */
  startStack(options?: StackOptions): Promise<RunningStack>;
  /** A process of this folder that runs what it is ordered to until the lab is closed; answers what it said first. */
  startProcess<Running>(file: string, order: object): Promise<Running>;
  /** One app for all the sections to which it does not matter what others have stored. */
  sharedStack(): Promise<RunningStack>;
  close(): Promise<void>;
}

const STOP_TIMEOUT_MS = 10_000;

interface StartMessage<Running> {
  readonly running?: Running;
  readonly failure?: string;
}

/** Opens the lab. Close it, whatever happens: it has processes running and files on disk. */
export function openLab(plan: Plan): Lab {
  const root = mkdtempSync(join(tmpdir(), 'payment-links-bench-'));
  const processes: ChildProcess[] = [];
  let synthesized: Promise<Synthesized> | undefined;
  let shared: Promise<RunningStack> | undefined;
  let folders = 0;

  const folder = (name: string): string => {
    folders += 1;
    const path = join(root, `${folders}-${name}`);
    mkdirSync(path);
    return path;
  };

  const startProcess = async <Running>(file: string, order: object): Promise<Running> => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    processes.push(child);
    child.send(order);
    const [{ running, failure }] = (await once(child, 'message')) as [StartMessage<Running>];
    if (running === undefined) throw new Error(failure ?? `${file} did not start.`);
    return running;
  };

  const startStack = async (options: StackOptions = {}): Promise<RunningStack> => {
    synthesized ??= synthesizeLocalStage(join(root, 'build'));
    const order: StackOrder = { dataDir: folder('data'), synthesized: await synthesized, ...options };
    return startProcess('stack-main.ts', order);
  };

  return {
    plan,
    folder,
    startStack,
    startProcess,
    sharedStack: () => {
      shared ??= startStack();
      return shared;
    },
    close: async () => {
      await Promise.all(processes.map(stopped));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  if (child.connected) child.disconnect();
  await ended;
  clearTimeout(timer);
}
