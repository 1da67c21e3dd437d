import { isOneMachine, ownOrigins } from '../../../shared/http/own-origins.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { ShopOrders } from '../../../shared/ports/demo-shop.ts';
import type { Seller } from '../../../shared/shop/serving.ts';
import { demoShop } from '../../../shared/shop/shop.ts';

export interface ShowShopDependencies {
  readonly seller: () => Promise<Seller | undefined>;
  readonly orders: ShopOrders;
  readonly baseUrl: string;
  readonly clock: Clock;
}

const shownCards: readonly { readonly id: string; readonly does: string }[] = [
  { id: 'approved', does: 'asks for a code, then approves' },
  { id: 'frictionless', does: 'approves without a code' },
  { id: 'insufficient-funds', does: 'declines: 002 Insufficient limit' },
];

const refused = (statusCode: number, sentence: string): PageAnswer => ({
  response: {
    statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: sentence,
  },
});

const pathOf = ({ page, way }: PageCall['parameters']): string => {
  if (way !== undefined) return `/pay/${way}`;
  return page === undefined ? '' : `/${page}`;
};

const searchOf = (query: PageCall['query'] = {}): URLSearchParams => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, value);
  return search;
};

/** Serves the demo shop. A page of another site may post nothing to it (rule 49). */
export const showShop = ({ seller, orders, baseUrl, clock }: ShowShopDependencies) => {
  const origins = ownOrigins(baseUrl);
  const shop = demoShop({
    seller,
    orders,
    serviceOrigins: origins,
    cards: shownCards.map(({ id, does }) => ({ number: testCard(id).number, does })),
    home: new URL(baseUrl).origin,
    service: isOneMachine(baseUrl) ? { path: '/', name: 'Service' } : { path: '/docs', name: 'API reference' },
    now: () => clock.now(),
  });
  return async (call: PageCall): Promise<PageAnswer> => {
    const { method = 'GET', parameters, query, posted, origin, destination, cookies = [] } = call;
    if (origin !== undefined && !origins.includes(origin)) return refused(403, 'Forbidden');
    if (posted === undefined) return refused(413, 'Request Entity Too Large');
    const response = await shop({
      method: method === 'HEAD' ? 'GET' : method,
      path: pathOf(parameters),
      query: searchOf(query),
      form: new URLSearchParams(posted.map(([name, value]): [string, string] => [name, value])),
      origin: origin ?? new URL(baseUrl).origin,
      inFrame: destination === 'iframe',
      cookies,
    });
    return { response };
  };
};
