import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleSettings } from '../../infra/bundle.ts';
import { forgetWhatAddressDid, newBankDealer } from '../support/bank-merchants.ts';
import { type BankTap, startBankTap } from './bank-tap.ts';
import type { BareGatewayOrder } from './bare-gateway-main.ts';
import type { Lab, RunningStack } from './lab.ts';
import { pageSizes } from './page-sizes.ts';
import { WALK_REQUESTS, type WalkTimes, walk } from './payer-walk.ts';
import { heading, table, within } from './report.ts';
import { median, percentile } from './statistics.ts';

const GZIP_AIM_BYTES = 10_000;
const REQUESTS_AIM = 1;
/** An address may begin thirty attempts in ten minutes (rule 33). */
const WALKS_BEFORE_FORGETTING = 25;
/** The cards of a walk may each be used ten times in ten minutes with one dealer (rule 33). */
const WALKS_OF_A_DEALER = 100;
const WARM_UP_WALKS = 3;

async function sizes(stack: RunningStack): Promise<void> {
  heading("Size of the payer's pages", [
    'Bytes of the page and of what goes over the wire; requests are those of the page itself and of what it names.',
  ]);
  table(
    ['page', 'language', 'raw bytes', 'gzip bytes', 'aim', 'met', 'requests', 'aim', 'met'],
    (await pageSizes(stack)).map(({ name, language, rawBytes, gzipBytes, requests }) => [
      name,
      language,
      String(rawBytes),
      String(gzipBytes),
      String(GZIP_AIM_BYTES),
      within(gzipBytes, GZIP_AIM_BYTES),
      String(requests),
      String(REQUESTS_AIM),
      within(requests, REQUESTS_AIM),
    ]),
  );
}

/** The bare handler behind a gateway of its own, in a process of its own. */
async function startBarePage(lab: Lab, stack: RunningStack): Promise<string> {
  const codeFolder = lab.folder('bare-page');
  const entryPoint = fileURLToPath(new URL('bare-page.ts', import.meta.url));
  await build({ ...bundleSettings, entryPoints: [entryPoint], outfile: join(codeFolder, 'index.js') });
  const environment = stack.environments['show-payment-page'] ?? {};
  const order: BareGatewayOrder = { codeFolder, logFolder: lab.folder('bare-page-log'), environment };
  const { baseUrl } = await lab.startProcess<{ baseUrl: string }>('bare-gateway-main.ts', order);
  return baseUrl;
}

const bareRequest = async (url: string): Promise<number> => {
  const startedAt = performance.now();
  const response = await fetch(url);
  await response.text();
  if (response.status !== 200) throw new Error(`The bare handler answered ${response.status}.`);
  return performance.now() - startedAt;
};

interface Measured {
  readonly walks: readonly WalkTimes[];
  /** Milliseconds of one request to the bare handler, the sum of which over a path stands beside each walk. */
  readonly bare: readonly (readonly number[])[];
}

async function measure(
  stack: RunningStack,
  bareUrl: string,
  options: { walks: number; tap: BankTap },
): Promise<Measured> {
  const walks: WalkTimes[] = [];
  const bare: number[][] = [];
  let dealer = await newBankDealer({ stack, pos: { gateway: options.tap.endpoint } });
  for (let round = 0; round < options.walks + WARM_UP_WALKS; round += 1) {
    if (round % WALKS_BEFORE_FORGETTING === 0) await forgetWhatAddressDid(dealer);
    if (round % WALKS_OF_A_DEALER === WALKS_OF_A_DEALER - 1) {
      dealer = await newBankDealer({ stack, pos: { gateway: options.tap.endpoint } });
      await walk(dealer, options.tap, round);
    }
    const times = await walk(dealer, options.tap, round);
    const bareMs: number[] = [];
    for (let request = 0; request < WALK_REQUESTS; request += 1) bareMs.push(await bareRequest(bareUrl));
    if (round < WARM_UP_WALKS) continue;
    walks.push(times);
    bare.push(bareMs);
  }
  return { walks, bare };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function report({ walks, bare }: Measured): void {
  const one = median(bare.flat());
  const row = (name: string, times: readonly number[], bareMs: number): string[] => [
    name,
    median(times).toFixed(2),
    percentile(times, 0.9).toFixed(2),
    bareMs.toFixed(2),
    (median(times) / bareMs).toFixed(2),
  ];
  table(
    ['step', 'p50 ms', 'p90 ms', 'bare ms', 'ratio'],
    [
      row(
        'page view',
        walks.map(({ viewMs }) => viewMs),
        one,
      ),
      row(
        'pay, to the hand-over page',
        walks.map(({ payMs }) => payMs),
        one,
      ),
      row(
        "callback and result, without the bank's share",
        walks.map(({ finishMs }) => finishMs),
        2 * one,
      ),
      row(
        "whole path, without the bank's share",
        walks.map(({ viewMs, payMs, finishMs }) => viewMs + payMs + finishMs),
        median(bare.map(sum)),
      ),
    ],
  );
}

/** Measures the payer's pages: their size, and the time of a payer's way through them beside a bare handler. */
export async function pages(lab: Lab): Promise<void> {
  const stack = await lab.sharedStack();
  await sizes(stack);
  const tap = await startBankTap(stack.baseUrl);
  try {
    const bareUrl = await startBarePage(lab, stack);
    const measured = await measure(stack, bareUrl, { walks: lab.plan.walks, tap });
    heading("Time of a payer's way through the pages", [
      `${lab.plan.walks} links paid with 3D over HTTP: page, card, hand-over, bank, callback, result. What the bank takes is measured`,
      'at the wire and left out. In turn with each, four requests to a bare handler (one read, an empty page) behind a',
      'gateway of the same kind; the ratio is to as many of them as the step has requests. No aim is set.',
    ]);
    report(measured);
  } finally {
    await tap.stop();
  }
}
