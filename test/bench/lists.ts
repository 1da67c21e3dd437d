import { apiEvent } from '../support/app/api-event.ts';
import { newDealer, type TestDealer } from '../support/dealer/dealers.ts';
import { callOperation } from '../support/dealer/operation-calls.ts';
import { refuseFailure } from '../support/operation-scene.ts';
import { storeListedCustomers, storeListedLinks, storeListedPayments } from '../support/payment/listed-payments.ts';
import { aimed, fixed, inTurn, median, percentile, print, type Row, total } from './figures.ts';
import { type Taken, taken } from './processor.ts';
import { bundled, newInstance, newTap, type RunSetup, startStack } from './run-setup.ts';
import { tripsOf, type WireCall } from './tap.ts';

/** Aims of a page of 500: milliseconds of a processor, with the engine, and of a clock. */
const [PROCESSOR_AIM_MS, PAGE_AIM_MS] = [200, 500];
/** Aim of a list that finds nothing: milliseconds until it says where it goes on. */
const SEARCH_AIM_MS = 1000;
/** Rounds in which the code is compiled. */
const WARM_UP = 12;

interface List {
  readonly handler: string;
  readonly operation: Parameters<typeof callOperation>[1];
  readonly fields?: Readonly<Record<string, number>>;
  readonly aimMs: number;
}

const PAGE = { aimMs: PAGE_AIM_MS };
const PAYMENTS = { handler: 'list-payments', operation: 'GetPaymentList' } as const;
const TRANSACTIONS = { handler: 'list-transactions', operation: 'GetPaymentTrxList' } as const;

/** What a dealer has, and the lists of it that are measured. */
const scenes: readonly {
  readonly store: (dealer: TestDealer) => Promise<unknown>;
  readonly lists: Readonly<Record<string, List>>;
}[] = [
  {
    store: (dealer) => storeListedPayments(dealer, 500),
    lists: {
      '500 direct payments': { ...PAYMENTS, ...PAGE },
      '500 transactions': { ...TRANSACTIONS, ...PAGE },
    },
  },
  { store: (dealer) => storeListedLinks(dealer, 500), lists: { '500 paid links': { ...PAYMENTS, ...PAGE } } },
  {
    store: (dealer) => storeListedCustomers(dealer, 600),
    lists: { '500 of 600 customers': { handler: 'list-customers', operation: 'GetCustomerList', ...PAGE } },
  },
  {
    store: (dealer) => storeListedPayments(dealer, 5000),
    lists: {
      '500 of 5,000 payments': { ...PAYMENTS, ...PAGE },
      'nothing refunded in 5,000': { ...PAYMENTS, fields: { PaymentStatus: 4 }, aimMs: SEARCH_AIM_MS },
      'no failed transaction in 7,500': { ...TRANSACTIONS, fields: { TrxStatus: 2 }, aimMs: SEARCH_AIM_MS },
      'no void among 2,500 captures': { ...TRANSACTIONS, fields: { TrxType: 3 }, aimMs: SEARCH_AIM_MS },
    },
  },
];

const tripsIn = (calls: readonly WireCall[]) =>
  tripsOf(calls).map((trip) => trip.map(({ operation, path, body }) => ({ operation, path, body })));

/** Items that calls ask for by their keys. */
const keysIn = (calls: readonly WireCall[]): number =>
  total(calls.map(({ operation, body }) => (operation === 'BatchGetItem' ? body.split('"sk":').length - 1 : 0)));

const meanOf = (all: readonly Taken[], field: keyof Taken): number => total(all.map((one) => one[field])) / all.length;

/** Prints what lists take of a processor, and how long, beside a program that makes the same reads alone. */
export const lists = async (run: RunSetup): Promise<void> => {
  const [app, store] = [await newTap(run), await newTap(run)];
  const stack = await startStack(run, store);
  const tapped = { ...stack, baseUrl: app.inFrontOf(stack.baseUrl) };
  const untapped = { AWS_ENDPOINT_URL_DYNAMODB: stack.engineEndpoint, AWS_ENDPOINT_URL_KMS: stack.endpoint };
  const bareFolder = await bundled(run, 'bare-calls.ts');
  const rows: Row[] = [];
  for (const scene of scenes) {
    const dealer = await newDealer({ stack: tapped });
    await scene.store(dealer);
    for (const [name, { handler, operation, fields = {}, aimMs }] of Object.entries(scene.lists)) {
      const ask = async () => refuseFailure(await callOperation(dealer, operation, fields));
      await ask();
      for (const tap of [app, store]) tap.takeCalls();
      await ask();
      const [request] = app.takeCalls();
      if (request === undefined) throw new Error('The app was not asked.');
      const { path: rawPath, body } = request;
      const calls = store.takeCalls();
      const environment: Record<string, string> = { ...stack.environmentOf(handler), ...untapped };
      const own = newInstance(run, environment.LAMBDA_TASK_ROOT ?? '', environment);
      const bare = newInstance(run, bareFolder, environment);
      const event = JSON.stringify(apiEvent({ routeKey: `POST ${rawPath}`, rawPath, body }, '127.0.0.1'));
      const bareEvent = JSON.stringify({ trips: tripsIn(calls), bankAddress: '' });
      const asking = (worker: typeof own, payload: string) => () =>
        taken(async () => {
          const { failed, payload: answer } = await worker.invoke(payload);
          if (failed) throw new Error(`${name}: ${answer}`);
        });
      const [all = [], least = []] = await inTurn(
        [asking(own, event), asking(bare, bareEvent)],
        run.amount(64),
        WARM_UP,
      );
      const parts = [meanOf(all, 'ownMs'), meanOf(all, 'engineMs')] as const;
      const bareMs = meanOf(least, 'ownMs') + meanOf(least, 'engineMs');
      const processorMs = total(parts);
      const clock = all.map(({ wallMs }) => wallMs);
      const [half, p99] = [median(clock), percentile(clock, 0.99)];
      const figures = [...parts, processorMs, bareMs].map(Math.round);
      rows.push([
        name,
        tripsOf(calls).length,
        keysIn(calls),
        ...figures,
        ...fixed(processorMs / bareMs),
        ...aimed(processorMs, PROCESSOR_AIM_MS),
        ...[half, p99].map(Math.round),
        ...aimed(p99, aimMs),
      ]);
    }
  }
  const text = `Lists: what they take of a processor, and how long
A worker with the bundled handler, and in turn with it one in which bare clients make the same reads. Milliseconds of a
processor, of the worker and of the engine, mean of ${run.amount(64)} calls; then of a clock.`;
  const columns = 'list, trips, items, worker, engine, both, bare, ratio, aim, met, median, p99, aim, met';
  print(text, columns, rows);
};
