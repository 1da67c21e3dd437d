import { randomBytes, randomUUID } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { FunctionWorker } from '../../infra/local/workers.ts';
import { apiEvent } from '../support/api-event.ts';
import { startTap, takenMs, tripsOf, type WireCall, writesIn } from '../support/wire-tap.ts';
import type { BareCall } from './bare-calls.ts';
import { aimed, fixed, median, percentile, print, type Row, timed, timeInTurn } from './figures.ts';
import { bundled, type Lab, newInstance, startStack } from './lab.ts';
import { newOperations } from './operations.ts';

const RATIO_AIM = 1.3;
const COMPARED = [
  ['create link', 'create-payment-request'],
  ['get sale', 'get-sale'],
  ['get customer', 'get-customer'],
  ['direct payment', 'make-direct-payment'],
  ['direct payment, limits set', 'make-direct-payment'],
] as const;

/** Puts plain values where a call on the wire has DynamoDB's typed ones: the document client takes plain ones. */
const plain = (value: unknown, name = ''): unknown => {
  if (['Item', 'Key', 'ExpressionAttributeValues'].includes(name)) return unmarshall(value as never);
  if (Array.isArray(value)) return value.map((one) => plain(one, name === 'Keys' ? 'Key' : ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, member]) => [inner, plain(member, inner)]));
};

const bareCall = ({ operation, path, body }: WireCall, bank: string): BareCall => {
  // The client makes a new token: a transaction with the token of another one would be taken for its repeat.
  const { ClientRequestToken: _, ...input } = operation === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
  return { operation, input: plain(input) as object, address: `${bank}${path}`, body };
};

/** Answers a text again and again with other ends of the keys in it, of the same length, so that each is stored anew. */
export const withNewKeys = (text: string, keys: readonly string[]): (() => string) => {
  const ends = [...new Set(keys.map((key) => key.slice(-12)))];
  const newEnd = (): string => randomBytes(6).toString('hex').toUpperCase();
  return () => ends.reduce((changed, end) => changed.replaceAll(end, newEnd()), text);
};

/** The event in which a bare handler makes the calls of an operation, each time with keys of its own. */
const bareEvents = (calls: readonly WireCall[], bank: string): (() => string) => {
  const transactions = calls.filter(({ operation }) => operation === 'TransactWriteItems');
  // An item that is put is stored under a new key; one that is updated is there under its own alone.
  const put = transactions.flatMap(({ body }) => writesIn(body)).filter((item) => Object.keys(item).length > 2);
  const trips = tripsOf(calls).map((trip) => trip.map((call) => bareCall(call, bank)));
  // The bank takes one payment for an order.
  const orderIds = calls.flatMap(({ body }) => /(?<=<OrderId>)[^<]+/.exec(body)?.[0] ?? []);
  const keys = [...put.map(({ pk }) => pk?.S ?? ''), ...orderIds];
  return withNewKeys(JSON.stringify({ trips }), keys);
};

const eventOf = ({ path, body }: WireCall): string => {
  const newBody = body.replace(/(?<="OtherTrxCode":")[^"]+/, randomUUID());
  return JSON.stringify(apiEvent({ routeKey: `POST ${path}`, rawPath: path, body: newBody }));
};

/** Compares the time of a warm handler with that of the requests it makes, on the same engine. */
export const handlers = async (lab: Lab): Promise<void> => {
  const [handlerCalls, paymentCalls] = [lab.amount(1500), lab.amount(400)];
  const newTap = async () => lab.resources.use(await startTap());
  const [app, bank, store, keyService] = [await newTap(), await newTap(), await newTap(), await newTap()];
  const stack = await startStack(lab, store, keyService);
  const bareFolder = await bundled(lab, 'bare-calls.ts');
  const baseUrl = app.inFrontOf(stack.baseUrl);
  const operations = await newOperations({ ...stack, baseUrl }, bank.inFrontOf(stack.baseUrl));
  const untapped = { AWS_ENDPOINT_URL_DYNAMODB: stack.engineEndpoint, AWS_ENDPOINT_URL_KMS: stack.endpoint };
  const rows: Row[] = [];
  for (const [name, functionName] of COMPARED) {
    for (let round = 0; round < 2; round += 1) {
      for (const tap of [app, bank, store, keyService]) tap.takeCalls();
      await (await operations[name]())();
    }
    const [request] = app.takeCalls();
    if (request === undefined) throw new Error('The app was not asked.');
    const calls = [bank, store, keyService].flatMap((tap) => tap.takeCalls());
    const bareEvent = bareEvents(calls, bank.address);
    const environment: Record<string, string> = { ...stack.environmentOf(functionName), ...untapped };
    const instance = newInstance(lab, environment.LAMBDA_TASK_ROOT ?? '', environment);
    const bare = newInstance(lab, bareFolder, environment);
    const timeOf = async (worker: FunctionWorker, event: string): Promise<number> => {
      const ms = await timed(async () => {
        const { failed, payload } = await worker.invoke(event);
        if (failed || /\\"Data\\":null|IsSuccessful\\":false/.test(payload)) throw new Error(`${name}: ${payload}`);
      });
      return ms - takenMs(bank);
    };
    const subjects = [
      () => timeOf(instance, eventOf(request)),
      () => timeOf(bare, bareEvent()),
      () => timeOf(bare, '{"trips":[]}'),
    ];
    await timeInTurn(subjects, lab.amount(250));
    const times = await timeInTurn(subjects, name.startsWith('direct') ? paymentCalls : handlerCalls);
    const [all = [], bareMs = [], emptyMs = []] = times;
    const [own, least] = [median(all) - median(emptyMs), median(bareMs) - median(emptyMs)];
    const p99 = percentile(all, 0.99) - median(emptyMs);
    rows.push([name, ...fixed(least, own, own - least, p99, own / least), ...aimed(own / least, RATIO_AIM)]);
  }
  print(
    "A handler's time beside its bare requests",
    'A worker with the bundled handler, and in turn with it one in which clients of the same settings make the same\n' +
      "requests with items of the same size. The time of a call that does nothing and the bank's share are left out.\n" +
      `Milliseconds, median of ${handlerCalls} calls, of the payments ${paymentCalls}.`,
    'operation, bare, handler, more, handler p99, ratio, aim, met',
    rows,
  );
};
