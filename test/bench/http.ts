import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { checkAnswer } from './instance.ts';
import type { Lab } from './lab.ts';
import { heading, table } from './report.ts';
import { type SampleName, type SampleRequest, setScene } from './scene.ts';
import { percentile } from './statistics.ts';

const TIMEOUT_MS = 10_000;
const WARM_UP_MS = 500;

const asked = ['create link', 'get sale', 'get customer'] as const satisfies readonly SampleName[];

interface Throughput {
  /** Of the requests that succeeded. */
  readonly perSecond: number;
  readonly timesMs: readonly number[];
  /** Requests that were answered by EX, where that is let pass. */
  readonly failed: number;
}

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

/** One request over a connection of the agent. */
function send(baseUrl: string, agent: Agent, { method, path, body }: SampleRequest): Promise<Answer> {
  const bytes = Buffer.from(body.replace('@code@', randomUUID()));
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
    const outgoing = httpRequest(`${baseUrl}${path}`, { method, agent, headers, timeout: TIMEOUT_MS }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        resolve({ statusCode: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`No answer from ${path} within ${TIMEOUT_MS} ms.`)));
    outgoing.once('error', reject);
    outgoing.end(bytes);
  });
}

interface Asking {
  readonly baseUrl: string;
  readonly request: SampleRequest;
  readonly clients: number;
  readonly durationMs: number;
  /** Counts answers with EX instead of refusing them. */
  readonly countsFailures?: true;
}

/**
 * Has a number of clients ask for a time, each the next question as soon as it has the answer to the last. Refuses
 * every answer but the success that was asked for.
 */
export async function ask({ baseUrl, request, clients, durationMs, countsFailures }: Asking): Promise<Throughput> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const timesMs: number[] = [];
  let failed = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    for (let now = performance.now(); now - startedAt < durationMs; ) {
      const answer = await send(baseUrl, agent, request);
      const answeredAt = performance.now();
      if (countsFailures && answer.body.includes('"ResultCode":"EX"')) {
        failed += 1;
      } else {
        checkAnswer(answer);
        timesMs.push(answeredAt - now);
      }
      now = answeredAt;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsedMs = performance.now() - startedAt;
  agent.destroy();
  return { perSecond: (timesMs.length / elapsedMs) * 1000, timesMs, failed };
}

/** Prints how many requests a second the app answers on this machine. */
export async function http(lab: Lab): Promise<void> {
  const { baseUrl, ...stack } = await lab.sharedStack();
  const { requests } = await setScene({ baseUrl, ...stack });
  const rows: string[][] = [];
  for (const name of asked) {
    const request = requests[name];
    await ask({ baseUrl, request, clients: 8, durationMs: Math.min(WARM_UP_MS, lab.plan.httpMs) });
    for (const clients of lab.plan.clients) {
      const { perSecond, timesMs } = await ask({ baseUrl, request, clients, durationMs: lab.plan.httpMs });
      const [p50, p99] = [percentile(timesMs, 0.5).toFixed(1), percentile(timesMs, 0.99).toFixed(1)];
      rows.push([name, String(clients), String(Math.round(perSecond)), p50, p99]);
    }
  }
  heading('Requests per second over HTTP', [
    'The app as `npm start` runs it, with its data on disk: gateway, one worker per function, native engine where it is',
    `installed. The clients, in a process of their own on the same machine, ask for ${lab.plan.httpMs / 1000} s each. No aim is set.`,
  ]);
  table(['operation', 'clients', 'requests/s', 'p50 ms', 'p99 ms'], rows);
}
