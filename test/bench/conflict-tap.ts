import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer, listenOnLoopback, readBody } from '../../infra/local/http-body.ts';

/** What became of the transactions since the last time it was asked. */
export interface TransactionTally {
  readonly done: number;
  readonly conflicts: number;
  /** Writes of transactions by partition key. */
  readonly writes: Readonly<Record<string, number>>;
}

/**
 * Stands before an engine that has no conflicts, and gives it DynamoDB's: a transaction is refused while another one on
 * one of its items is under way. Everything else passes as it is.
 */
export interface ConflictTap {
  /** Names the engine to forward to, and answers the tap's own address. */
  readonly inFrontOf: (engineEndpoint: string) => string;
  /** Answers a TransactionTally as JSON. */
  readonly tallyAddress: string;
  readonly stop: () => Promise<void>;
}

interface Action {
  readonly Key?: Readonly<Record<string, { readonly S?: string }>>;
  readonly Item?: Action['Key'];
}

const TALLY_PATH = '/tally';
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** The key of each action, in order. A check counts: it holds its item as a write does. */
const keysIn = (body: string): readonly { readonly pk: string; readonly item: string }[] =>
  (JSON.parse(body) as { readonly TransactItems: readonly Readonly<Record<string, Action>>[] }).TransactItems.map(
    (one) => {
      const [action] = Object.values(one);
      const key = action?.Key ?? action?.Item;
      const pk = key?.pk?.S ?? '';
      return { pk, item: `${pk} ${key?.sk?.S ?? ''}` };
    },
  );

const refuse = (outgoing: ServerResponse, held: readonly boolean[]): void => {
  const CancellationReasons = held.map((isHeld) =>
    isHeld ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
  );
  const reasons = CancellationReasons.map(({ Code }) => Code).join(', ');
  const type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons}]`;
  outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  outgoing.end(JSON.stringify({ __type: type, Message: message, CancellationReasons }));
};

/** Starts the tap on a free loopback port. Transactions last at least `holdMs`. */
export async function startConflictTap(holdMs: number): Promise<ConflictTap> {
  const agent = new Agent({ keepAlive: true });
  const held = new Set<string>();
  let engine = '';
  let tally = { done: 0, conflicts: 0, writes: {} as Record<string, number> };

  const forward = (incoming: IncomingMessage, body: Buffer): Promise<readonly [IncomingMessage, Buffer]> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: incoming.headers, agent };
      const sent = request(new URL(incoming.url ?? '/', engine), options, (answer) => {
        readBody(answer, BODY_LIMIT_BYTES).then(
          (read) => (read === 'too-large' ? reject(new Error('too large')) : resolve([answer, read])),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });

  const transact = async (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> => {
    const keys = keysIn(body.toString());
    const conflicts = keys.map(({ item }) => held.has(item));
    if (conflicts.includes(true)) {
      tally.conflicts += 1;
      refuse(outgoing, conflicts);
      return;
    }
    for (const { item } of keys) held.add(item);
    try {
      const [[answer, read]] = await Promise.all([forward(incoming, body), pause(holdMs)]);
      if (answer.statusCode === 200) {
        tally.done += 1;
        for (const { pk } of keys) tally.writes[pk] = (tally.writes[pk] ?? 0) + 1;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.end(read);
    } finally {
      for (const { item } of keys) held.delete(item);
    }
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (incoming.url === TALLY_PATH) {
      outgoing.end(JSON.stringify(tally));
      tally = { done: 0, conflicts: 0, writes: {} };
      return;
    }
    const body = await readBody(incoming, BODY_LIMIT_BYTES);
    if (body === 'too-large') throw new Error('The request is too large.');
    if (String(incoming.headers['x-amz-target']).endsWith('.TransactWriteItems')) {
      await transact(incoming, outgoing, body);
      return;
    }
    const [answer, read] = await forward(incoming, body);
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    outgoing.end(read);
  };

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
  return {
    inFrontOf: (engineEndpoint) => {
      engine = engineEndpoint;
      return endpoint;
    },
    tallyAddress: `${endpoint}${TALLY_PATH}`,
    stop: async () => {
      server.closeAllConnections();
      await closeServer(server, 0);
      agent.destroy();
    },
  };
}
