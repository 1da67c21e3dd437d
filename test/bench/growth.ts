import { rowsOf } from '../support/bank-merchants.ts';
import { engineTable, putRows } from '../support/store.ts';
import { aimed, percentile, print, type Row, timed, timeInTurn } from './figures.ts';
import { withNewKeys } from './handlers.ts';
import { type Lab, startStack } from './lab.ts';
import { newOperations } from './operations.ts';

const RATIO_AIM = 1.1;
const LINKS_AT_ONCE = 6;

const keyOf = ({ pk, sk }: Record<string, unknown>): string => `${String(pk)} ${String(sk)}`;

/** An app with so many links: copies of the rows of one, since the operation would take minutes. */
const appWith = async (lab: Lab, links: number) => {
  const stack = await startStack(lab);
  const operations = await newOperations(stack);
  const before = new Set((await rowsOf(stack)).map(keyOf));
  await (await operations['create link']())();
  const rows = (await rowsOf(stack)).filter((row) => !before.has(keyOf(row)));
  const newRows = withNewKeys(
    JSON.stringify(rows),
    rows.map(({ pk }) => String(pk)),
  );
  const store = engineTable(stack);
  for (let stored = 0; stored < links; stored += LINKS_AT_ONCE) {
    await putRows(store, Array.from({ length: LINKS_AT_ONCE }, () => JSON.parse(newRows()) as never[]).flat());
  }
  return operations;
};

/** Compares the latency of operations on a store with few links and on one with many. */
export const growth = async (lab: Lab): Promise<void> => {
  const { fewLinks, manyLinks, warmUpCalls, handlerCalls } = lab.amounts;
  const apps = [await appWith(lab, fewLinks), await appWith(lab, manyLinks)];
  const rows: Row[] = [];
  for (const name of ['create link', 'get customer'] as const) {
    const subjects = apps.map((operations) => async () => timed(await operations[name]()));
    await timeInTurn(subjects, warmUpCalls);
    const times = await timeInTurn(subjects, handlerCalls);
    for (const share of [0.5, 0.99]) {
      const [few = Number.NaN, many = Number.NaN] = times.map((ofApp) => percentile(ofApp, share));
      const figures = [few, many, many / few].map((value) => value.toFixed(2));
      rows.push([`${name} p${share * 100}`, ...figures, ...aimed(many / few, RATIO_AIM)]);
    }
  }
  print(
    `Latency with ${fewLinks} and with ${manyLinks} links stored`,
    `Two apps with their data on disk, asked over HTTP in turn. Milliseconds of ${handlerCalls} calls each.`,
    [['operation', `${fewLinks} links`, `${manyLinks} links`, 'ratio', 'aim', 'met'], ...rows],
  );
};
