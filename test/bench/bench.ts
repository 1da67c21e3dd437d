import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser } from './browser.ts';
import { bundles } from './bundles.ts';
import { cost } from './cost.ts';
import { deliveries } from './deliveries.ts';
import { desk } from './desk.ts';
import { handlers } from './handlers.ts';
import { lists } from './lists.ts';
import { noon } from './noon.ts';
import { outage } from './outage.ts';
import { pages } from './pages.ts';
import { recurring } from './recurring.ts';
import type { RunSetup } from './run-setup.ts';
import { splits } from './splits.ts';
import { trips, writes } from './store-calls.ts';
import { stream } from './stream.ts';
import { growth, shards, throughput } from './throughput.ts';
import { viral } from './viral.ts';

// `npm run bench` prints what the service costs beside a bare program or an aim. It asserts nothing; the tests do that.
// `npm run bench -- handlers trips --quick` runs two sections only, and shortly.
process.env.TZ = 'UTC';

const sections = {
  bundles,
  pages,
  browser,
  trips,
  writes,
  splits,
  handlers,
  lists,
  throughput,
  shards,
  growth,
  stream,
  deliveries,
  cost,
  desk,
  outage,
  recurring,
  noon,
  viral,
};

/** They take half an hour. */
const ONLY_BY_NAME: readonly string[] = ['noon'];

const given = process.argv.slice(2);
const names = given.filter((argument) => argument !== '--quick');
const unknown = names.filter((name) => !(name in sections));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}.`);
const isQuick = given.includes('--quick');
const amount: RunSetup['amount'] = (whole) => (isQuick ? Math.ceil(whole / 8) : whole);
const folder = mkdtempSync(join(tmpdir(), 'payment-links-bench-'));
// An engine ends with the process that started it, and may write until then.
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

for (const [name, section] of Object.entries(sections)) {
  if (names.length === 0 ? ONLY_BY_NAME.includes(name) : !names.includes(name)) continue;
  await using resources = new AsyncDisposableStack();
  await section({ amount, isQuick, folder, resources });
}
console.log(`\nTook ${Math.round(performance.now() / 1000)} s.`);
