import { bundles } from './bundles.ts';
import { growth } from './growth.ts';
import { handlers } from './handlers.ts';
import { http } from './http.ts';
import { keys } from './keys.ts';
import { type Lab, openLab } from './lab.ts';
import { load } from './load.ts';
import { pages } from './pages.ts';
import { payments } from './payments.ts';
import { fullPlan, quickPlan } from './plan.ts';
import { splits } from './splits.ts';
import { trips } from './trips.ts';

// `npm run bench`: prints what the service costs beside what it aims at. It asserts nothing; the tests do that.
// `npm run bench -- handlers http --quick` runs two sections only, and shortly.
process.env.TZ = 'UTC';

type Section = (lab: Lab) => Promise<void>;

const sections: Readonly<Record<string, Section>> = {
  bundles,
  load,
  pages,
  trips,
  splits,
  handlers,
  http,
  payments,
  growth,
  keys,
};

const given = process.argv.slice(2);
const quick = given.includes('--quick');
const names = given.filter((argument) => argument !== '--quick');
const unknown = names.filter((name) => sections[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}.`);
  process.exit(1);
}

const startedAt = performance.now();
const lab = openLab(quick ? quickPlan : fullPlan);
process.once('SIGINT', () => void lab.close().finally(() => process.exit(130)));
process.once('SIGTERM', () => void lab.close().finally(() => process.exit(143)));
try {
  for (const [name, section] of Object.entries(sections)) {
    if (names.length === 0 || names.includes(name)) await section(lab);
  }
} finally {
  await lab.close();
}
console.log(
  `\nTook ${Math.round((performance.now() - startedAt) / 1000)} s${quick ? ', quickly: the figures say little' : ''}.`,
);
