import { spawn, spawnSync } from 'node:child_process';
import { timingSafeEqual } from 'node:crypto';
import { connect } from 'node:net';

// What runs in the guard's process: it starts the engine, and stands between it and everybody else. It is plain JavaScript,
// because Node's stripper of types would keep 20 MB for good.

/** @typedef {import('./engine-guard.ts').GuardSettings} GuardSettings */

const HEAD_LIMIT_BYTES = 16 * 1024;
const HEAD_TIMEOUT_MS = 10_000;
const HEAD_END = Buffer.from('\r\n\r\n');
const REFUSED = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/**
 * The head as the engine may see it and the length of its body; undefined when it may not be passed on. Passed on is a POST
 * with the secret as its path, without an Origin, and with a Content-Length: what SDKs send and no page can.
 * @type {(head: string, secret: Buffer) => { readonly head: string, readonly bodyBytes: number } | undefined}
 */
const passable = (head, secret) => {
  const [first = '', ...lines] = head.split('\r\n');
  const path = Buffer.from(/^POST \/([^/ ]+)\/? HTTP\/1\.1$/.exec(first)?.[1] ?? '');
  if (path.length !== secret.length || !timingSafeEqual(path, secret)) return undefined;
  const named = (/** @type {string} */ name) => lines.filter((line) => line.toLowerCase().startsWith(`${name}:`));
  const [length, ...more] = named('content-length');
  const bodyBytes = Number(length?.slice(length.indexOf(':') + 1));
  if (more.length > 0 || !Number.isSafeInteger(bodyBytes) || bodyBytes < 0) return undefined;
  if (named('origin').length > 0 || named('transfer-encoding').length > 0) return undefined;
  return { head: ['POST / HTTP/1.1', ...lines].join('\r\n'), bodyBytes };
};

/**
 * Passes the requests of one connection on, after a look at the head of each.
 * @type {(client: import('node:net').Socket, settings: GuardSettings, secret: Buffer) => void}
 */
const guard = (client, { host, port }, secret) => {
  /** @type {import('node:net').Socket[]} The one to the engine, once a request was passed on. */
  const engines = [];
  let rest = Buffer.alloc(0);
  let bodyLeft = 0;
  client.setNoDelay(true);
  client.setTimeout(HEAD_TIMEOUT_MS, () => client.destroy());
  client.on('error', () => engines[0]?.destroy());
  client.on('close', () => engines[0]?.destroy());

  const refuse = () => {
    client.removeAllListeners('data');
    client.on('data', () => undefined);
    client.end(REFUSED);
    engines[0]?.destroy();
  };
  const open = () => {
    const opened = connect({ host, port, noDelay: true });
    opened.on('error', () => client.destroy());
    opened.on('end', () => client.end());
    opened.on('drain', () => client.resume());
    opened.pipe(client);
    // The service keeps its connections for as long as it likes, and has time-outs of its own.
    client.setTimeout(0);
    engines.push(opened);
    return opened;
  };
  const take = (/** @type {Buffer} */ bytes) => {
    const target = engines[0] ?? open();
    if (!target.write(bytes)) client.pause();
  };

  client.on('data', (/** @type {Buffer} */ chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length > 0) {
      if (bodyLeft > 0) {
        const part = rest.subarray(0, bodyLeft);
        bodyLeft -= part.length;
        rest = rest.subarray(part.length);
        take(part);
        continue;
      }
      const end = rest.indexOf(HEAD_END);
      if (end > HEAD_LIMIT_BYTES || (end === -1 && rest.length > HEAD_LIMIT_BYTES)) return refuse();
      if (end === -1) return undefined;
      const passed = passable(rest.toString('latin1', 0, end), secret);
      if (passed === undefined) return refuse();
      const whole = rest.subarray(end + HEAD_END.length);
      const body = whole.subarray(0, passed.bodyBytes);
      bodyLeft = passed.bodyBytes - body.length;
      rest = whole.subarray(body.length);
      take(Buffer.concat([Buffer.from(passed.head, 'latin1'), HEAD_END, body]));
    }
    return undefined;
  });
};

process.once('message', (/** @type {GuardSettings} */ settings, /** @type {import('node:net').Server} */ server) => {
  for (const [program, ...rest] of settings.before) {
    const { status } = spawnSync(program, rest, { stdio: 'ignore', timeout: 5_000 });
    if (status !== 0) throw new Error(`${program} failed, so the engine has no network.`);
  }
  const secret = Buffer.from(settings.secret);
  server.on('connection', (client) => guard(client, settings, secret));
  const [program = '', ...rest] = settings.command;
  const engine = spawn(program, rest, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  engine.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  engine.once('exit', (code, signal) => {
    if (signal !== null) console.error(signal);
    process.exit(code ?? 1);
  });
  // The runner has ended, for any reason, or wants the engine to end. The pipe's end tells its watchdog.
  const stop = () => {
    const pipe = engine.stdio[3];
    if (pipe && 'destroy' in pipe) pipe.destroy();
  };
  if (process.connected) process.once('disconnect', stop);
  else stop();
  process.send?.('guarding');
});
