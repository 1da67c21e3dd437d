import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback, readBody } from '../../infra/local/http-body.ts';

/** One call of the bank as it went over the wire. */
export interface BankCall {
  readonly path: string;
  readonly body: string;
  /** When it came in, in epoch milliseconds with fractions: comparable among the processes of a machine. */
  readonly atMs: number;
  /** From the call's arrival to the answer's last byte. */
  readonly tookMs: number;
}

/** A tap between the service and the bank. It changes nothing. */
export interface BankTap {
  /** The gateway's address, as a virtual POS names it. */
  readonly endpoint: string;
  /** Answers what `takeCalls` does, as JSON: for a process other than the tap's own. */
  readonly takeAddress: string;
  /** The calls that were answered since the last time it was asked. */
  takeCalls(): readonly BankCall[];
  stop(): Promise<void>;
}

const TAKE_PATH = '/calls-taken';
const BODY_LIMIT_BYTES = 64 * 1024;

/** Milliseconds that the bank took for some calls, which came one after the other. */
export const bankMs = (calls: readonly BankCall[]): number => calls.reduce((sum, { tookMs }) => sum + tookMs, 0);

/** Starts a tap in front of the bank at `bankUrl`, on a free loopback port. */
export async function startBankTap(bankUrl: string): Promise<BankTap> {
  const agent = new Agent({ keepAlive: true });
  let calls: BankCall[] = [];
  const takeCalls = (): readonly BankCall[] => {
    const taken = calls;
    calls = [];
    return taken;
  };
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const { method = 'GET', headers, url: path = '/' } = incoming;
    const body = await readBody(incoming, BODY_LIMIT_BYTES);
    if (body === 'too-large') throw new Error('The call is too large.');
    const sent = request(new URL(path, bankUrl), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      // Before the caller has the last byte, and asks.
      answer.once('end', () => {
        const atMs = performance.timeOrigin + startedAt;
        calls.push({ path, body: body.toString(), atMs, tookMs: performance.now() - startedAt });
      });
      answer.pipe(outgoing);
    });
    sent.once('error', () => outgoing.destroy());
    sent.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === TAKE_PATH) outgoing.end(JSON.stringify(takeCalls()));
    else forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
  return {
    endpoint,
    takeAddress: `${endpoint}${TAKE_PATH}`,
    takeCalls,
    stop: async () => {
      server.closeAllConnections();
      await closeServer(server, 0);
      agent.destroy();
    },
  };
}
