import { createServer } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { openBrowser } from '../browser/browser.ts';
import { startPagesServer } from '../browser/pages-server.ts';
import { approve, pressPay, typeCard, wait } from '../browser/payer-hands.ts';
import { newOfferingDealer } from '../support/card/offered-cards.ts';
import { fixed, inTurn, median, percentile, print, type Row } from './figures.ts';
import { type RunSetup, startStack } from './run-setup.ts';

const SLOWDOWN = 4;
const PHONE = { viewport: { width: 360, height: 740 }, locale: 'tr-TR' } as const;
/** Twelve counts, of which the payer bears commission: the longest form. */
const ALL_COUNTS = { SetInstallmentBy: 0, CommissionByDealer: 1 } as const;

const STATES = ['bare', 'card', 'card-many', 'stored-card', 'receipt'] as const;

const slowPhone = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return page;
};

/** Milliseconds from the navigation to the first moment at which the page, its script run, has nothing left to do. */
const IDLE = 'new Promise((resolve) => requestIdleCallback(() => resolve(performance.now())))';

const interactive = async (page: Page, url: string): Promise<number> => {
  await page.goto(url, wait);
  return Number(await page.evaluate(IDLE));
};

const printInteractive = async (run: RunSetup): Promise<void> => {
  const [browser, server] = await Promise.all([openBrowser(), startPagesServer()]);
  run.resources.defer(() => server.close());
  const page = await slowPhone(await browser.newContext(PHONE));
  const bare = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>.</title><p>.');
  });
  const bareAddress = `http://127.0.0.1:${await listenOnLoopback(bare, 0)}`;
  run.resources.defer(() => closeServer(bare, 0));
  const subjects = STATES.map(
    (name) => () => interactive(page, name === 'bare' ? bareAddress : `${server.address}/${name}?lang=tr`),
  );
  const times = await inTurn(subjects, run.amount(80), 2);
  const least = median(times[0] ?? []);
  const rows = STATES.map((name, index): Row => {
    const ms = times[index] ?? [];
    return [name, ...fixed(median(ms), percentile(ms, 0.9), median(ms) - least)];
  });
  const text = `Time to interactive on a slow phone
From the navigation to the first idle moment, in Chromium with the processor ${SLOWDOWN} times slower, beside a bare page.`;
  print(text, 'page, p50 ms, p90 ms, more than bare', rows);
  const heights: Row[] = [];
  for (const name of STATES.slice(1)) {
    await page.goto(`${server.address}/${name}?lang=tr`, wait);
    heights.push([name, Number(await page.evaluate('document.documentElement.scrollHeight'))]);
  }
  print(
    'Height on a phone of 360 pixels\nThe whole page; "card-many" is the form with 12 installments.',
    'page, px',
    heights,
  );
  await page.context().close();
};

interface Way {
  readonly name: string;
  /** Taps on buttons, cards and fields, and fields that are typed into, from the form to the bank's page. */
  readonly taps: number;
  readonly fields: number;
  readonly go: (page: Page) => Promise<void>;
}

const ways: readonly Way[] = [
  {
    name: 'card typed',
    taps: 5,
    fields: 4,
    go: async (page) => {
      await typeCard(page, 'approved');
      await pressPay(page);
    },
  },
  {
    name: 'stored card',
    taps: 3,
    fields: 1,
    go: async (page) => {
      await page.locator('[name=choosesCard]').first().click(wait);
      await page.fill('[name=cvc]', '123', wait);
      await pressPay(page);
    },
  },
];

const printWays = async (run: RunSetup): Promise<void> => {
  const stack = await startStack(run);
  const [browser, dealer] = await Promise.all([openBrowser(), newOfferingDealer({ stack })]);
  const customer = await dealer.addCustomer();
  await dealer.addCard(customer, testCard('approved').number);
  const rows: Row[] = [];
  for (const { name, taps, fields, go } of ways) {
    const times: number[] = [];
    for (let round = 0; round < run.amount(8); round += 1) {
      const url = await dealer.linkFor(
        name === 'card typed' ? { ...customer, customerCode: `New ${round}` } : customer,
        {
          ...ALL_COUNTS,
          FirstName: 'Elif',
        },
      );
      const page = await (await browser.newContext(PHONE)).newPage();
      const startedAt = performance.now();
      await page.goto(url, wait);
      await go(page);
      const paid = page.waitForRequest(/\/result\//, wait);
      await approve(page);
      await paid;
      times.push(performance.now() - startedAt);
      await page.context().close();
    }
    rows.push([name, taps, fields, ...fixed(median(times) / 1000)]);
  }
  const text = `From opening a link to paid, on a phone of 360 pixels
A link with 12 installments, typed by a program without a pause, through the embedded bank's 3D. Taps and fields are those of the form.`;
  print(text, 'way, taps, fields typed, seconds', rows);
};

/** Prints what a payer's browser does with the pages, and how far it is from a link to paid. */
export const browser = async (run: RunSetup): Promise<void> => {
  const opened = await openBrowser();
  run.resources.defer(() => opened.close());
  await printInteractive(run);
  await printWays(run);
};
