import { Agent, createServer, request } from 'node:http';
import { closeServer, listenOnLoopback, readBody } from '../../infra/local/http-body.ts';

/** One call of an AWS service as it went over the wire. */
export interface WireCall {
  readonly operation: string;
  readonly input: Record<string, unknown>;
  /** Calls that are under way at the same time belong to one round trip. */
  readonly roundTrip: number;
  /** When it came in, in epoch milliseconds with fractions: comparable among the processes of a machine. */
  readonly atMs: number;
}

/** Numbers round trips; taps that share one number theirs together. */
export interface TripCounter {
  roundTrip: number;
  underWay: number;
}

export const newTripCounter = (): TripCounter => ({ roundTrip: 0, underWay: 0 });

/** A tap between a client and an endpoint. It changes nothing. */
export interface WireTap {
  readonly endpoint: string;
  /** The calls since the last time it was asked. */
  takeCalls(): readonly WireCall[];
  stop(): Promise<void>;
}

const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Starts a tap in front of an endpoint, on a free loopback port. */
export async function startWireTap(endpoint: string, counter = newTripCounter()): Promise<WireTap> {
  const agent = new Agent({ keepAlive: true });
  let calls: WireCall[] = [];
  const server = createServer((incoming, outgoing) => {
    if (counter.underWay === 0) counter.roundTrip += 1;
    const { roundTrip } = counter;
    const atMs = performance.timeOrigin + performance.now();
    counter.underWay += 1;
    outgoing.once('close', () => {
      counter.underWay -= 1;
    });
    const forward = async (): Promise<void> => {
      const body = await readBody(incoming, BODY_LIMIT_BYTES);
      if (body === 'too-large') throw new Error('The request is too large.');
      const operation = String(incoming.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
      calls.push({ operation, input: JSON.parse(body.toString()) as WireCall['input'], roundTrip, atMs });
      const options = { method: 'POST', headers: incoming.headers, agent };
      const target = new URL(`${endpoint}${incoming.url === '/' ? '' : incoming.url}`);
      const sent = request(target, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      sent.once('error', () => outgoing.destroy());
      sent.end(body);
    };
    forward().catch(() => outgoing.destroy());
  });
  const port = await listenOnLoopback(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      await closeServer(server, 0);
      agent.destroy();
    },
  };
}

/** How many round trips some calls took: those side by side count as one. */
export const roundTripsOf = (calls: readonly WireCall[]): number =>
  new Set(calls.map(({ roundTrip }) => roundTrip)).size;
