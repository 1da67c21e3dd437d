import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { BankAnswer, UnknownCause } from '../../ports/bank-gateway.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AnswerBytes } from './decode-answer.ts';

/** Longest answer that is read, in bytes (rule 21). */
export const MAX_ANSWER_BYTES = 64 * 1024;
/** A call that would have less time than this for its answer is not sent: it could only end in doubt. */
const MIN_ANSWER_MS = 1000;
/** A kept socket is not charged over after this pause: the other side may have dropped it unseen. */
const MAX_IDLE_MS = 2000;
const MAX_FREE_SOCKETS = 16;
const MAX_HEADER_BYTES = 16 * 1024;

/** Calls `fire` after a delay, unless the function it answers was called first. */
export type Timer = (delayMs: number, fire: () => void) => () => void;

const systemTimer: Timer = (delayMs, fire) => {
  const timer = setTimeout(fire, delayMs);
  return () => clearTimeout(timer);
};

export interface BankHttpOptions {
  readonly clock: Clock;
  /** From the call to an open connection, TLS included. */
  readonly connectTimeoutMs: number;
  /** From the call to the last byte of the answer, where `answerBy` is not earlier. */
  readonly callTimeoutMs: number;
  readonly timer?: Timer;
  /** A certificate authority (PEM) to trust beside those that Node ships. Verification itself has no switch. */
  readonly extraAuthority?: string;
}

interface BankCall {
  readonly address: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly answerBy: number;
}

export type HttpOutcome =
  | ({ readonly kind: 'answered' } & AnswerBytes)
  | Extract<BankAnswer, { kind: 'not-sent' }>
  | { readonly kind: 'unknown'; readonly cause: Extract<UnknownCause, 'time-out' | 'connection-lost' | 'unreadable'> };

export interface BankHttp {
  /** Sends one POST over one connection, once. Never rejects. */
  post(call: BankCall): Promise<HttpOutcome>;
  /** Ends the kept connections. */
  close(): void;
}

const LATE: HttpOutcome = { kind: 'not-sent', code: '021' };
const NO_CONNECTION: HttpOutcome = { kind: 'not-sent', code: '008' };
const NO_TLS: HttpOutcome = { kind: 'not-sent', code: '010' };
const unknown = (cause: 'time-out' | 'connection-lost' | 'unreadable'): HttpOutcome => ({ kind: 'unknown', cause });

/** Node names its HTTP parser's errors so; with one of them the connection was fine and the answer was not HTTP. */
const isParserError = (error: Error): boolean => 'code' in error && String(error.code).startsWith('HPE_');

/** How far a call has come. Only from `sent` on may the bank have seen anything of it. */
type Phase = 'connecting' | 'securing' | 'sent' | 'done';

/** One request and its answer. The request's head and body leave together, when the connection stands (rule 5). */
class Exchange {
  readonly #request: ClientRequest;
  readonly #body: Buffer;
  readonly #deadline: number;
  readonly #clock: Clock;
  readonly #cancelTimers: readonly (() => void)[];
  readonly #settle: (outcome: HttpOutcome) => void;
  /** What became of it; never rejects. */
  readonly outcome: Promise<HttpOutcome>;
  #phase: Phase = 'connecting';

