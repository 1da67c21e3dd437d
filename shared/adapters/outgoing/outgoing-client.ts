import { lookup } from 'node:dns/promises';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { parseIpAddress } from '../../domain/ip-address.ts';
import {
  mayCallAt,
  type OutgoingRules,
  type OutgoingTarget,
  readOutgoingAddress,
} from '../../domain/outgoing/outgoing-address.ts';
import type { OutgoingAnswer, OutgoingCall, OutgoingClient, OutgoingFailure } from '../../ports/outgoing-client.ts';

/** Longest answer that is read, in bytes (rule 41). */
export const MAX_OUTGOING_ANSWER_BYTES = 64 * 1024;
/** Longest time of a call, from the look-up of its name to the last byte of its answer. */
const MAX_CALL_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Time for one of several addresses of a name before the next one is tried. */
const NEXT_ADDRESS_MS = 2000;

/** Finds the IP addresses of a name. Rejects when there are none. */
type NameResolver = (host: string) => Promise<readonly string[]>;

export interface OutgoingClientOptions {
  readonly rules: OutgoingRules;
  readonly resolve?: NameResolver;
  /** Makes the signal that ends a call: after 10 seconds by default. */
  readonly deadline?: () => AbortSignal;
  /** A certificate authority (PEM) to trust besides those of Node. No setting turns verification off. */
  readonly extraAuthority?: string;
}

const systemResolver: NameResolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const failed = (cause: OutgoingFailure, sent: boolean): OutgoingAnswer => ({ kind: 'failed', cause, sent });

/** The addresses of a target, or undefined when its name has none. Rejects with the signal's reason at its end. */
const addressesOf = async (
  { host }: OutgoingTarget,
  { resolve, signal }: { readonly resolve: NameResolver; readonly signal: AbortSignal },
): Promise<readonly string[] | undefined> => {
  if (parseIpAddress(host) !== undefined) return [host];
  // The system's look-up cannot be cancelled, so the call stops waiting for it.
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(new Error('time is up'));
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([resolve(host).catch(() => undefined), ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
};

/** Answers the addresses that were checked, whatever the name resolves to by now. */
const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all: wantsAll }, callback) => {
    const [first] = all;
    if (wantsAll === true) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
};

/** Node's HTTP parser names its errors so: the connection worked, and the answer was not HTTP. */
const isParserError = (error: Error): boolean => 'code' in error && String(error.code).startsWith('HPE_');

const readAnswer = (response: IncomingMessage, settle: (answer: OutgoingAnswer) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_OUTGOING_ANSWER_BYTES) settle(failed('answer-too-long', true));
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (!response.complete) return;
    settle({ kind: 'answered', status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
  });
};

/** Sends the body once the connection is open and follows the call to its end. */
const exchange = (request: ClientRequest, body: Buffer, signal: AbortSignal): Promise<OutgoingAnswer> => {
  const { promise, resolve } = Promise.withResolvers<OutgoingAnswer>();
  let [connected, sent] = [false, false];
  const settle = (answer: OutgoingAnswer): void => {
    resolve(answer);
    request.destroy();
  };
  const secured = request.protocol === 'https:';
  const unconnected = (): OutgoingAnswer => failed(secured && connected ? 'no-tls' : 'no-connection', false);
  const lost = (error?: Error): OutgoingAnswer => {
    if (signal.aborted) return failed('time-out', sent);
    if (!sent) return unconnected();
    return failed(error !== undefined && isParserError(error) ? 'unreadable' : 'connection-lost', true);
  };
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      connected = true;
    });
    socket.once(secured ? 'secureConnect' : 'connect', () => {
      sent = true;
      request.end(body);
    });
  });
  request.on('response', (response) => {
    response.on('error', (error) => settle(lost(error)));
    response.on('close', () => settle(lost()));
    readAnswer(response, settle);
  });
  request.on('error', (error) => settle(lost(error)));
  request.on('close', () => settle(lost()));
  return promise;
};

/**
 * The one client for addresses that dealers and operators named. It connects to the very addresses that it checked, on a
 * connection of its own, and takes no proxy from the environment.
 */
export const outgoingClient = ({
  rules,
  resolve = systemResolver,
  deadline = () => AbortSignal.timeout(MAX_CALL_MS),
  extraAuthority,
}: OutgoingClientOptions): OutgoingClient => {
  const secure = new https.Agent({
    keepAlive: false,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(extraAuthority === undefined ? {} : { ca: [...rootCertificates, extraAuthority] }),
  });
  const plain = new http.Agent({ keepAlive: false });

  const open = (
    target: OutgoingTarget,
    {
      headers,
      body,
      addresses,
      signal,
    }: Pick<OutgoingCall, 'headers'> & {
      readonly body: Buffer;
      readonly addresses: readonly string[];
      readonly signal: AbortSignal;
    },
  ): ClientRequest => {
    const url = new URL(target.href);
    const options: RequestOptions & { readonly autoSelectFamilyAttemptTimeout: number } = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length), 'accept-encoding': 'identity' },
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
      lookup: pinnedTo(addresses),
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      signal,
    };
    return url.protocol === 'https:'
      ? https.request(url, { ...options, agent: secure, rejectUnauthorized: true })
      : http.request(url, { ...options, agent: plain });
  };

  return {
    post: async ({ address, headers, body: text }) => {
      const target = readOutgoingAddress(address, rules);
      if ('problem' in target) return { kind: 'refused', problem: target.problem };
      const signal = deadline();
      let addresses: readonly string[] | undefined;
      try {
        addresses = await addressesOf(target, { resolve, signal });
      } catch {
        return failed('time-out', false);
      }
      if (addresses === undefined) return failed('name-not-found', false);
      if (!mayCallAt(target, addresses)) return { kind: 'refused', problem: 'not-public' };
      const body = Buffer.from(text, 'utf8');
      return exchange(open(target, { headers, body, addresses, signal }), body, signal);
    },
  };
};
