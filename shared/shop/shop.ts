import type { Order, ShopOrders, Way } from '../ports/demo-shop.ts';
import { arrivedResult } from './arrived-result.ts';
import { directCall, frameCall, linkCall, type ShopTerms, type TypedCard, threeDCall } from './calls.ts';
import { isOrderCode, newOrderCode, ordersInCookie, withOrder } from './own-orders.ts';
import type { ServiceLink, ShopPage } from './pages/layout.ts';
import { endedPage, framePage, sentencePage } from './pages/other-pages.ts';
import { type CardView, productPage } from './pages/product-page.ts';
import { resultPage } from './pages/result-page.ts';
import { placeOrder } from './place-order.ts';
import type { ApiCall, DealerApi } from './service-api.ts';
import { STYLE } from './style.ts';
import { verifyResult } from './verify-result.ts';

/** A request of a browser to the shop. Who serves the shop has checked its origin. */
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
  /** The cookies of the browser, each as `name=value`. */
  readonly cookies: readonly string[];
}

interface ShopAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The dealer that the shop sells for: its way to the service, and what its calls name. */
export interface Seller {
  readonly api: DealerApi;
  readonly terms: Omit<ShopTerms, 'resultUrl'>;
}

/** What the shop needs of the world: nothing in it knows where it runs. */
export interface ShopDependencies {
  /** Undefined before an operator has named the dealer. */
  readonly seller: () => Promise<Seller | undefined>;
  readonly orders: ShopOrders;
  /** Origins of the service's pages, to which the shop's forms and its frame lead. */
  readonly serviceOrigins: readonly string[];
  readonly cards: readonly CardView[];
  /** Where the service explains itself. */
  readonly service: ServiceLink;
  readonly now: () => number;
}

/** Answers the requests to the shop. */
export type Shop = (request: ShopRequest) => Promise<ShopAnswer>;

const common = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
};

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
  page: (page: ShopPage, statusCode = 200, more: Readonly<Record<string, string>> = {}): ShopAnswer => ({
    statusCode,
    headers: {
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page, deps.serviceOrigins),
      ...more,
    },
    body: page.markup(deps.service),
  }),
  moved: (location: string, more: Readonly<Record<string, string>>): ShopAnswer => ({
    statusCode: 303,
    headers: { ...common, location, ...more },
    body: '',
  }),
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

const noSeller = sentencePage(
  'Closed for now',
  'No dealer has the shop yet. An operator names one: npm run operator -- put-shop --help tells how.',
);

/** Places an order, and leads the payer to its payment where there is something to do. */
const pay = async ({ path, form, origin, cookies }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const answer = answerer(deps);
  const seller = await deps.seller();
  if (seller === undefined) return answer.page(noSeller, 503);
  const code = form.get('order') ?? '';
  const way = wayOf(path, form);
  const known = isOrderCode(code) ? await deps.orders.find(code) : undefined;
  if (!isOrderCode(code) || (known !== undefined && known.way !== way)) {
    return answer.page(
      sentencePage('Not an order', 'Press a button of the shop: each makes an order of its own.'),
      400,
    );
  }
  const order: Order = known ?? { code, way, atMs: deps.now(), state: 'waiting' };
  const call = callFor(order, form, { ...seller.terms, resultUrl: `${origin}/shop/result` });
  const placed = await placeOrder(order, call, { api: seller.api, orders: deps.orders });
  const remembered = { 'set-cookie': withOrder(code, cookies, origin) };
  if (placed.kind !== 'to-pay') return answer.page(endedPage(placed), 200, remembered);
  return answer.moved(way === 'frame' ? `/shop/frame?order=${code}` : placed.url, remembered);
};

const orderOf = async (code: string | null, { orders }: ShopDependencies): Promise<Order | undefined> =>
  code !== null && isOrderCode(code) ? orders.find(code) : undefined;

const frame = async ({ query }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const answer = answerer(deps);
  const url = (await orderOf(query.get('order'), deps))?.url;
  return url === undefined
    ? answer.page(sentencePage('No such order', 'The shop keeps its orders for a day.'), 404)
    : answer.page(framePage(url));
};

const isOpen = ({ state }: Order): boolean => state === 'waiting' || state === 'unknown';

/**
 * Takes the result of a payment. It changes an order only by what the hash proves, and once: with the first result the page
 * shows CodeForHash, so from then on a hash proves nothing more.
 */
const takeResult = async ({ form, query, inFrame }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const arrived = arrivedResult(form);
  const order = await orderOf(arrived.fields.OtherTrxCode || query.get('order'), deps);
  const secret = order?.codeForHash;
  const view = { arrived, given: false, contradicts: false, inFrame };
  if (order === undefined || secret === undefined) return answerer(deps).page(resultPage(view));
  const verification = verifyResult(arrived.fields.hashValue, secret);
  const { verdict } = verification;
  const { state } =
    verdict === 'forged'
      ? order
      : await deps.orders.change(order.code, (stored = order) =>
          isOpen(stored) ? { ...stored, state: verdict } : stored,
        );
  const contradicts = verdict !== 'forged' && verdict !== state;
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

const showProduct = async ({ cookies }: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> => {
  const [seller, orders] = await Promise.all([deps.seller(), deps.orders.list(ordersInCookie(cookies))]);
  if (seller === undefined) return answerer(deps).page(noSeller, 503);
  return answerer(deps).page(productPage({ newCode: newOrderCode, cards: deps.cards, orders }));
};

const showStyle = async (): Promise<ShopAnswer> => ({
  statusCode: 200,
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
