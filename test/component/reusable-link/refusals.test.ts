import { describe, expect, test } from 'vitest';
import { dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { placesItem } from '../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import {
  addressWindowOf,
  COUNT_SHARDS,
  linkWindowOf,
  shareOfShard,
} from '../../../shared/domain/reusable-link/request-limits.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { roomInWindow } from '../../support/app/fixed-window.ts';
import { postFrom } from '../../support/app/other-address.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { type LinkBrowser, ledTo, linkForm, newLinkBrowser, type Posted } from '../../support/link/link-payer.ts';
import { changeReusableLink, type LinkChanges, newReusableLink } from '../../support/link/made-links.ts';
import { openPage, type PageForm, payWith } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

interface Scene {
  readonly dealer: BankDealer;
  readonly link: ReusableLink;
  readonly url: string;
  readonly browser: LinkBrowser;
  readonly form: PageForm;
  /** Posts the form that was opened before anything changed. */
  readonly post: () => Promise<Posted>;
}

const opened = async (changes: LinkChanges = {}): Promise<Scene> => {
  const dealer = await newBankDealer();
  const { link, url } = await newReusableLink(dealer, changes);
  const browser = newLinkBrowser();
  const form = linkForm(await browser.open(url));
  return { dealer, link, url, browser, form, post: () => browser.post(form) };
};

const counts = (held: number, paid: number) => ({ shard: 0, free: 0, held, paid });

interface Stop {
  readonly name: string;
  readonly heading: string;
  readonly status: number;
  readonly offersAgain: boolean;
  readonly make: (scene: Scene) => Promise<unknown>;
}

const stops: readonly Stop[] = [
  {
    name: 'inactive',
    heading: 'Closed for now',
    status: 200,
    offersAgain: true,
    make: ({ dealer, link }) => changeReusableLink(dealer, link, { active: false }),
  },
  {
    name: 'expired',
    heading: 'Expired',
    status: 410,
    offersAgain: false,
    make: ({ dealer, link }) => changeReusableLink(dealer, link, { expiresAtMs: Date.now() - 1 }),
  },
  {
    name: 'sold out',
    heading: 'Sold out',
    status: 410,
    offersAgain: false,
    make: ({ dealer, link }) => putRows(dealer.store, [placesItem(link.name, counts(0, 1))]),
  },
  {
    name: 'held by charges that run',
    heading: 'The last places are being paid',
    status: 200,
    offersAgain: true,
    make: ({ dealer, link }) => putRows(dealer.store, [placesItem(link.name, counts(1, 0))]),
  },
];

const places: LinkChanges = { maxPayments: 1 };

describe('A link that takes no payment now', () => {
  test.each(stops)('because it is $name says so when it is opened', async ({ heading, status, offersAgain, make }) => {
    const scene = await opened(places);
    await make(scene);
    const page = await scene.browser.open(scene.url);
    expect([page.status, page.forms]).toEqual([status, []]);
    expect(page.text).toContain(heading);
    expect(page.text.includes('Try again')).toBe(offersAgain);
  });

  test.each(stops)(
    'because it is $name makes no request of a form opened before',
    async ({ heading, status, make }) => {
      const scene = await opened(places);
      await make(scene);
      const posted = await scene.post();
      expect([posted.status, posted.location]).toEqual([status, undefined]);
      expect(posted.text).toContain(heading);
    },
  );

  test.each(stops)(
    'because it is $name begins nothing on the page of a request, which leads back to it',
    async (stop) => {
      const scene = await opened(places);
      const request = ledTo(await scene.post());
      const form = await openPage(request);
      await stop.make(scene);
      const page = await openPage(request);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(stop.heading)]);
      expect(page.text.includes('Try again')).toBe(stop.offersAgain);
      expect(page.markup).toContain(`href="${scene.url}?lang=en"`);
      expect(page.markup).not.toContain('cardNumber');
      expect((await payWith(form, 'approved')).text).toContain(stop.heading);
      expect(await scene.dealer.orders()).toEqual([]);
    },
  );

  test('is not found at an address that is none', async () => {
    const { url } = await opened();
    for (const wrong of [`${url}x`, `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`, url.slice(0, -49)]) {
      expect((await openPage(wrong)).status).toBe(404);
      expect((await fetch(wrong, { method: 'POST', body: new URLSearchParams({ form: 'x' }) })).status).toBe(404);
    }
  });
});

