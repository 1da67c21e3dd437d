import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'payment-link-start-test-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const startCommand: readonly [string, ...string[]] = [
  process.execPath,
  '--max-semi-space-size=2',
  '--import',
  './infra/local/require-node.mjs',
  'infra/local/start.ts',
];

/**
 * Has the process interrupt itself as soon as a file of this name is in its place. The interrupt of another process could come too
 * late on a busy machine.
 */
const interruptedAt = (name: string): string => {
  const source = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      if (to.endsWith('/${name}')) process.kill(process.pid, 'SIGINT');
    };
    syncBuiltinESMExports();`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
};

/** Runs the command of `npm start`, or another one. */
const run = (environment: Record<string, string>, [command, ...parameters] = startCommand) => {
  const child = spawn(command, parameters, {
    cwd: project,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const ready = async () => {
    await expect
      .poll(() => `${output.stdout}${output.stderr}`, { interval: 50 })
      .toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/m);
    return /ready (\S+)/.exec(output.stdout)?.[1] ?? '';
  };
  return { child, output, ended, ready };
};

const answers = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(60_000) }).then(
    () => true,
    () => false,
  );

describe('npm start', () => {
  test('prints one ready line, serves, and ends without a trace on SIGTERM', async () => {
    const dataDir = join(folder, 'one');
    const { child, output, ended, ready } = run({ DATA_DIR: dataDir, LOG: 'json' });
    const address = await ready();
    expect(await answers(`${address}/`)).toBe(true);
    expect(await answers(`${address}/DealerSale/GetSale`)).toBe(true);
    await expect
      .poll(() => output.stdout, { interval: 50 })
      .toMatch(/^\{"time":"[^"]+","operation":"GET unknown path","code":"[\w.]+","ms":\d+\}$/m);

    const file = join(dataDir, 'operator-endpoint.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const operator = z.object({ endpoint: z.string(), functionName: z.string(), stage: z.string() });
    const { endpoint, functionName, stage } = operator.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect([functionName, stage]).toEqual(['payment-link-local-operate', 'local']);

    const readByOthers = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
      .map(({ name }) => name);
    expect(readByOthers).toEqual([]);

    // The sweeper runs at once: a short run might end before its first minute.
    const log = () => readFileSync(join(dataDir, 'logs', 'functions.log'), 'utf8');
    await expect.poll(log, { interval: 50 }).toContain('"ReconcileRuns":1');

    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.stderr).toBe('stopping on SIGTERM\n');
    expect(output.stdout.match(/^ready /gm)).toHaveLength(1);
    expect(existsSync(file)).toBe(false);
    expect(await answers(endpoint)).toBe(false);
  });

  test('stopped while it is still setting up, says why and nothing else', async () => {
    const dataDir = join(folder, 'interrupted');
    const [node, ...parameters] = startCommand;
    // The file is written just before the demo dealer is set up.
    const preloaded = ['--import', interruptedAt('operator-endpoint.json')];
    const { output, ended } = run({ DATA_DIR: dataDir }, [node, ...preloaded, ...parameters]);
    expect(await ended).toBe(0);
    expect(output.stderr).toBe('stopping on SIGINT\n');
    expect(output.stdout).toBe('');
  });

  test.runIf(existsSync('/proc'))('leaves no engine behind when it is killed', async () => {
    const dataDir = join(folder, 'killed');
    const { child, ended } = run({ DATA_DIR: dataDir });
    // Written once the engine and the gateway serve.
    const file = join(dataDir, 'operator-endpoint.json');
    await expect.poll(() => existsSync(file), { interval: 1 }).toBe(true);
    expect(processesNaming(dataDir)).not.toEqual([]);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => processesNaming(dataDir), { interval: 50 }).toEqual([]);
  });

  test.runIf(existsSync('/proc'))('ends when npm is killed and its shell lives on', async () => {
    const dataDir = join(folder, 'orphaned');
    const { child, output, ended, ready } = run({ DATA_DIR: dataDir }, ['npm', 'start']);
    const address = await ready();
    child.kill('SIGKILL');
    await ended;
    // The engine ends before the gateway does.
    await expect.poll(() => processesNaming(dataDir), { interval: 50 }).toEqual([]);
    await expect.poll(() => answers(address), { interval: 50 }).toBe(false);
    expect(output.stderr).toContain('stopping: npm has gone');
  });

  test('says that the port is taken and fails', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve());
    });
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { output, ended } = run({ DATA_DIR: join(folder, 'taken'), PORT: String(port) });
    expect(await ended).toBe(1);
    expect(output.stderr.trim()).toMatch(new RegExp(`^Port ${port} is taken: [^\\n]*\\.$`));
    taken.close();
  });

  // start-settings.test.ts and data-folder.test.ts test the other refusals, which need no process.
  test.each([
    [{ PORT: 'http' }, /^PORT is "http"/],
    // Node's own way to make a folder with those above it never ends here.
    [{ DATA_DIR: '/proc/nope' }, /^The data folder \/proc\/nope cannot be made or written \(ENOENT\): .*\.$/],
    [{ ENGINE: 'mysql' }, /^ENGINE is "mysql"/],
  ])('refuses %o in one sentence', async (environment, sentence) => {
    const { output, ended } = run({ DATA_DIR: join(folder, 'refused'), ...environment });
    expect(await ended).toBe(1);
    expect(output.stderr.trim()).toMatch(sentence);
    expect(output.stderr.trim().split('\n')).toHaveLength(1);
  });
});

/** Command lines of our own processes that contain a path; empty on a system without /proc. */
const processesNaming = (path: string): string[] =>
  processIds()
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(path));

const processIds = (): string[] =>
  existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
