import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleSettings } from '../../infra/bundle.ts';
import { startBankTap } from './bank-tap.ts';
import { inChild } from './child.ts';
import { type HandlerTimes, measure } from './handlers-child.ts';
import type { Lab } from './lab.ts';
import { heading, table, within } from './report.ts';
import { type SampleName, setScene } from './scene.ts';
import { median, percentile } from './statistics.ts';

const RATIO_AIM = 1.3;

const compared = [
  'create link',
  'get sale',
  'get customer',
  'direct payment',
  'direct payment, limits set',
] as const satisfies readonly SampleName[];

/** Compares the time of a warm handler with that of the requests it makes, on the same engine. */
export async function handlers(lab: Lab): Promise<void> {
  const stack = await lab.sharedStack();
  const bareBundle = join(lab.folder('bare-calls'), 'index.cjs');
  const entryPoint = fileURLToPath(new URL('bare-calls.ts', import.meta.url));
  await build({ ...bundleSettings, entryPoints: [entryPoint], outfile: bareBundle });
  const { warmUpCalls, handlerCalls, paymentCalls } = lab.plan;
  const tap = await startBankTap(stack.baseUrl);
  const measured: (readonly [SampleName, HandlerTimes])[] = [];
  try {
    const scene = await setScene(stack, tap.endpoint);
    const bank = { gateway: tap.endpoint, takeAddress: tap.takeAddress };
    for (const name of compared) {
      const calls = name.startsWith('direct payment') ? paymentCalls : handlerCalls;
      const input = { stack, scene, name, bareBundle, bank, warmUpCalls, calls };
      measured.push([name, await inChild('handlers-child.ts', measure, input)]);
    }
  } finally {
    await tap.stop();
  }
  heading("A handler's time beside its bare requests", [
    'The bundled handler is called with an event of payload format 2.0, and bundled clients of the same settings make',
    'the same requests of store, key service and bank with items of the same size on the same engine, in turn, in one',
    "process. What the bank takes is measured at the wire and left out of both. With limits set, the dealer's and the",
    `card's budget are taken. Milliseconds, median of ${handlerCalls} calls, of the payments ${paymentCalls}. Dealer, definition and data key are at hand.`,
  ]);
  table(
    ['operation', 'bare', 'handler', 'more', 'handler p99', 'ratio', 'aim', 'met'],
    measured.map(([name, { handler, bare }]) => {
      const ratio = median(handler) / median(bare);
      return [
        name,
        median(bare).toFixed(2),
        median(handler).toFixed(2),
        (median(handler) - median(bare)).toFixed(2),
        percentile(handler, 0.99).toFixed(2),
        ratio.toFixed(2),
        RATIO_AIM.toFixed(2),
        within(ratio, RATIO_AIM),
      ];
    }),
  );
}
