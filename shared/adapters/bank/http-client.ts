import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import type { BankAnswer, UnknownCause } from '../../ports/bank-answers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PayerBrowser } from '../../ports/three-d-gate.ts';
import type { AnswerBytes } from './decode-answer.ts';

/** Longest answer that is read, in bytes (rule 21). */
export const MAX_ANSWER_BYTES = 64 * 1024;
/** A call with less time than this for its answer is not sent: its outcome would probably be unknown. */
const MIN_ANSWER_MS = 1000;
/** A kept socket that was idle longer is not used: the other side may have closed it unnoticed. */
const MAX_IDLE_MS = 2000;
const MAX_FREE_SOCKETS = 16;
const MAX_HEADER_BYTES = 16 * 1024;

/** Calls `fire` after a delay. The function that it returns cancels the timer. */
export type Timer = (delayMs: number, fire: () => void) => () => void;

const systemTimer: Timer = (delayMs, fire) => {
  const timer = setTimeout(fire, delayMs);
  return () => clearTimeout(timer);
};

export interface BankHttpOptions {
  readonly clock: Clock;
  /** Time from the call to an open connection, TLS included. */
  readonly connectTimeoutMs: number;
  /** Time from the call to the last byte of the answer, unless `answerBy` is earlier. */
  readonly callTimeoutMs: number;
  readonly timer?: Timer;
  /** A certificate authority (PEM) to trust besides those of Node. No setting turns verification off. */
  readonly extraAuthority?: string;
}

/** Encodings that requests in XML name. */
export type XmlCharset = 'ISO-8859-9' | 'UTF-8';

interface BankCall {
  readonly address: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly answerBy: number;
}

interface XmlCall extends BankCall {
  readonly charset: XmlCharset;
  /** Longest answer that is read, in bytes; `MAX_ANSWER_BYTES` if absent. */
  readonly mostBytes?: number | undefined;
}

/** A form for a gate, `application/x-www-form-urlencoded`, with what the payer's browser says of itself. */
interface GateCall extends BankCall {
  readonly browser: PayerBrowser;
  /** Time from the call to the last byte of the answer, unless `answerBy` is earlier. */
  readonly timeoutMs: number;
}

/** A page that a gate answered. */
interface GatePage extends AnswerBytes {
  /** Its `Set-Cookie` headers. */
  readonly cookies: readonly string[];
}

type NotSent = Extract<BankAnswer, { kind: 'not-sent' }>;
type Unheard = { readonly kind: 'unknown'; readonly cause: Extract<UnknownCause, 'time-out' | 'connection-lost'> };

export type HttpOutcome =
  | ({ readonly kind: 'answered' } & AnswerBytes)
  | NotSent
  | { readonly kind: 'unknown'; readonly cause: Extract<UnknownCause, 'time-out' | 'connection-lost' | 'unreadable'> };

/** `unread`: an answer came that is no page, and why. */
export type GateOutcome =
  | ({ readonly kind: 'answered' } & GatePage)
  | NotSent
  | Unheard
  | { readonly kind: 'unread'; readonly reason: 'redirect' | 'too-large' | 'unreadable' };

export interface BankHttp {
  /** Sends one POST over one connection, once. Never rejects. */
  post(call: XmlCall): Promise<HttpOutcome>;
  /** Posts a form to a gate in the same way: once, over one connection, without following a redirect. Never rejects. */
  postForm(call: GateCall): Promise<GateOutcome>;
  /** Ends the kept connections. */
  close(): void;
}

const LATE: NotSent = { kind: 'not-sent', code: '021' };
const NO_CONNECTION: NotSent = { kind: 'not-sent', code: '008' };
const NO_TLS: NotSent = { kind: 'not-sent', code: '010' };
const unheard = (cause: Unheard['cause']): Unheard => ({ kind: 'unknown', cause });
const unread = (reason: 'redirect' | 'too-large' | 'unreadable'): GateOutcome => ({ kind: 'unread', reason });

/** Node's HTTP parser names its errors so: the connection worked, and the answer was not HTTP. */
const isParserError = (error: Error): boolean => 'code' in error && String(error.code).startsWith('HPE_');

/** How far a call has come. Before `sent` the bank cannot have seen any of it. */
type Phase = 'connecting' | 'securing' | 'sent' | 'done';

/** One request and its answer. Head and body are sent together once the connection is open (rule 5). */
class Exchange {
  readonly #request: ClientRequest;
  readonly #body: Buffer;
  readonly #deadline: number;
  readonly #mostBytes: number;
  readonly #clock: Clock;
  readonly #cancelTimers: readonly (() => void)[];
  readonly #settle: (outcome: GateOutcome) => void;
  /** The outcome; never rejects. */
  readonly outcome: Promise<GateOutcome>;
  #phase: Phase = 'connecting';

