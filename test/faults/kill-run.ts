import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalStageBuild } from '../../infra/local/build-cache.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { readBankOrder } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { isOfLink } from '../../shared/domain/attempt/attempt.ts';
import { isQueued } from '../../shared/domain/attempt/states.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { formFields, NO } from '../../shared/pages/form-fields.ts';
import { type BankDealer, newBankDealer, rowsOf, simple } from '../support/bank/bank-merchants.ts';
import { hasFormFor, openPage, type PayerPage, payWith, throughBank } from '../support/payment/payer.ts';
import { linksAmong } from '../support/payment/stored-payments.ts';
import { bookedOrder } from './bank/booked-order.ts';
import { checkBudget, checkLedgers, checkQueue, checkSecrets, checkSteps, demand } from './invariants.ts';
import { KilledApp } from './killed-app.ts';
import { attemptsIn, dueTimesIn, stepsIn } from './payments-in.ts';
import { Seeded } from './seeded.ts';
import { Tally } from './tally.ts';

const LINKS_PER_LIFE = 10;
const LANES = 4;
const LATEST_KILL_MS = 150;
const MAX_SETTLE_RUNS = 60;
const LEAST_STRIDE_MS = 3 * 3_600_000;
const OVER_A_WINDOW_MS = 11 * 60_000;

/** Cards whose answers are held for 25 s are left to the seeded runs, which need no real time. */
const CARDS = [
  'approved',
  'frictionless',
  'approved-mastercard',
  'frictionless',
  'insufficient-funds',
  'error-after-charge',
  'error-before-charge',
  'other-amount',
  'truncated',
  'void-refused',
  'void-unclear',
  '3d-failed',
] as const;

/** What a payer has seen at the end; nothing if the app died before. */
type Told = 'paid' | 'declined' | 'something else' | 'nothing';

interface PaidLink {
  readonly url: string;
  told: Told;
}

const seen = (page: PayerPage): Told => {
  if (page.forms.some(({ fields }) => fields.some(([name, value]) => name === 'resultCode' && value === '')))
    return 'paid';
  return hasFormFor(page, 'pay') ? 'declined' : 'something else';
};

/** A payer with a browser. Once the app is killed, the payer sees nothing more. */
const pay = async (link: PaidLink, cardId: string, withoutThreeD: boolean): Promise<void> => {
  try {
    const page = await payWith(await openPage(link.url), cardId, withoutThreeD ? { [formFields.threeD]: NO } : {});
    const told = seen(page.markup.includes('/fim/est3Dgate') ? await throughBank(page) : page);
    if (link.told === 'nothing' || told === 'paid') link.told = told;
  } catch {
    // A broken connection, or the page of a second tab: this payer heard nothing.
  }
};

const tokenOf = ({ url }: PaidLink): string => url.split('/').at(-1) ?? '';

interface Stored {
  readonly rows: readonly Row[];
  readonly links: ReadonlyMap<string, PaymentRequest>;
}

const stored = async (app: KilledApp): Promise<Stored> => {
  if (app.address === undefined) throw new Error('the app does not run');
  const rows = await rowsOf(app.address);
  return { rows, links: new Map(linksAmong(rows).map((link) => [link.token, link])) };
};

