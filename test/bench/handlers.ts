import { randomBytes, randomUUID } from 'node:crypto';
import type { FunctionWorker } from '../../infra/local/workers.ts';
import { apiEvent } from '../support/app/api-event.ts';
import { isPut, writesIn } from '../support/store/written-items.ts';
import { aimed, fixed, inTurn, median, percentile, print, type Row, timed } from './figures.ts';
import { newCaller, operations } from './operations.ts';
import { bundled, newInstance, newTap, type RunSetup, startStack } from './run-setup.ts';
import { takenMs, tripsOf, type WireCall } from './tap.ts';

const RATIO_AIM = 1.3;
const PUTS = /^(?:TransactWriteItems|PutItem)$/;

/** Answers a text again and again with other ends of the keys in it, of the same length, so that each is stored anew. */
export const withNewKeys = (text: string, keys: readonly string[]): (() => string) => {
  const ends = [...new Set(keys.map((key) => key.slice(-12)))];
  const newEnd = (): string => randomBytes(6).toString('hex').toUpperCase();
  return () => ends.reduce((changed, end) => changed.replaceAll(end, newEnd()), text);
};

/** Makes the same text about another payment than the one that it was taken of. */
const renamed = (text: string, names: readonly string[], others: readonly string[]): string =>
  names.reduce((changed, name, index) => changed.replaceAll(name, others[index] ?? name), text);

const tripsIn = (calls: readonly WireCall[]) =>
  tripsOf(calls).map((trip) => trip.map(({ operation, path, body }) => ({ operation, path, body })));

interface PutAction {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeValues?: object;
}

/**
 * A put on a condition about the item that it replaces, put where nothing stands: the bare call is made again and again,
 * but an item has a version only once.
 */
const putAnew = <Action extends PutAction>({ ExpressionAttributeValues, ...put }: Action) =>
  ExpressionAttributeValues === undefined
    ? put
    : { ...put, ConditionExpression: 'attribute_not_exists(#pk)', ExpressionAttributeNames: { '#pk': 'pk' } };

const withPutsAnew = (call: WireCall): WireCall => {
  if (call.operation !== 'TransactWriteItems') return call;
  const { TransactItems, ...others } = JSON.parse(call.body) as { TransactItems: readonly { Put?: PutAction }[] };
  const actions = TransactItems.map((action) => (action.Put === undefined ? action : { Put: putAnew(action.Put) }));
  return { ...call, body: JSON.stringify({ ...others, TransactItems: actions }) };
};

/** Answers events in which a bare handler makes the calls of an operation, each with keys of its own. */
const bareEvents = (calls: readonly WireCall[], bankAddress: string): (() => string) => {
  // An item that is put is stored under a new key; one that is updated is there under its own. An order is paid once.
  const written = calls.flatMap(({ operation, body }) => (PUTS.test(operation) ? writesIn(body) : []));
  const orderIds = calls.flatMap(({ body }) => /(?<=<OrderId>)[^<]+/.exec(body)?.[0] ?? []);
  const keys = [...written.filter(isPut).map(({ pk }) => pk?.S ?? ''), ...orderIds];
  return withNewKeys(JSON.stringify({ trips: tripsIn(calls.map(withPutsAnew)), bankAddress }), keys);
};

const eventOf = ({ path, body }: Pick<WireCall, 'path' | 'body'>): string => {
  const [, token] = /^\/pay\/([^/]+)\//.exec(path) ?? [];
  const pathParameters = token === undefined ? {} : { token };
  // The address that the requests over HTTP came from, so that a new link forgets what it did.
  return JSON.stringify(apiEvent({ routeKey: `POST ${path}`, rawPath: path, pathParameters, body }, '127.0.0.1'));
};

/** A code for what a request creates, which is refused under a known one. Customers that are there have short codes. */
const withNewCode = (body: string): string =>
  body.replace(/(?<="OtherTrxCode":")[^"]+|(?<="CustomerCode":")[\da-f-]{36}/, randomUUID());

/** Compares the time of a warm handler with that of the requests it makes, on the same engine. */
export const handlers = async (run: RunSetup): Promise<void> => {
  const [handlerCalls, paymentCalls] = [run.amount(1500), run.amount(400)];
  const [app, bank, store, keyService] = [await newTap(run), await newTap(run), await newTap(run), await newTap(run)];
  const stack = await startStack(run, store, keyService);
  const tapped = { ...stack, baseUrl: app.inFrontOf(stack.baseUrl) };
  const prepare = await newCaller(tapped, bank.inFrontOf(stack.baseUrl));
  const untapped = { AWS_ENDPOINT_URL_DYNAMODB: stack.engineEndpoint, AWS_ENDPOINT_URL_KMS: stack.endpoint };
  const bareFolder = await bundled(run, 'bare-calls.ts');
  const rows: Row[] = [];
  for (const [name, { handler, payment }] of operations) {
    if (handler === undefined) continue;
    await (await prepare(name))();
    const call = await prepare(name);
    for (const tap of [app, bank, store, keyService]) tap.takeCalls();
    await call();
    const { names } = call;
    const [request] = app.takeCalls();
    if (request === undefined) throw new Error('The app was not asked.');
    const calls = [bank, store, keyService].flatMap((tap) => tap.takeCalls());
    const bareEvent = bareEvents(calls, bank.address);
    const environment: Record<string, string> = { ...stack.environmentOf(handler), ...untapped };
    const instance = newInstance(run, environment.LAMBDA_TASK_ROOT ?? '', environment);
    const bare = newInstance(run, bareFolder, environment);
    const timeOf = async (worker: FunctionWorker, event: string): Promise<number> => {
      const ms = await timed(async () => {
        const { failed, payload } = await worker.invoke(event);
        if (failed || /\\"Data\\":null|IsSuccessful\\":false/.test(payload)) throw new Error(`${name}: ${payload}`);
      });
      return ms - takenMs(bank);
    };
    /** What an operation about a payment asks, and bare clients in its place, is about a new one each time. */
    const aboutAnother = async (text: string): Promise<string> => {
      const { names: others = [] } = await prepare(name);
      bank.takeCalls();
      return renamed(text, names ?? [], others);
    };
    const bareText = JSON.stringify({ trips: tripsIn(calls), bankAddress: bank.address });
    const subjects = [
      async () =>
        timeOf(
          instance,
          names ? await aboutAnother(eventOf(request)) : eventOf({ ...request, body: withNewCode(request.body) }),
        ),
      async () => timeOf(bare, names ? await aboutAnother(bareText) : bareEvent()),
      () => timeOf(bare, '{"trips":[]}'),
    ];
    const rounds = payment === undefined && names === undefined ? handlerCalls : paymentCalls;
    const times = await inTurn(subjects, rounds, run.amount(250));
    const [all = [], bareMs = [], emptyMs = []] = times;
    const [own, least] = [median(all) - median(emptyMs), median(bareMs) - median(emptyMs)];
    const p99 = percentile(all, 0.99) - median(emptyMs);
    rows.push([name, ...fixed(least, own, own - least, p99, own / least), ...aimed(own / least, RATIO_AIM)]);
  }
  const text = `A handler's time beside its bare requests
A worker with the bundled handler, and in turn with it one in which bare clients make the same
requests with items of the same size. The time of a call that does nothing and the bank's share are left out.
Milliseconds, median of ${handlerCalls} calls, of the payments and what follows them ${paymentCalls}.`;
  print(text, 'operation, bare, handler, more, handler p99, ratio, aim, met', rows);
};
