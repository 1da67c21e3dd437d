import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointItem } from '../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { newWebhookSecret } from '../../shared/adapters/webhook/sign-webhook.ts';
import { webhookSecretContext } from '../../shared/ports/vault.ts';
import { vaultOf } from '../support/card/vault.ts';
import { newDealer, type TestDealer } from '../support/dealer/dealers.ts';
import { startWebhookReceiver } from '../support/dealer/webhook-receiver.ts';
import { refuseFailure } from '../support/operation-scene.ts';
import type { SeenRequest } from '../support/store/fault-proxy.ts';
import { putRows } from '../support/store/store.ts';
import { keyOf, writesIn } from '../support/store/written-items.ts';
import { aimed, fixed, inTurn, median, percentile, print, type Row } from './figures.ts';
import { withNewKeys } from './handlers.ts';
import { bundled, newInstance, newTap, type RunSetup, type Stack, startStack } from './run-setup.ts';
import { type Tap, tripsOf, type WireCall } from './tap.ts';

const AT_ONCE = 8;
/** A call of the bare program has its time-out: so many are surely over before. */
const CHAINS_OF_A_CALL = 100;
const POLL_MS = 20;
const QUIET_MS = 250;
const REFUSED = /ConditionalCheckFailed/;
const WRITES = /^(?:TransactWriteItems|PutItem|UpdateItem|DeleteItem)$/;