const booksIn = (rows: readonly Row[]) =>
  rows.filter(({ pk }) => /^BANK#\d+#ORDER#/.test(String(pk))).map((row) => bookedOrder(readBankOrder(row)));

/** Right after the restart, before any reconciling, every promise holds (rules 1, 8). */
const checkAfterRestart = ({ rows, links }: Stored, paid: readonly PaidLink[]): void => {
  checkQueue(rows);
  checkSteps(rows);
  const charged = new Set(
    booksIn(rows).flatMap(({ state, orderId, givenBack }) => (state === 'declined' || givenBack > 0 ? [] : [orderId])),
  );
  for (const attempt of attemptsIn(rows).filter(({ state }) => state === 'approved')) {
    demand(charged.has(attempt.orderId), 'paid without a charge at the bank');
  }
  for (const link of paid.filter(({ told }) => told === 'paid')) {
    demand(links.get(tokenOf(link))?.state === 'paid', 'a payer was shown paid, and the link is not paid');
  }
};

/** Conditions after the sweeper has finished. */
const checkSettled = ({ rows, links }: Stored): void => {
  const attempts = attemptsIn(rows);
  const charged = checkLedgers({ attempts, steps: stepsIn(rows), books: booksIn(rows) });
  for (const [token, link] of links) {
    const charges = charged.filter((attempt) => isOfLink(attempt) && attempt.linkToken === token).length;
    demand(charges <= 1, `${charges} charges of one link`);
    demand((link.state === 'paid') === (charges === 1), `the link is ${link.state}, charges: ${charges}`);
    demand(link.progress.activeAttempt === undefined, 'an attempt is still active');
  }
  checkBudget(rows, attempts);
};

const sweepToTheEnd = async (app: KilledApp): Promise<Stored> => {
  for (let run = 0; run < MAX_SETTLE_RUNS; run += 1) {
    const now = await stored(app);
    const due = dueTimesIn(now.rows);
    if (due.length === 0) return now;
    const next = Math.min(...due);
    await app.settle(Math.max(LEAST_STRIDE_MS, next - app.nowMs() + 1000));
  }
  throw new Error('the sweeper does not come to an end');
};

const newDealer = (app: KilledApp): Promise<BankDealer> => {
  const { address: stack } = app;
  if (stack === undefined) throw new Error('the app does not run');
  const limits = { TL: { values: { daily: minor(5_000_000), monthly: minor(90_000_000), shards: 2 } } };
  return newBankDealer({ stack, dealer: { limits }, pos: { noRecordHorizonHours: 1 } });
};

/** Pays the links in parallel lanes, some of them in two tabs, and tells when `enough` are paid. */
const payInLanes = (links: readonly PaidLink[], seeded: Seeded, enough: number) => {
  const waiting = links.map((link) => {
    const tab = (): Promise<void> => pay(link, seeded.pick(CARDS), seeded.chance(0.4));
    return seeded.chance(0.2) ? () => Promise.all([tab(), tab()]) : tab;
  });
  const { promise: through, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (done >= enough) resolve();
      await next();
      done += 1;
    }
    resolve();
  };
  return { through, all: Promise.all(Array.from({ length: LANES }, lane)) };
};

/** Payers pay until the app is killed at a random moment. */
const payUntilKilled = async (app: KilledApp, seeded: Seeded, engineToo: boolean): Promise<readonly PaidLink[]> => {
  const dealer = await newDealer(app);
  const links: PaidLink[] = [];
  for (let count = 0; count < LINKS_PER_LIFE; count += 1) {
    links.push({ url: (await dealer.newLink(simple)).url, told: 'nothing' });
  }
  const { through, all } = payInLanes(links, seeded, seeded.below(LINKS_PER_LIFE));
  await through;
  // By time and not at an event, so that any call in progress may be cut off anywhere.
  await new Promise((resolve) => setTimeout(resolve, seeded.below(LATEST_KILL_MS)));
  await app.kill(engineToo);
  await all;
  return links;
};

const logLinesOf = (dataDir: string): readonly string[] =>
  readdirSync(join(dataDir, 'logs')).flatMap((file) => readFileSync(join(dataDir, 'logs', file), 'utf8').split('\n'));

/**
 * Starts the app in a process of its own, lets payers pay, and kills it with `kill -9` at a random moment, every second
 * time together with its engine. Then it starts the app again over the same data, and lets the sweeper work with the
 * clock moved on. This is repeated. Rejected with a violation; answers what the run met. The seed decides cards and
 * moments; what a kill interrupts depends on real time.
 */
export const killRun = async (options: {
  readonly kills: number;
  readonly seed: number;
  readonly dataDir: string;
  readonly synthesized: LocalStageBuild;
}): Promise<Tally> => {
  const { kills, dataDir } = options;
  const [seeded, met] = [new Seeded(options.seed), new Tally()];
  const app = new KilledApp(dataDir, options.synthesized);
  const links: PaidLink[] = [];
  try {
    await app.start();
    for (let kill = 1; kill <= kills; kill += 1) {
      const paid = await payUntilKilled(app, seeded, kill % 2 === 0);
      links.push(...paid);
      for (const { told } of paid) met.add(`payer told ${told}`);
      met.add(kill % 2 === 0 ? 'kill -9 of app and engine' : 'kill -9 of the app');
      await app.start();
      const found = await stored(app);
      checkAfterRestart(found, links);
      for (const { state } of attemptsIn(found.rows).filter(isQueued)) met.add(`found ${state} after the restart`);
      for (const { state } of stepsIn(found.rows)) met.add(`found a step ${state} after the restart`);
      checkSettled(await sweepToTheEnd(app));
      // Attempts of one address are counted in windows, so the next start begins a new one (rule 33).
      app.aheadMs += OVER_A_WINDOW_MS;
    }
    const { rows } = await stored(app);
    checkSecrets({ rows, logLines: logLinesOf(dataDir) }, []);
    for (const { state } of attemptsIn(rows)) met.add(`attempt ${state}`);
    return met;
  } finally {
    await app.kill(false);
  }
};
