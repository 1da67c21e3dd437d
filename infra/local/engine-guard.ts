import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listenOnLoopback } from './http-body.ts';

/** What the guard's process is told. It comes by its channel, because every user can read a command line. */
export interface GuardSettings {
  readonly secret: string;
  /** Commands that go before the engine: a network of its own has no loopback interface yet. */
  readonly before: readonly (readonly [program: string, ...rest: string[]])[];
  /** Where the engine listens. */
  readonly host: string;
  readonly port: number;
  /** The engine's watchdog and the engine. Descriptor 3 is the pipe that keeps them alive. */
  readonly command: readonly string[];
}

/**
 * How an engine is kept from everybody but its guard. In a network of its own nobody else can connect to it. Where the machine
 * makes none, it listens on a port that the Fetch standard forbids to browsers, on Linux at a random one of 16 million loopback addresses.
 */
export type Isolation = 'own-network' | 'port-closed-to-browsers';

/** A guard with its engine: the process that ends with the engine, and the address for whoever may ask. */
export interface Guard {
  readonly process: ChildProcess;
  readonly endpoint: string;
}

const GUARD_FILE = fileURLToPath(new URL('engine-guard-main.mjs', import.meta.url));
/** A network that belongs to nobody but the processes in it. `unshare` makes it without any right of its user. */
const OWN_NETWORK = ['unshare', '--user', '--map-root-user', '--net'] as const;
const LOOPBACK_UP = ['ip', 'link', 'set', 'lo', 'up'] as const;
const PROBE_TIMEOUT_MS = 5_000;
const PORT_IN_OWN_NETWORK = 8000;
/** Ports above 1023 that every browser refuses to connect to ("bad port" of the Fetch standard). */
export const PORTS_CLOSED_TO_BROWSERS = [2049, 3659, 4045, 5060, 5061, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 10080];

/** What this machine offers. */
export const isolationHere = async (): Promise<Isolation> => {
  if (process.platform !== 'linux') return 'port-closed-to-browsers';
  const [program, ...rest] = OWN_NETWORK;
  const made = await new Promise<boolean>((resolve) => {
    execFile(program, [...rest, ...LOOPBACK_UP], { timeout: PROBE_TIMEOUT_MS }, (error) => resolve(error === null));
  });
  return made ? 'own-network' : 'port-closed-to-browsers';
};

/**
 * Starts the engine behind a guard, which passes on what holds the secret of this start in its path and no Origin (rule 36).
 * Every other request is refused with 403, whoever sends it.
 */
export const startGuard = async (
  commandFor: (host: string, port: number) => Promise<readonly string[]>,
  isolation: Isolation,
): Promise<Guard> => {
  const ownNetwork = isolation === 'own-network';
  const { host, port } = ownNetwork ? { host: '127.0.0.1', port: PORT_IN_OWN_NETWORK } : await closedAddress();
  const command = await commandFor(host, port);
  const secret = randomBytes(24).toString('base64url');
  const server = createServer();
  const outerPort = await listenOnLoopback(server, 0);
  const guard = [process.execPath, '--max-semi-space-size=1', GUARD_FILE] as const;
  const [program, ...rest] = ownNetwork ? ([...OWN_NETWORK, ...guard] as const) : guard;
  const child = spawn(program, rest, {
    // A session of its own: Ctrl-C then reaches the runner alone, which ends the engine last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const before = ownNetwork ? [[...LOOPBACK_UP] as const] : [];
  await handOver(child, { secret, before, host, port, command }, server);
  return { process: child, endpoint: `http://127.0.0.1:${outerPort}/${secret}` };
};

/** A socket stays in the network in which it was made: the guard answers at an address that it cannot see itself. */
const handOver = async (child: ChildProcess, settings: GuardSettings, server: Server): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('message', () => resolve());
  // A guard that cannot be started says why by its end.
  child.once('error', () => resolve());
  child.once('exit', () => resolve());
  child.send(settings, server, (error) => {
    if (error !== null) resolve();
  });
  await promise;
  server.close();
};

/** A free port that browsers refuse, at an address that nobody can guess where the machine has more than one. */
const closedAddress = async (): Promise<{ readonly host: string; readonly port: number }> => {
  const octet = (): number => randomInt(2, 255);
  const host = process.platform === 'linux' ? `127.${octet()}.${octet()}.${octet()}` : '127.0.0.1';
  const from = randomInt(PORTS_CLOSED_TO_BROWSERS.length);
  const ports = [...PORTS_CLOSED_TO_BROWSERS.slice(from), ...PORTS_CLOSED_TO_BROWSERS.slice(0, from)];
  for (const port of ports) if (await isFree(host, port)) return { host, port };
  throw new Error(
    `The engine needs one of the ports that browsers refuse, and all are taken: ${PORTS_CLOSED_TO_BROWSERS.join(', ')}.`,
  );
};

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