  constructor(
    request: ClientRequest,
    settings: { readonly body: Buffer; readonly deadline: number; readonly options: BankHttpOptions },
  ) {
    const { body, deadline, options } = settings;
    const timer = options.timer ?? systemTimer;
    this.#request = request;
    this.#body = body;
    this.#deadline = deadline;
    this.#clock = options.clock;
    const { promise, resolve } = Promise.withResolvers<HttpOutcome>();
    this.outcome = promise;
    this.#settle = resolve;
    this.#cancelTimers = [
      timer(deadline - options.clock.now(), () => this.#end(this.#phase === 'sent' ? unknown('time-out') : LATE)),
      timer(options.connectTimeoutMs, () => this.#phase !== 'sent' && this.#end(this.#unconnected())),
    ];
    request.on('error', (error) => this.#end(this.#failure(error)));
    request.on('close', () => this.#end(this.#phase === 'sent' ? unknown('connection-lost') : this.#unconnected()));
    request.on('socket', (socket) => this.#follow(socket));
    request.on('response', (response) => this.#read(response));
  }

  #follow(socket: Socket): void {
    if (this.#request.reusedSocket) {
      this.#send();
      return;
    }
    const secured = this.#request.protocol === 'https:';
    socket.once('connect', () => {
      if (!secured) this.#send();
      else if (this.#phase === 'connecting') this.#phase = 'securing';
    });
    if (secured) socket.once('secureConnect', () => this.#send());
  }

  /** The time is looked at here, directly before the first byte is written, and nowhere earlier does it count. */
  #send(): void {
    if (this.#phase === 'done') return;
    if (this.#deadline - this.#clock.now() < MIN_ANSWER_MS) {
      this.#end(LATE);
      return;
    }
    this.#phase = 'sent';
    this.#request.end(this.#body);
  }

  #unconnected(): HttpOutcome {
    return this.#phase === 'securing' ? NO_TLS : NO_CONNECTION;
  }

  #failure(error: Error): HttpOutcome {
    if (this.#phase !== 'sent') return this.#unconnected();
    return unknown(isParserError(error) ? 'unreadable' : 'connection-lost');
  }

  #read(response: IncomingMessage): void {
    // An answer to a request that was not sent: whatever it answers, it is not our charge.
    if (this.#phase !== 'sent') this.#end(NO_CONNECTION);
    const { statusCode, headers } = response;
    const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
    if (statusCode !== 200 || !isPlain) this.#end(unknown('unreadable'));
    if (this.#phase === 'done') return;
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) this.#end(unknown('unreadable'));
      else chunks.push(chunk);
    });
    response.on('error', (error) => this.#end(this.#failure(error)));
    response.on('close', () => this.#end(unknown('connection-lost')));
    response.on('end', () => {
      if (!response.complete) return;
      const answer = { contentType: headers['content-type'] ?? '', body: Buffer.concat(chunks) };
      this.#end({ kind: 'answered', ...answer });
    });
  }

  #end(outcome: HttpOutcome): void {
    if (this.#phase === 'done') return;
    this.#phase = 'done';
    for (const cancel of this.#cancelTimers) cancel();
    // An answered request gives its connection back; every other one takes it down.
    if (outcome.kind !== 'answered') this.#request.destroy();
    this.#settle(outcome);
  }
}

type KeepAliveAgent = http.Agent | https.Agent;

/** Stamps the moment at which a socket falls idle, and drops those that have idled too long before each call. */
const watchIdleSockets = (agent: KeepAliveAgent, clock: Clock): (() => void) => {
  const idleSinceMs = new WeakMap<object, number>();
  agent.on('free', (socket: object) => idleSinceMs.set(socket, clock.now()));
  return () => {
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
      const idleMs = clock.now() - (idleSinceMs.get(socket) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back proves nothing either.
      if (!(idleMs >= 0 && idleMs <= MAX_IDLE_MS)) socket.destroy();
    }
  };
};

const headersFor = (body: Buffer): Readonly<Record<string, string>> => ({
  'content-type': 'text/xml; charset=ISO-8859-9',
  'content-length': String(body.length),
  accept: 'text/xml, application/xml',
  'accept-encoding': 'identity',
});

/**
 * The connections to the banks' gateways. Agents of its own, so that no proxy of the environment and no default of the
 * process applies; no redirect is followed and nothing is sent twice.
 */
export const bankHttp = (options: BankHttpOptions): BankHttp => {
  const { clock, extraAuthority } = options;
  const kept = { keepAlive: true, maxFreeSockets: MAX_FREE_SOCKETS, scheduling: 'lifo' } as const;
  const secure = new https.Agent({
    ...kept,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(extraAuthority === undefined ? {} : { ca: [...rootCertificates, extraAuthority] }),
  });
  const plain = new http.Agent(kept);
  const dropIdle = [watchIdleSockets(secure, clock), watchIdleSockets(plain, clock)];

  const open = (url: URL, body: Buffer): ClientRequest => {
    const request: RequestOptions = {
      method: 'POST',
      headers: headersFor(body),
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    };
    return url.protocol === 'https:'
      ? https.request(url, { ...request, agent: secure, rejectUnauthorized: true })
      : http.request(url, { ...request, agent: plain });
  };

  return {
    post: ({ address, body: text, answerBy }) => {
      const deadline = Math.min(answerBy, clock.now() + options.callTimeoutMs);
      if (deadline - clock.now() < MIN_ANSWER_MS) return Promise.resolve(LATE);
      const body = Buffer.from(text, 'utf8');
      for (const drop of dropIdle) drop();
      return new Exchange(open(new URL(address), body), { body, deadline, options }).outcome;
    },
    close: () => {
      secure.destroy();
      plain.destroy();
    },
  };
};
