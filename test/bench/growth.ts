import { inChild } from './child.ts';
import { type GrowthTimes, measure } from './growth-child.ts';
import type { Lab, RunningStack } from './lab.ts';
import { heading, table, within } from './report.ts';
import { type SampleName, type Scene, setScene } from './scene.ts';
import { percentile } from './statistics.ts';
import { storeLinks } from './stored-links.ts';

const RATIO_AIM = 1.1;

const compared = ['create link', 'get customer'] as const satisfies readonly SampleName[];

interface Store {
  readonly stack: RunningStack;
  readonly scene: Scene;
}

async function storeWith(lab: Lab, links: number): Promise<Store> {
  const stack = await lab.startStack();
  const scene = await setScene(stack);
  await storeLinks(stack, scene, links);
  return { stack, scene };
}

/** Compares the latency of operations on a store with few links and on one with many. */
export async function growth(lab: Lab): Promise<void> {
  const { storedLinks, warmUpCalls, growthCalls: calls } = lab.plan;
  const startedAt = performance.now();
  const few = await storeWith(lab, storedLinks.few);
  const many = await storeWith(lab, storedLinks.many);
  const loadedInS = ((performance.now() - startedAt) / 1000).toFixed(0);
  const measured: (readonly [SampleName, GrowthTimes])[] = [];
  for (const name of compared) {
    measured.push([name, await inChild('growth-child.ts', measure, { name, few, many, warmUpCalls, calls })]);
  }
  const [fewText, manyText] = [storedLinks.few.toLocaleString('en'), storedLinks.many.toLocaleString('en')];
  heading(`Latency with ${fewText} and with ${manyText} links stored`, [
    `Two stores on disk with links of one dealer (loaded in ${loadedInS} s), the bundled handler called on the one and the`,
    `other in turn. Milliseconds of ${calls} calls each.`,
  ]);
  const row = (name: string, share: number, { few: fewTimes, many: manyTimes }: GrowthTimes): string[] => {
    const [atFew, atMany] = [percentile(fewTimes, share), percentile(manyTimes, share)];
    const ratio = atMany / atFew;
    const cells = [atFew.toFixed(2), atMany.toFixed(2), ratio.toFixed(2)];
    return [`${name} p${share * 100}`, ...cells, RATIO_AIM.toFixed(2), within(ratio, RATIO_AIM)];
  };
  table(
    ['operation', fewText, manyText, 'ratio', 'aim', 'met'],
    measured.flatMap(([name, times]) => [row(name, 0.5, times), row(name, 0.99, times)]),
  );
}