const NEW_LINK = /"PAY#([a-z2-7]{26})"\},"sk":\{"S":"1#PAYMENT"/;
const OF_LINK = /"(?:PAY|OUTBOX)#([a-z2-7]{26})/g;
/** The last thing that a worker does: it leaves its lane. */
const isLeave = ({ operation, body, answered }: SeenRequest): boolean =>
  answered !== undefined && operation === 'DeleteItem' && body.includes('"LANE#');

/** A way to tell of a new link: who creates it, and the tap before whoever is told. */
interface Way {
  readonly name: string;
  readonly dealer: TestDealer;
  readonly told: Tap;
}

/** Each link goes to a mailbox of its own: one gets ten e-mails a day (rule 43). */
const create = async ({ createLink }: TestDealer): Promise<void> => {
  const OtherTrxCode = randomUUID();
  refuseFailure(await createLink({ OtherTrxCode, Email: `${OtherTrxCode}@example.com` }));
};

const definition = { deliveryMode: 'email' } as const;

const newWays = async (run: RunSetup, stack: Stack, mail: Tap): Promise<readonly Way[]> => {
  const shop = await newTap(run);
  const receiver = await startWebhookReceiver({ shop: () => ({ status: 200 }) });
  run.resources.defer(() => receiver.stop());
  const url = `${shop.inFrontOf(new URL(receiver.at('')).origin)}/shop`;
  const sending = await newDealer({ stack, definition, dealer: { wantedEvents: { messages: ['link.created'] } } });
  // Its links are sent to nobody, so that the endpoint alone is told.
  const asking = await newDealer({
    stack,
    definition: { deliveryMode: 'none' },
    dealer: { wantedEvents: { webhooks: ['link.created'] } },
  });
  const endpoint = { dealerCode: asking.dealer.dealerCode, endpointId: 'shop', version: 1, url, enabled: true };
  const sealed = await vaultOf(stack).seal(newWebhookSecret(), webhookSecretContext(endpoint, 1));
  const eventTypes = ['link.created'] as const;
  await putRows(asking.store, [endpointItem({ ...endpoint, eventTypes, secrets: [{ version: 1, sealed }] })]);
  return [
    { name: 'e-mail of a link', dealer: sending, told: mail },
    { name: 'webhook of a link', dealer: asking, told: shop },
  ];
};

/** Waits until nothing more is asked of a server. */
const quiet = async ({ count }: Tap): Promise<void> => {
  for (let before = -1; before < count(); await pause(QUIET_MS)) before = count();
};

/** Milliseconds until so many were told. What was begun has ended afterwards. */
const untilTold = async ({ take, reached }: Tap, count: number, begin: () => Promise<unknown>): Promise<number> => {
  take();
  let ms = Number.NaN;
  const begun = performance.now();
  await Promise.all([
    begin(),
    reached('', count).then(() => {
      ms = performance.now() - begun;
    }),
  ]);
  return ms;
};

/** Has so many links created, eight at once. */
const createMany = async (dealer: TestDealer, count: number): Promise<void> => {
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await create(dealer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
};

const changes = ({ operation }: WireCall): boolean => operation === '' || WRITES.test(operation);

/** The calls of several functions by round trip: reads side by side as they were, and nothing beside a write or a telling. */
const chainOf = (calls: readonly WireCall[]): readonly (readonly WireCall[])[] => {
  const inOrder = calls.toSorted((one, other) => one.startedAt - other.startedAt);
  const runs: WireCall[][] = [];
  for (const call of inOrder) {
    const last = runs.at(-1);
    if (last === undefined || changes(call) || last.some(changes)) runs.push([call]);
    else last.push(call);
  }
  return runs.flatMap(tripsOf);
};

/** Answers every call by which one link is created and told, trip by trip, with keys of its own each time. */
const newChains = async ({ dealer, told }: Way, taps: readonly Tap[]): Promise<() => string> => {
  const tellOne = async (): Promise<void> => {
    await untilTold(told, 1, () => create(dealer));
    while (!taps.some((tap) => tap.seen().some(isLeave))) await pause(POLL_MS);
    for (const tap of taps) await quiet(tap);
  };
  await tellOne();
  for (const tap of taps) tap.takeCalls();
  await tellOne();
  const all = [told, ...taps].flatMap((tap) => tap.takeCalls());
  const payment = all.map(({ body }) => NEW_LINK.exec(body)?.[1]).find(Boolean) ?? '';
  // A machine under load may still have been at work for the link before.
  const own = all.filter(({ body }) => [...body.matchAll(OF_LINK)].every(([, name]) => name === payment));
  // The report of the mail service may come before the answer to the call is written, and refuses that write.
  const calls = own.filter(({ answer }) => !REFUSED.test(answer));
  const written = calls.flatMap(({ operation, body }) => (WRITES.test(operation) ? writesIn(body) : []));
  const sent = chainOf(calls).map((trip) => trip.map(({ operation, path, body }) => ({ operation, path, body })));
  return withNewKeys(
    // Rows of another name: the app would tell of an event that it finds in its own outbox.
    JSON.stringify(sent).replaceAll('OUTBOX#', 'BARE#'),
    written.map(({ pk }) => pk?.S ?? ''),
  );
};

/** The round trips and the writes of a creation, whatever is asked of the store after its answer. */
const costOfCreation = async (dealer: TestDealer, store: Tap, calls: number) => {
  const costs: (readonly [trips: number, writes: number])[] = [];
  for (let made = 0; made < calls; made += 1) {
    await quiet(store);
    store.takeCalls();
    await create(dealer);
    const answeredAt = performance.now();
    const before: WireCall[] = store.takeCalls().filter(({ startedAt }) => startedAt < answeredAt);
    const writes = before.filter(({ operation }) => WRITES.test(operation)).flatMap(({ body }) => writesIn(body));
    costs.push([tripsOf(before).length, new Set(writes.map(keyOf)).size]);
  }
  return [median(costs.map(([trips]) => trips)), median(costs.map(([, writes]) => writes))] as const;
};

/** Prints how soon and how often payers and dealers are told of new links, and what that adds to a creation. */
export const deliveries = async (run: RunSetup): Promise<void> => {
  const [links, atOnce] = [run.amount(200), run.amount(400)];
  const [store, keyService, mail] = [await newTap(run), await newTap(run), await newTap(run)];
  const stack = await startStack(run, store, keyService, mail);
  const silent = await newDealer({ stack, definition });
  const bare = newInstance(run, await bundled(run, 'bare-chains.ts'), stack.environmentOf('deliver'));
  const [times, rates, costs]: [Row[], Row[], Row[]] = [[], [], []];
  const [silentTrips, silentWrites] = await costOfCreation(silent, store, 5);
  for (const way of await newWays(run, stack, mail)) {
    const { name, dealer, told } = way;
    const nextChain = await newChains(way, [store, keyService]);
    const replay = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= CHAINS_OF_A_CALL) {
        const chains = Array.from({ length: Math.min(left, CHAINS_OF_A_CALL) }, nextChain).join();
        const event = `{"chains":[${chains}],"atOnce":${AT_ONCE},"bankAddress":"${told.address}"}`;
        const { failed, payload } = await bare.invoke(event);
        if (failed) throw new Error(`${name}: ${payload}`);
      }
    };
    const subjects = [() => replay(1), () => create(dealer)].map((tell) => () => untilTold(told, 1, tell));
    const [bareMs = [], ms = []] = await inTurn(subjects, links, 10);
    const figures = [0.5, 0.99].map((share) => [percentile(bareMs, share), percentile(ms, share)] as const);
    times.push([name, ...figures.flatMap(([least, own]) => fixed(least, own, own / least))]);
    const bareSeconds = (await untilTold(told, atOnce, () => replay(atOnce))) / 1000;
    const seconds = (await untilTold(told, atOnce, () => createMany(dealer, atOnce))) / 1000;
    rates.push([name, ...fixed(atOnce / bareSeconds, atOnce / seconds, bareSeconds / seconds)]);
    const [trips, writes] = await costOfCreation(dealer, store, 5);
    const extra = trips - silentTrips;
    costs.push([name, silentTrips, trips, extra, ...aimed(extra, 0), silentWrites, writes]);
  }
  const timesText = `From the call that creates a link to the call that tells of it
One after the other, over HTTP, beside a program that makes the same calls of creation, fan-out and delivery, trip by
trip. Milliseconds of ${links} links. On one machine the stream is read every 200 ms. No aim is set.`;
  print(timesText, 'told by, bare p50, p50, ratio, bare p99, p99, ratio', times);
  const ratesText = `Links created and told of in a second
${atOnce} links, ${AT_ONCE} created at once, until the last one was told, beside the same calls ${AT_ONCE} links at once.`;
  print(ratesText, 'told by, bare/s, told/s, ratio', rates);
  const costsText = `What telling adds to the creation of a link
Round trips to DynamoDB before the answer, and items written in them, of a dealer whose links nobody is told of and of
one whose links somebody is. Aim: no trip, since the event is written in the transaction of the link.`;
  print(costsText, 'told by, trips, told, more, aim, met, items, told', costs);
};