describe('What the dealer or its definition forbids by now', () => {
  const refusals: readonly (readonly [string, (scene: Scene) => Promise<unknown>])[] = [
    ['a paused dealer', ({ dealer }) => putRows(dealer.store, [dealerItem({ ...dealer.dealer, paused: true })])],
    [
      'a dealer that is switched off',
      ({ dealer }) => putRows(dealer.store, [dealerItem({ ...dealer.dealer, enabled: false })]),
    ],
    [
      'a currency that is not permitted',
      ({ dealer }) => putRows(dealer.store, [dealerItem({ ...dealer.dealer, currencies: ['USD'] })]),
    ],
    [
      'a limit of the day that is too small',
      ({ dealer }) =>
        putRows(dealer.store, [
          dealerItem({
            ...dealer.dealer,
            limits: { TL: { values: { daily: minor(100), monthly: 'unlimited', shards: 1 } } },
          }),
        ]),
    ],
    [
      'a definition of another dealer',
      ({ dealer }) => putRows(dealer.store, [definitionItem({ ...dealer.definition, dealerCode: 'ANOTHER' })]),
    ],
  ];

  test.each(refusals)('%s: is told in plain words, without a code, and nothing is made', async (_what, change) => {
    const scene = await opened();
    await change(scene);
    // Dealers and definitions are kept for a second.
    await expect
      .poll(
        async () => {
          const { status, location, text } = await scene.post();
          return [status, location, text.includes('No payments right now')];
        },
        { timeout: 30_000 },
      )
      .toEqual([200, undefined, true]);
    expect((await scene.post()).markup).not.toMatch(/PaymentUserPos|Refusal|Limit|Definition/);
  });
});

const TEN_MINUTES_MS = 600_000;

describe('Too many requests', () => {
  const full = async ({ dealer, link }: Scene, window: number): Promise<void> => {
    const shards = Array.from({ length: COUNT_SHARDS }, (_, shard) => shard);
    await putRows(
      dealer.store,
      shards.map((shard) => ({
        ...keys.counter('requests-of-link', `${link.name}#${shard}`, window),
        count: shareOfShard(10_000, shard),
      })),
    );
  };

  test('of a link: 429, with the time to come back, and nothing is made', async () => {
    const scene = await opened();
    const nowMs = Date.now();
    // The minute may end meanwhile: both are full.
    await full(scene, linkWindowOf(nowMs).startMs);
    await full(scene, linkWindowOf(nowMs + 60_000).startMs);
    const posted = await scene.post();
    expect([posted.status, posted.location]).toEqual([429, undefined]);
    expect(posted.text).toMatch(/Come back at \d\d:\d\d and try again\./);
    const wait = Number(posted.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    // Its page is shown all the same: only requests are counted.
    expect((await scene.browser.open(scene.url)).status).toBe(200);
  });

  test('of an address: 429 for ten minutes at the most, whatever the link', async () => {
    await roomInWindow(TEN_MINUTES_MS);
    const { dealer, form } = await opened();
    const { startMs } = addressWindowOf(Date.now());
    // An address of this test alone: what other tests make from theirs is forgotten while this one runs.
    const address = '127.35.0.1';
    await putRows(dealer.store, [{ ...keys.counter('requests-of-address', address, startMs), count: 99 }]);
    expect((await postFrom(address, form)).status).toBe(200);
    const refused = await postFrom(address, form);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(600);
  });
});

describe('The QR code of a link', () => {
  test('leads to its address as a page, SVG and PNG, while it is active', async () => {
    const scene = await opened();
    const page = await fetch(`${scene.url}/qr?lang=en`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Seramik atölyesi')]);
    for (const [format, type] of [
      ['svg', 'image/svg+xml'],
      ['png', 'image/png'],
    ] as const) {
      const drawing = await fetch(`${scene.url}/qr?format=${format}`);
      expect([drawing.status, drawing.headers.get('content-type')]).toEqual([200, type]);
    }
    await changeReusableLink(scene.dealer, scene.link, { active: false });
    expect((await fetch(`${scene.url}/qr`)).status).toBe(404);
  });
});
