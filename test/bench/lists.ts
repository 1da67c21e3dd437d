import { apiEvent } from '../support/app/api-event.ts';
import { newDealer, type TestDealer } from '../support/dealer/dealers.ts';
import { callOperation } from '../support/dealer/operation-calls.ts';
import { refuseFailure } from '../support/operation-scene.ts';
import { storeListedPayments } from '../support/payment/listed-payments.ts';
import { fixed, inTurn, median, percentile, print, type Row, total } from './figures.ts';
import { type Taken, taken } from './processor.ts';
import { bundled, newInstance, newTap, type RunSetup, startStack } from './run-setup.ts';
import { tripsOf } from './tap.ts';

type Asks = readonly [name: string, handler: string, entries: number, ask: (dealer: TestDealer) => Promise<unknown>];

const lists: readonly Asks[] = [
  ['500 payments', 'list-payments', 500, (dealer) => callOperation(dealer, 'GetPaymentList', {})],
  ['500 transactions', 'list-transactions', 500, (dealer) => callOperation(dealer, 'GetPaymentTrxList', {})],
  [
    'nothing fits, 5,000',
    'list-payments',
    5000,
    (dealer) => callOperation(dealer, 'GetPaymentList', { PaymentStatus: 4 }),
  ],
];

export const lists_ = async (run: RunSetup): Promise<void> => {
  const [app, store] = [await newTap(run), await newTap(run)];
  const stack = await startStack(run, store);
  const tapped = { ...stack, baseUrl: app.inFrontOf(stack.baseUrl) };
  const untapped = { AWS_ENDPOINT_URL_DYNAMODB: stack.engineEndpoint, AWS_ENDPOINT_URL_KMS: stack.endpoint };
  const bareFolder = await bundled(run, 'bare-calls.ts');
  const rows: Row[] = [];
  for (const [name, handler, entries, ask] of lists) {
    const dealer = await newDealer({ stack: tapped });
    await storeListedPayments(dealer, entries);
    const answer = async () => refuseFailure((await ask(dealer)) as never);
    await answer();
    store.takeCalls();
    app.takeCalls();
    await answer();
    const [request] = app.takeCalls();
    if (request === undefined) throw new Error('The app was not asked.');
    const calls = store.takeCalls();
    const trips = tripsOf(calls).map((trip) => trip.map(({ operation, path, body }) => ({ operation, path, body })));
    const environment: Record<string, string> = { ...stack.environmentOf(handler), ...untapped };
    const own = newInstance(run, environment.LAMBDA_TASK_ROOT ?? '', environment);
    const bare = newInstance(run, bareFolder, environment);
    const event = JSON.stringify(
      apiEvent({ routeKey: `POST ${request.path}`, rawPath: request.path, body: request.body }, '127.0.0.1'),
    );
    const subjects = [
      () =>
        taken(async () => {
          const r = await own.invoke(event);
          if (r.failed) throw new Error(r.payload);
        }),
      () => taken(() => bare.invoke(JSON.stringify({ trips, bankAddress: '' }))),
    ];
    const [all = [], least = []] = await inTurn(subjects, run.amount(entries > 1000 ? 16 : 48), 8);
    const mean = (of: readonly Taken[], field: keyof Taken) => total(of.map((one) => one[field])) / of.length;
    const cpu = (of: readonly Taken[]) => mean(of, 'ownMs') + mean(of, 'engineMs');
    const keysAsked = total(calls.map(({ body }) => (body.match(/"sk":/g) ?? []).length));
    rows.push([
      name,
      trips.length,
      calls.length,
      keysAsked,
      ...fixed(
        mean(all, 'ownMs'),
        mean(all, 'engineMs'),
        mean(least, 'ownMs'),
        mean(least, 'engineMs'),
        median(all.map(({ wallMs }) => wallMs)),
        percentile(
          all.map(({ wallMs }) => wallMs),
          0.99,
        ),
        median(least.map(({ wallMs }) => wallMs)),
        cpu(all) / cpu(least),
      ),
    ]);
  }
  print(
    'Lists\nms',
    'list, trips, calls, keys, own cpu, engine cpu, bare cpu, bare engine, wall, p99, bare wall, ratio',
    rows,
  );
};
