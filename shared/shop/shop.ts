import { randomBytes } from 'node:crypto';
import { arrivedResult } from './arrived-result.ts';
import { directCall, frameCall, linkCall, type ShopTerms, type TypedCard, threeDCall } from './calls.ts';
import type { Order, Orders, Way } from './order.ts';
import type { ShopPage } from './pages/layout.ts';
import { endedPage, framePage, sentencePage } from './pages/other-pages.ts';
import { productPage, type ShownCard } from './pages/product-page.ts';
import { resultPage } from './pages/result-page.ts';
import { placeOrder } from './place-order.ts';
import type { ApiCall, DealerApi } from './service-api.ts';
import { STYLE } from './style.ts';
import { verifyResult } from './verify-result.ts';

/** A request of a browser to the shop. Who serves the shop has checked its Host and Origin. */
export interface ShopRequest {
  readonly method: string;
  /** Behind `/shop`: empty, or a slash and what follows. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The posted form; empty where there is none. */
  readonly form: URLSearchParams;
  /** Scheme, host and port by which the browser knows the shop. */
  readonly origin: string;
  /** True where the browser shows the answer in a frame. */
  readonly inFrame: boolean;
}

interface ShopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the shop needs of the world: nothing in it knows where it runs. */
export interface ShopDependencies {
  readonly api: DealerApi;
  readonly orders: Orders;
  /** Origins of the service's pages, to which the shop's forms and its frame lead. */
  readonly serviceOrigins: readonly string[];
  readonly terms: Omit<ShopTerms, 'resultUrl'>;
  readonly cards: readonly ShownCard[];
  readonly now: () => number;
}

/** Answers the requests to the shop. */
export type Shop = (request: ShopRequest) => Promise<ShopAnswer>;

const CODE = /^shop-[0-9a-f]{16}$/;
const newCode = (): string => `shop-${randomBytes(8).toString('hex')}`;

const common = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' };

/** The policy of a page: its own style sheet, forms and frames to the service alone, no script. */
const policyOf = ({ framed }: ShopPage, origins: readonly string[]): string => {
  const service = ["'self'", ...origins].join(' ');
  return [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    `form-action ${service}`,
    `frame-src ${service}`,
    "base-uri 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join('; ');
};

const answerer = (deps: ShopDependencies) => ({
  page: (page: ShopPage, status = 200): ShopAnswer => ({
    status,
    headers: {
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page, deps.serviceOrigins),
    },
    body: page.markup,
  }),
  moved: (location: string): ShopAnswer => ({ status: 303, headers: { ...common, location }, body: '' }),
});

const wayOf = (path: string, form: URLSearchParams): Way => {
  if (path === '/pay/link') return 'link';
  if (path === '/pay/frame') return 'frame';
  return form.get('threeD') === '1' ? 'card-3d' : 'card';
};

const cardIn = (form: URLSearchParams): TypedCard => ({
  number: form.get('number') ?? '',
  holder: form.get('holder') ?? '',
  expiry: form.get('expiry') ?? '',
  cvc: form.get('cvc') ?? '',
});

const callFor = (order: Order, form: URLSearchParams, terms: ShopTerms): ApiCall => {
  switch (order.way) {
    case 'link':
      return linkCall(order, terms);
    case 'frame':
      return frameCall(order, terms);
    case 'card-3d':
      return threeDCall(order, cardIn(form), terms);
    case 'card':
      return directCall(order, cardIn(form));
  }
};

/** Places an order, and leads the payer to its payment where there is something to do. */
const pay = async ({ path, form, origin }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const answer = answerer(deps);
  const code = form.get('order') ?? '';
  const way = wayOf(path, form);
  const known = await deps.orders.find(code);
  if (!CODE.test(code) || (known !== undefined && known.way !== way)) {
    return answer.page(
      sentencePage('Not an order', 'Press a button of the shop: each makes an order of its own.'),
      400,
    );
  }
  const order: Order = known ?? { code, way, atMs: deps.now(), state: 'waiting' };
  const call = callFor(order, form, { ...deps.terms, resultUrl: `${origin}/shop/result` });
  const placed = await placeOrder(order, call, deps);
  if (placed.kind !== 'to-pay') return answer.page(endedPage(placed));
  return answer.moved(way === 'frame' ? `/shop/frame?order=${code}` : placed.url);
};

const frame = async ({ query }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const answer = answerer(deps);
  const url = (await deps.orders.find(query.get('order') ?? ''))?.url;
  return url === undefined
    ? answer.page(sentencePage('No such order', 'The shop keeps its latest orders only.'), 404)
    : answer.page(framePage(url));
};

/**
 * Takes the result of a payment. It changes an order only by what the hash proves, and once: with the first result the page
 * shows CodeForHash, so from then on a hash proves nothing more.
 */
const takeResult = async ({ form, query, inFrame }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const arrived = arrivedResult(form);
  const order = await deps.orders.find(arrived.fields.OtherTrxCode || (query.get('order') ?? ''));
  const secret = order?.codeForHash;
  const view = { arrived, given: false, contradicts: false, inFrame };
  if (order === undefined || secret === undefined) return answerer(deps).page(resultPage(view));
  const verification = verifyResult(arrived.fields.hashValue, secret);
  const { verdict } = verification;
  const isOpen = order.state === 'waiting' || order.state === 'unknown';
  if (isOpen && verdict !== 'forged') await deps.orders.put({ ...order, state: verdict });
  const contradicts = !isOpen && verdict !== 'forged' && verdict !== order.state;
  return answerer(deps).page(resultPage({ ...view, verification, contradicts }));
};

/** Verifies a result by the CodeForHash that the person at the browser knows. It changes no order. */
const verify = async ({ form, inFrame }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const secret = (form.get('codeForHash') ?? '').trim();
  form.delete('codeForHash');
  const arrived = arrivedResult(form);
  const verification = secret === '' ? undefined : verifyResult(arrived.fields.hashValue, secret);
  return answerer(deps).page(resultPage({ arrived, verification, given: true, contradicts: false, inFrame }));
};

const showProduct = async (_request: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> =>
  answerer(deps).page(productPage({ newCode, cards: deps.cards, orders: await deps.orders.newest() }));

const showStyle = async (): Promise<ShopAnswer> => ({
  status: 200,
  headers: { ...common, 'content-type': 'text/css; charset=utf-8' },
  body: STYLE,
});

const nothingArrived = async (_request: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> =>
  answerer(deps).page(
    sentencePage('Nothing has arrived', "A result is a POST of the payer's browser. This was a GET."),
  );

type Serve = (request: ShopRequest, deps: ShopDependencies) => Promise<ShopAnswer>;

const routes: Readonly<Record<string, Serve>> = {
  'GET ': showProduct,
  'GET /style.css': showStyle,
  'GET /frame': frame,
  'GET /result': nothingArrived,
  'POST /result': takeResult,
  'POST /verify': verify,
  'POST /pay/link': pay,
  'POST /pay/frame': pay,
  'POST /pay/card': pay,
};

/** The demo shop: a dealer's own program, which knows the service by its public API alone. */
export const demoShop =
  (deps: ShopDependencies): Shop =>
  async (request) => {
    const path = request.path === '/' ? '' : request.path;
    const key = `${request.method} ${path}`;
    const serve = Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (serve !== undefined) return serve(request, deps);
    return answerer(deps).page(sentencePage('No such page', 'The shop has one product, and it is one page back.'), 404);
  };
