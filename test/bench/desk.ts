import { randomUUID } from 'node:crypto';
import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { USE_WRITTEN_EVERY_MS } from '../../shared/domain/desk/session.ts';
import { type BankDealer, newBankDealer } from '../support/bank/bank-merchants.ts';
import { type DeskBrowser, formTo } from '../support/desk/desk-browser.ts';
import { signedInAt } from '../support/desk/desk-people.ts';
import { payDirectly, refuseFailure } from '../support/operation-scene.ts';
import { putRows } from '../support/store/store.ts';
import { type CountedApp, startCountedApp, usual } from './cost-counting.ts';
import { type Consumption, moreThan, sumOf, times, totalDollars } from './cost-model.ts';
import { print, type Row } from './figures.ts';
import prices from './prices.json' with { type: 'json' };
import type { RunSetup } from './run-setup.ts';

/** What a cashier does in an hour: 60 pages and 20 links, each made on one page and shown on the next. */
const LINKS = 20;
const PAGES = { today: 5, links: 20, link: 20, payments: 10, payment: 5 } as const;
type PageName = keyof typeof PAGES;

/** A day of the dealer: as many links and payments as its lists show. */
const OF_A_DAY = 50;
const [WARM_UP, ROUNDS] = [2, 8];
const LINKS_PATH = '/desk/links';
const HOUR_MS = 3_600_000;

const ofPages = (open: (path: string) => Promise<{ readonly status: number }>) => async (path: string) => {
  const { status } = await open(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
};

/** The usual consumption of something; what it needs is prepared outside of what is counted. */
const usualOf = async (
  { consumed }: CountedApp,
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<Consumption> => {
  const all: Consumption[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) all.push(await consumed(await prepare()));
  return usual(all.slice(WARM_UP));
};

const makeLink = async (browser: DeskBrowser): Promise<() => Promise<string>> => {
  const form = formTo(await browser.open(LINKS_PATH), LINKS_PATH);
  return async () => {
    const { location, text } = await browser.post(form, { amount: '125', description: randomUUID() });
    if (location === undefined) throw new Error(`no link was made: ${text}`);
    return location;
  };
};

/** A dealer whose links the desk makes, with a day of links and payments behind it. */
const busyDealer = async ({ stack, gateway }: CountedApp, count: number): Promise<BankDealer> => {
  const dealer = await newBankDealer({ stack, pos: { gateway } });
  const { dealerCode, dealerCustomerTypeId } = dealer.definition;
  const listed = { entity: 'definition-of-dealer', dealerCode, dealerCustomerTypeId };
  await putRows(dealer.store, [{ ...keys.definitionOfDealer(dealerCode, dealerCustomerTypeId), ...listed }]);
  for (let index = 0; index < count; index += 1) {
    await dealer.newLink({ OtherTrxCode: randomUUID(), Amount: 125, ReturnHash: 1 });
    refuseFailure(await payDirectly(dealer));
  }
  return dealer;
};

const firstPayment = async (browser: DeskBrowser): Promise<string> => {
  const { markup } = await browser.open('/desk/payments');
  const path = /href="(\/desk\/payments\/[^"?/]+)"/.exec(markup)?.[1];
  if (path === undefined) throw new Error('the list shows no payment');
  return path;
};

/** What a use of the session costs that is old enough to be noted, beside the same page. */
const notedUse = async (app: CountedApp, dealer: BankDealer, page: Consumption): Promise<Consumption> => {
  const noted = await usualOf(app, async () => {
    const lastUsedAtMs = Date.now() - USE_WRITTEN_EVERY_MS - 1_000;
    const { browser } = await signedInAt(dealer, { role: 'cashier', session: { lastUsedAtMs } });
    return () => ofPages(browser.get)(LINKS_PATH);
  });
  return moreThan(noted, page);
};

const cells = (one: Consumption): Row => [
  one.writeUnits.toFixed(1),
  one.readUnits.toFixed(1),
  one.apiRequests.toFixed(0),
  one.gigabyteSeconds.toFixed(3),
  Math.round(one.logBytes),
  (totalDollars(one) / 1_000_000).toFixed(6),
];

/** Prints what an hour of a cashier at the desk consumes, and what it costs. */
export const desk = async (run: RunSetup): Promise<void> => {
  const app = await startCountedApp(run);
  const dealer = await busyDealer(app, run.amount(OF_A_DAY));
  const { browser } = await signedInAt(dealer, { role: 'cashier' });
  const made = await (await makeLink(browser))();
  const paths: Readonly<Record<PageName, string>> = {
    today: '/desk',
    links: LINKS_PATH,
    link: made,
    payments: '/desk/payments',
    payment: await firstPayment(browser),
  };
  // Before the pages, whose lists it makes longer.
  const link = await usualOf(app, () => makeLink(browser));
  const pages = new Map<PageName, Consumption>();
  const open = ofPages(browser.get);
  for (const name of Object.keys(PAGES) as PageName[]) {
    pages.set(name, await usualOf(app, async () => () => open(paths[name])));
  }
  const pageOf = (name: PageName): Consumption => pages.get(name) ?? sumOf([]);
  const use = await notedUse(app, dealer, pageOf('links'));
  const hour = sumOf([
    ...[...pages].map(([name, one]) => times(one, PAGES[name])),
    times(link, LINKS),
    times(use, HOUR_MS / USE_WRITTEN_EVERY_MS),
  ]);
  const { source, region, asOf } = prices;
  print(
    `An hour of a cashier at the desk: 60 pages and ${LINKS} links
Counted by the engine and at the wire, with warm caches, at a dealer of ${run.amount(OF_A_DAY)} links and payments a day.
${source}, ${region}, ${asOf}. Messages come on top.`,
    'what, times, WRU, RRU, requests, GB-s, log bytes, dollars',
    [
      ...[...pages].map(([name, one]): Row => [`page: ${name}`, PAGES[name], ...cells(one)]),
      ['a link is made', LINKS, ...cells(link)],
      ['the use of the session is noted', HOUR_MS / USE_WRITTEN_EVERY_MS, ...cells(use)],
      ['the hour', 1, ...cells(hour)],
    ],
  );
};
