import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer, listenOnLoopback, readBody } from '../../infra/local/http-body.ts';

/** One call as it went over the wire. The operation is that of an AWS service, and empty elsewhere. */
export type WireCall = Readonly<
  Record<'operation' | 'path' | 'body' | 'answer', string> & Record<'startedAt' | 'endedAt', number>
>;

/** The reason of a cancelled transaction that met another one on the same item. */
export const CONFLICT = 'TransactionConflict';
const CANCELLED = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
const SENT_ON = /^(?:x-amz-.*|content-type|authorization)$/;

/**
 * Starts a tap on a free loopback port: it stands before a server, notes what it is asked, and has DynamoDB say what
 * each call consumes. With `holdMs` it gives an engine DynamoDB's conflicts: a transaction holds its items for at least
 * so long, and another one that names one of them is refused.
 */
export const startTap = async (holdMs = 0) => {
  const held = new Set<string>();
  const calls: WireCall[] = [];
  let server = '';

  const transact = async (keys: readonly string[], pass: () => Promise<Response>): Promise<Response> => {
    const CancellationReasons = keys.map((key) => ({ Code: held.has(key) ? CONFLICT : 'None' }));
    if (keys.some((key) => held.has(key)))
      return Response.json({ __type: CANCELLED, CancellationReasons }, { status: 400 });
    for (const key of keys) held.add(key);
    const [response] = await Promise.all([pass(), pause(holdMs)]);
    for (const key of keys) held.delete(key);
    return response;
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    const { headers: given, method = 'POST', url: path = '/' } = incoming;
    const bytes = await readBody(incoming, 16 * 1024 * 1024);
    const [body, target] = [bytes.toString(), String(given['x-amz-target'] ?? '')];
    const headers = Object.entries(given).filter((one): one is [string, string] => SENT_ON.test(one[0]));
    const counted = { ...(target === '' ? {} : (JSON.parse(body) as object)), ReturnConsumedCapacity: 'INDEXES' };
    const sent = target.startsWith('DynamoDB_') ? JSON.stringify(counted) : new Uint8Array(Buffer.from(bytes));
    const pass = () =>
      fetch(`${server}${path === '/' ? '' : path}`, { method, headers, ...(method !== 'GET' && { body: sent }) });
    const holds = holdMs > 0 && target.endsWith('.TransactWriteItems');
    const response = await (holds ? transact(writesIn(body).map(keyOf), pass) : pass());
    const answer = Buffer.from(await response.arrayBuffer());
    const operation = target.replace(/^.*\./, '');
    const call = { operation, path, body, answer: answer.toString(), startedAt, endedAt: performance.now() };
    // The embedded bank keeps its ledger in the same table, which no other bank does.
    if (!body.includes('"BANK#')) calls.push(call);
    outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' }).end(answer);
  };

  const listener = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(listener, 0)}`;
  return {
    address,
    /** Forwards to a server from now on, and answers the tap's own address. */
    inFrontOf: (given: string): string => {
      server = given;
      return address;
    },
    /** The calls since it was last asked. */
    takeCalls: (): readonly WireCall[] => calls.splice(0),
    [Symbol.asyncDispose]: () => closeServer(listener, 0),
  };
};

export type Tap = Awaited<ReturnType<typeof startTap>>;

/** The calls by round trip: those that were under way at the same time belong together. */
export const tripsOf = (calls: readonly WireCall[]): readonly (readonly WireCall[])[] => {
  const trips: WireCall[][] = [];
  for (const call of calls.toSorted((one, other) => one.startedAt - other.startedAt)) {
    if (trips.at(-1)?.some(({ endedAt }) => endedAt > call.startedAt)) trips.at(-1)?.push(call);
    else trips.push([call]);
  }
  return trips;
};

/** Milliseconds that a server took for the calls since its tap was last asked, which came one after the other. */
export const takenMs = (tap: Tap): number =>
  tap.takeCalls().reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0);

/** An item, or the key of one, in DynamoDB's typed values. */
export type Item = Readonly<Record<string, { readonly S?: string }>>;

/** The items of a write, or their keys where they are not put whole, condition checks included: they are billed too. */
export const writesIn = (body: string): readonly Item[] => {
  type Action = Readonly<Record<'Key' | 'Item', Item>>;
  const { TransactItems, ...single } = JSON.parse(body) as Action & { TransactItems?: Record<string, Action>[] };
  const actions = TransactItems?.flatMap((one) => Object.values(one)) ?? [single];
  return actions.map(({ Key, Item }) => Item ?? Key);
};

export const keyOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;

/** The write request units of a call as the engine counts them, by `table` and each index. Empty of a read. */
export const writeUnitsOf = ({ operation, answer }: WireCall): readonly (readonly [place: string, units: number])[] => {
  type Units = { readonly CapacityUnits: number };
  type Consumed = { readonly Table?: Units; readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>> };
  if (!/^(?:Transact|Put|Update|Delete)/.test(operation)) return [];
  // A list of a transaction, one object of any other write, and absent from a refusal.
  const { ConsumedCapacity = [] } = JSON.parse(answer) as { ConsumedCapacity?: Consumed | readonly Consumed[] };
  const [{ Table: table, GlobalSecondaryIndexes } = {}] = [ConsumedCapacity].flat();
  return Object.entries({ table, ...GlobalSecondaryIndexes }).map(([place, units]) => [
    place,
    units?.CapacityUnits ?? 0,
  ]);
};