  constructor(
    request: ClientRequest,
    settings: {
      readonly body: Buffer;
      readonly deadline: number;
      readonly mostBytes: number;
      readonly options: BankHttpOptions;
    },
  ) {
    const { body, deadline, mostBytes, options } = settings;
    const timer = options.timer ?? systemTimer;
    this.#request = request;
    this.#body = body;
    this.#deadline = deadline;
    this.#mostBytes = mostBytes;
    this.#clock = options.clock;
    const { promise, resolve } = Promise.withResolvers<GateOutcome>();
    this.outcome = promise;
    this.#settle = resolve;
    this.#cancelTimers = [
      timer(deadline - options.clock.now(), () => this.#end(this.#phase === 'sent' ? unheard('time-out') : LATE)),
      timer(options.connectTimeoutMs, () => this.#phase !== 'sent' && this.#end(this.#unconnected())),
    ];
    request.on('error', (error) => this.#end(this.#failure(error)));
    request.on('close', () => this.#end(this.#phase === 'sent' ? unheard('connection-lost') : this.#unconnected()));
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

  /** Checks the time directly before the first byte is written. An earlier check could be outdated by then. */
  #send(): void {
    if (this.#phase === 'done') return;
    if (this.#deadline - this.#clock.now() < MIN_ANSWER_MS) {
      this.#end(LATE);
      return;
    }
    this.#phase = 'sent';
    this.#request.end(this.#body);
  }

  #unconnected(): GateOutcome {
    return this.#phase === 'securing' ? NO_TLS : NO_CONNECTION;
  }

  #failure(error: Error): GateOutcome {
    if (this.#phase !== 'sent') return this.#unconnected();
    return isParserError(error) ? unread('unreadable') : unheard('connection-lost');
  }

  #read(response: IncomingMessage): void {
    // The server answered before the request was sent, so this is no answer to our charge.
    if (this.#phase !== 'sent') this.#end(NO_CONNECTION);
    const { statusCode = 0, headers } = response;
    const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
    if (statusCode >= 300 && statusCode < 400) this.#end(unread('redirect'));
    if (statusCode !== 200 || !isPlain) this.#end(unread('unreadable'));
    if (this.#phase === 'done') return;
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > this.#mostBytes) this.#end(unread('too-large'));
      else chunks.push(chunk);
    });
    response.on('error', (error) => this.#end(this.#failure(error)));
    response.on('close', () => this.#end(unheard('connection-lost')));
    response.on('end', () => {
      if (!response.complete) return;
      const { 'content-type': contentType = '', 'set-cookie': cookies = [] } = headers;
      const answer = { contentType, cookies, body: Buffer.concat(chunks) };
      this.#end({ kind: 'answered', ...answer });
    });
  }

  #end(outcome: GateOutcome): void {
    if (this.#phase === 'done') return;
    this.#phase = 'done';
    for (const cancel of this.#cancelTimers) cancel();
    // A connection is kept after an answer and destroyed after anything else.
    if (outcome.kind !== 'answered') this.#request.destroy();
    this.#settle(outcome);
  }
}

type KeepAliveAgent = http.Agent | https.Agent;

/** Notes when a socket becomes idle, and before each call drops sockets that were idle too long. */
const watchIdleSockets = (agent: KeepAliveAgent, clock: Clock): (() => void) => {
  const idleSinceMs = new WeakMap<object, number>();
  agent.on('free', (socket: object) => idleSinceMs.set(socket, clock.now()));
  return () => {
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
      const idleMs = clock.now() - (idleSinceMs.get(socket) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back gives a negative pause, which proves nothing: drop the socket too.
      if (!(idleMs >= 0 && idleMs <= MAX_IDLE_MS)) socket.destroy();
    }
  };
};

type Headers = Readonly<Record<string, string>>;

const xmlHeaders = (charset: XmlCharset): Headers => ({
  'content-type': `text/xml; charset=${charset}`,
  accept: 'text/xml, application/xml',
});

const MAX_PASSED_ON = 500;
/** What HTTP takes as a header's value everywhere. */
const PASSABLE = /^[\x20-\x7e]+$/;
const passable = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= MAX_PASSED_ON && PASSABLE.test(text) ? text : undefined;

/** Truthful about the one thing that differs from the payer's browser: its answer is no page that somebody looks at. */
const formHeaders = ({ userAgent, accept, acceptLanguage }: PayerBrowser): Headers => ({
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-dest': 'empty',
  accept: passable(accept) ?? 'text/html, application/xhtml+xml',
  ...omitUndefined({ 'user-agent': passable(userAgent), 'accept-language': passable(acceptLanguage) }),
});

/**
 * The connections to the banks' gateways. They have agents of their own, so that no proxy of the environment and no
 * default of the process applies. It follows no redirect and sends nothing twice.
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

  const open = (url: URL, body: Buffer, headers: Headers): ClientRequest => {
    const request: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length), 'accept-encoding': 'identity' },
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    };
    return url.protocol === 'https:'
      ? https.request(url, { ...request, agent: secure, rejectUnauthorized: true })
      : http.request(url, { ...request, agent: plain });
  };

  const send = async (
    { address, body: text, answerBy }: BankCall,
    reading: { readonly headers: Headers; readonly timeoutMs: number; readonly mostBytes?: number | undefined },
  ): Promise<GateOutcome> => {
    const { headers, timeoutMs, mostBytes = MAX_ANSWER_BYTES } = reading;
    const deadline = Math.min(answerBy, clock.now() + timeoutMs);
    if (deadline - clock.now() < MIN_ANSWER_MS) return LATE;
    const body = Buffer.from(text, 'utf8');
    for (const drop of dropIdle) drop();
    return new Exchange(open(new URL(address), body, headers), { body, deadline, mostBytes, options }).outcome;
  };

  return {
    post: async ({ charset, mostBytes, ...call }) => {
      const timeoutMs = options.callTimeoutMs;
      const outcome = await send(call, { headers: xmlHeaders(charset), timeoutMs, mostBytes });
      return outcome.kind === 'unread' ? { kind: 'unknown', cause: 'unreadable' } : outcome;
    },
    postForm: ({ browser, timeoutMs, ...call }) => send(call, { headers: formHeaders(browser), timeoutMs }),
    close: () => {
      secure.destroy();
      plain.destroy();
    },
  };
};
