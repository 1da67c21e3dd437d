import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LocalStageBuild } from '../../infra/local/build-cache.ts';
import type { StackAddress } from '../support/app/stack-address.ts';
import type { Order, Report } from './killed-app-main.ts';

const ANSWER_TIMEOUT_MS = 60_000;

/** Processes whose command line contains a path: the engine with its data, and its watchdog. */
const processesNaming = (path: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(path);
      } catch {
        return false;
      }
    })
    .map(Number);

/** The app in a process that can be killed and restarted over the same data. Its clock is ahead of the machine's. */
export class KilledApp {
  readonly #dataDir: string;
  readonly #synthesized: LocalStageBuild;
  #child: ChildProcess | undefined;
  #port = 0;
  /** How far its clock is ahead. */
  aheadMs = 0;
  /** Address of the app. The port of the API stays, because virtual POS and links name it. */
  address: StackAddress | undefined;

  constructor(dataDir: string, synthesized: LocalStageBuild) {
    this.#dataDir = dataDir;
    this.#synthesized = synthesized;
  }

  nowMs(): number {
    return Date.now() + this.aheadMs;
  }

  async #ask(order: Order): Promise<Report> {
    const child = this.#child;
    if (child === undefined) throw new Error('the app does not run');
    child.send(order);
    const [report] = (await once(child, 'message', { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })) as [Report];
    if ('failure' in report) throw new Error(report.failure);
    return report;
  }

  async start(): Promise<StackAddress> {
    this.#child = fork(fileURLToPath(new URL('killed-app-main.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TZ: 'UTC' },
    });
    const start = { port: this.#port, dataDir: this.#dataDir, synthesized: this.#synthesized };
    const report = await this.#ask({ start, aheadMs: this.aheadMs });
    if (!('running' in report)) throw new Error('the app did not start');
    this.address = report.running;
    this.#port = Number(new URL(report.running.baseUrl).port);
    return report.running;
  }

  /** One run of the sweeper after the clock has moved on. */
  async settle(afterMs: number): Promise<void> {
    this.aheadMs += afterMs;
    await this.#ask({ settle: true, aheadMs: this.aheadMs });
  }

  /** `kill -9`, with `engineToo` also of the engine. Fulfilled when no process is left. */
  async kill(engineToo: boolean): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    const engine = processesNaming(this.#dataDir);
    child.kill('SIGKILL');
    if (engineToo) for (const pid of engine) process.kill(pid, 'SIGKILL');
    await ended;
    this.#child = undefined;
    await this.#engineEnded();
  }

  /** Waits until the watchdog has ended the engine: until then the next start would find the data file in use. */
  async #engineEnded(): Promise<void> {
    const deadline = Date.now() + ANSWER_TIMEOUT_MS;
    while (processesNaming(this.#dataDir).length > 0) {
      if (Date.now() > deadline) throw new Error('the engine outlives its app');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
