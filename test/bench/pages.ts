import { gzipSync } from 'node:zlib';
import { createGateway } from '../../infra/local/gateway.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { routeMatcher } from '../../infra/local/routes.ts';
import { samples } from '../unit/pages/page-samples.ts';
import { aimed, fixed, inTurn, median, percentile, print, type Row, timed, total } from './figures.ts';
import { newCaller } from './operations.ts';
import { bundled, newInstance, newTap, type RunSetup, type Stack, startStack } from './run-setup.ts';
import { takenMs } from './tap.ts';

const GZIP_AIM_BYTES = 10_000;
const STEPS = ['page view', '3D start', '3D return', '3D finish', 'result page'] as const;
/** What a page names that a browser loads with it. */
const LOADED = /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc=|<link\b[^>]*\shref=|url\(|@import/g;

const sizeRow = (name: string, language: 'tr' | 'en', markup: string): Row => {
  const [bytes, requests] = [gzipSync(markup).length, 1 + (markup.match(LOADED)?.length ?? 0)];
  const sizes = [Buffer.byteLength(markup), bytes, ...aimed(bytes, GZIP_AIM_BYTES)];
  return [name, language, ...sizes, requests, ...aimed(requests, 1)];
};

const printSizes = (): void => {
  const rows = Object.entries(samples).flatMap(([name, { make }]) =>
    (['tr', 'en'] as const).map((language) => sizeRow(name, language, make(language).markup)),
  );
  const text = `Size of the payer's pages
Bytes of the page and of what goes over the wire; requests are the page itself and what it names.`;
  print(text, 'page, language, raw bytes, gzip bytes, aim, met, requests, aim, met', rows);
};

/** Starts a handler that reads one item and answers an empty page, behind a gateway as the app has it. */
const bareRequest = async (run: RunSetup, stack: Stack): Promise<() => Promise<number>> => {
  const handler = newInstance(run, await bundled(run, 'bare-page.ts'), stack.environmentOf('show-payment-page'));
  const match = routeMatcher([{ routeKey: 'GET /', functionName: 'bare' }]);
  const address = { host: '127.0.0.1', port: 80 };
  const gateway = createGateway(() => ({ address, match, invoke: (_, payload) => handler.invoke(payload) }));
  const url = `http://127.0.0.1:${await listenOnLoopback(gateway, 0)}`;
  run.resources.defer(() => closeServer(gateway, 0));
  return () => timed(async () => (await fetch(url)).text());
};

/** Prints the sizes of the payer's pages, and the time of a payer's way through them beside a bare handler. */
export const pages = async (run: RunSetup): Promise<void> => {
  printSizes();
  const stack = await startStack(run);
  const bank = await newTap(run);
  const prepare = await newCaller(stack, bank.inFrontOf(stack.baseUrl));
  const steps = STEPS.map((name) => async () => {
    const call = await prepare(name);
    bank.takeCalls();
    return (await timed(call)) - takenMs(bank);
  });
  const links = run.amount(150);
  const times = await inTurn([...steps, await bareRequest(run, stack)], links, 5);
  const bareMs = median(times.pop() ?? []);
  const whole = (times[0] ?? []).map((_, round) => total(times.map((ofStep) => ofStep[round] ?? Number.NaN)));
  const rowOf = (name: string, ms: readonly number[], least: number): Row => [
    name,
    ...fixed(median(ms), percentile(ms, 0.9), least, median(ms) / least),
  ];
  const text = `Time of a payer's way through the pages
${links} links paid with 3D over HTTP, without the bank's share, which is measured at the wire, and in turn with the
steps a request to a bare handler (one read, an empty page) behind a gateway of the same kind. No aim is set.`;
  print(text, 'step, p50 ms, p90 ms, bare ms, ratio', [
    ...STEPS.map((name, index) => rowOf(name, times[index] ?? [], bareMs)),
    rowOf('whole path', whole, STEPS.length * bareMs),
  ]);
};
