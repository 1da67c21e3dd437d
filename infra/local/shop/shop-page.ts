import type { IncomingMessage, ServerResponse } from 'node:http';
import { testCards } from '../../../shared/nestpay/test-cards.ts';
import type { ShownCard } from '../../../shared/shop/pages/product-page.ts';
import { dealerApi } from '../../../shared/shop/service-api.ts';
import { demoShop, type Shop } from '../../../shared/shop/shop.ts';
import type { DemoDealer } from '../demo-dealer.ts';
import { readBody } from '../http-body.ts';
import { type OwnPage, ownHeaders } from '../own-pages.ts';
import { OrderMemory } from './order-memory.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const ROOT = '/shop';

const shownCards: readonly (readonly [id: string, does: string])[] = [
  ['approved', 'asks for a code, then approves'],
  ['frictionless', 'approves without a code'],
  ['insufficient-funds', 'declines: 002 Insufficient limit'],
];

/** The program of the demo dealer's shop. */
export const shopOf = (dealer: DemoDealer): Shop => {
  const { DealerCode, Username, Password, BaseUrl, DealerCustomerTypeId, VirtualPos } = dealer;
  const { port } = new URL(BaseUrl);
  return demoShop({
    api: dealerApi({
      baseUrl: BaseUrl,
      account: { dealerCode: DealerCode, username: Username, password: Password },
    }),
    orders: new OrderMemory(),
    // The browser may know this machine by either name.
    serviceOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    terms: { dealerCustomerTypeId: DealerCustomerTypeId, bankCode: Object.keys(VirtualPos)[0] ?? '' },
    cards: shownCards.flatMap(([id, does]): readonly ShownCard[] => {
      const card = testCards.find((one) => one.id === id);
      return card === undefined ? [] : [{ number: card.number, does }];
    }),
    now: Date.now,
  });
};

const refuse = (response: ServerResponse, status: number, sentence: string): void => {
  response.writeHead(status, ownHeaders('text/plain', "default-src 'none'")).end(sentence);
};

const serve = async (request: IncomingMessage, response: ServerResponse, shop: Shop): Promise<void> => {
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (body === 'too-large') return refuse(response, 413, 'Request Entity Too Large');
  // The page's table has checked Host: it is one of the two names of this machine.
  const origin = `http://${request.headers.host}`;
  const url = new URL(request.url ?? ROOT, origin);
  const answer = await shop({
    method: request.method ?? 'GET',
    path: url.pathname.slice(ROOT.length),
    query: url.searchParams,
    form: new URLSearchParams(body.toString()),
    origin,
    inFrame: request.headers['sec-fetch-dest'] === 'iframe',
  });
  response.writeHead(answer.status, answer.headers).end(answer.body);
};

/** The demo shop of one machine: `/shop` and below it. `shop` answers undefined while its dealer is being set up. */
export const shopPage = (shop: () => Shop | undefined): OwnPage => ({
  path: ROOT,
  serve: async (request, response) => {
    const running = shop();
    if (running !== undefined) return serve(request, response, running);
    request.resume();
    refuse(response, 503, 'The demo dealer is being set up. Try again in a moment.');
  },
});
