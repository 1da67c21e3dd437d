import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundles } from './bundles.ts';
import { handlers } from './handlers.ts';
import type { Lab } from './lab.ts';
import { pages } from './pages.ts';
import { splits } from './splits.ts';
import { growth, shards, throughput } from './throughput.ts';
import { trips } from './trips.ts';
import { writes } from './writes.ts';

// `npm run bench` prints what the service costs beside a bare program or an aim. It asserts nothing; the tests do that.
// `npm run bench -- handlers trips --quick` runs two sections only, and shortly.
process.env.TZ = 'UTC';

const all = { bundles, pages, trips, writes, splits, handlers, throughput, shards, growth };
const sections: Readonly<Record<string, (lab: Lab) => Promise<void>>> = all;

const given = process.argv.slice(2);
const names = given.filter((argument) => argument !== '--quick');
const unknown = names.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}.`);
  process.exit(1);
}

const startedAt = performance.now();
const amount: Lab['amount'] = (whole) => (given.includes('--quick') ? Math.ceil(whole / 8) : whole);
const folder = mkdtempSync(join(tmpdir(), 'payment-links-bench-'));
let resources = new AsyncDisposableStack();
const end = async (): Promise<void> => {
  await resources.disposeAsync();
  rmSync(folder, { recursive: true, force: true });
};
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
    void end().finally(() => process.exit(130));
  });
}
try {
  for (const [name, section] of Object.entries(sections)) {
    if (names.length > 0 && !names.includes(name)) continue;
    await section({ amount, folder, resources });
    await resources.disposeAsync();
    resources = new AsyncDisposableStack();
  }
} catch (error) {
  // What a section was waiting for has ended with the resources.
  if (!isInterrupted) throw error;
} finally {
  await end();
}
console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} s.`);
