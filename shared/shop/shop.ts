import type { Order, Way } from '../ports/demo-shop.ts';
import { arrivedResult } from './arrived-result.ts';
import { directCall, frameCall, linkCall, type ShopTerms, type TypedCard, threeDCall } from './calls.ts';
import { leadToLink, takeReturn } from './linked-sales.ts';
import { isOrderCode, newOrderCode, ordersInCookie, withOrder } from './own-orders.ts';
import { endedPage, framePage, sentencePage } from './pages/other-pages.ts';
import { productPage } from './pages/product-page.ts';
import { resultPage } from './pages/result-page.ts';
import { placeOrder } from './place-order.ts';
import { linkedProducts } from './reusable-links.ts';
import type { ApiCall } from './service-api.ts';
import {
  answerer,
  commonHeaders,
  noSeller,
  type Serve,
  type ShopAnswer,
  type ShopDependencies,
  type ShopRequest,
} from './serving.ts';
import { STYLE } from './style.ts';
import { verifyResult } from './verify-result.ts';

/** Answers the requests to the shop. */
export type Shop = (request: ShopRequest) => Promise<ShopAnswer>;

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

const callFor = (
  order: Order,
  way: Way,
  { form, terms }: { readonly form: URLSearchParams; readonly terms: ShopTerms },
): ApiCall => {
  switch (way) {
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
  const call = callFor(order, way, { form, terms: { ...seller.terms, resultUrl: `${origin}/shop/result` } });
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
  return answerer(deps).page(
    productPage({ newCode: newOrderCode, cards: deps.cards, linked: linkedProducts(deps.now()), orders }),
  );
};

const showStyle = async (): Promise<ShopAnswer> => ({
  statusCode: 200,
  headers: { ...commonHeaders, 'content-type': 'text/css; charset=utf-8' },
  body: STYLE,
});

const nothingArrived = async (_request: ShopRequest, deps: ShopDependencies): Promise<ShopAnswer> =>
  answerer(deps).page(
    sentencePage('Nothing has arrived', "A result is a POST of the payer's browser. This was a GET."),
  );

const routes: Readonly<Record<string, Serve>> = {
  'GET ': showProduct,
  'GET /style.css': showStyle,
  'GET /frame': frame,
  'GET /result': nothingArrived,
  'GET /course-result': nothingArrived,
  'GET /gift-result': nothingArrived,
  'POST /result': takeResult,
  'POST /verify': verify,
  'POST /pay/link': pay,
  'POST /pay/frame': pay,
  'POST /pay/card': pay,
  'POST /pay/course': leadToLink('course'),
  'POST /pay/gift': leadToLink('gift'),
  'POST /course-result': takeReturn('course'),
  'POST /gift-result': takeReturn('gift'),
};

/** The demo shop: a dealer's own program, which knows the service by its public API alone. */
export const demoShop =
  (deps: ShopDependencies): Shop =>
  async (request) => {
    const path = request.path === '/' ? '' : request.path;
    const key = `${request.method} ${path}`;
    const serve = Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (serve !== undefined) return serve(request, deps);
    return answerer(deps).page(sentencePage('No such page', 'Everything that the shop sells is one page back.'), 404);
  };
