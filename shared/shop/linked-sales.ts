import * as z from 'zod/mini';
import type { LinkedProduct, ShopOrders } from '../ports/demo-shop.ts';
import { arrivedResult } from './arrived-result.ts';
import { checksOf, doubtOf, toldPaymentOf } from './believe-payment.ts';
import { withOrder } from './own-orders.ts';
import { sentencePage } from './pages/other-pages.ts';
import { type Believed, returnPage } from './pages/return-page.ts';
import { isOfLink, linksOf, type ShopLink } from './reusable-links.ts';
import type { ApiAnswer, ApiCall, DealerApi } from './service-api.ts';
import { answerer, noSeller, type Seller, type Serve, type ShopDependencies } from './serving.ts';

const madeLink = z.object({ UserPosLinkId: z.int(), Url: z.url({ protocol: /^https?$/ }) });
const NO_SUCH_PAYMENT = /\.UserPosPaymentNotFound$/;

const dataOf = (answer: ApiAnswer): unknown =>
  answer.kind === 'answered' && answer.code === 'Success' ? answer.data : undefined;

const ask = (code: string): ApiCall => ({
  path: '/PaymentUserPos/GetUserPosPayment',
  authenticationBlock: 'DealerAuthentication',
  requestBlock: 'PaymentUserPosRequest',
  request: { OtherTrxCode: code },
});

/** Leads a payer to the reusable link of a product. Whoever is first makes it; the service keeps it for everybody after. */
export const leadToLink =
  (id: LinkedProduct): Serve =>
  async (_request, deps) => {
    const answer = answerer(deps);
    const seller = await deps.seller();
    if (seller === undefined) return answer.page(noSeller, 503);
    const [link] = linksOf(id, { ...seller.terms, home: deps.home }, deps.now());
    const made = await seller.api(link.call);
    const { success, data } = madeLink.safeParse(dataOf(made));
    if (success) return answer.moved(data.Url, {});
    const why = made.kind === 'answered' ? `It answered ${made.code}: ${made.message}` : 'It did not answer in time.';
    return answer.page(sentencePage('Not for sale now', `The service made no link. ${why}`), 503);
  };

/** Writes the order of a paid code down; false where somebody brought the code before, or at the same time. */
const takeOnce = async (
  orders: ShopOrders,
  { code, way, atMs }: { readonly code: string; readonly way: LinkedProduct; readonly atMs: number },
): Promise<boolean> => {
  let isFirst = false;
  await orders.change(code, (stored) => {
    isFirst = stored === undefined;
    return stored ?? { code, way, atMs, state: 'paid' };
  });
  return isFirst;
};

interface ToBelieve {
  readonly code: string;
  readonly product: LinkedProduct;
  readonly link: ShopLink;
}

const believe = async (
  { code, product, link }: ToBelieve,
  { api, deps }: { readonly api: DealerApi; readonly deps: ShopDependencies },
): Promise<Believed> => {
  const [answer, made] = await Promise.all([api(ask(code)), api(link.call)]);
  const answered = answer.kind === 'answered' ? answer.code : undefined;
  if (answered !== undefined && NO_SUCH_PAYMENT.test(answered)) return { kind: 'not-found', answered, checks: [] };
  const told = toldPaymentOf(dataOf(answer));
  const { success, data } = madeLink.safeParse(dataOf(made));
  if (told === undefined || !success) return { kind: 'unknown', answered, checks: [] };
  const nowMs = deps.now();
  const checks = checksOf(told, { ...link, userPosLinkId: data.UserPosLinkId, nowMs });
  const doubt = doubtOf(checks);
  if (doubt !== undefined) return { kind: doubt, answered, checks };
  const isFirst = await takeOnce(deps.orders, { code, way: product, atMs: nowMs });
  return { kind: isFirst ? 'paid' : 'repeated', answered, checks, amount: told.amount };
};

/**
 * Asks nothing about a code that no link of the shop can have made: else a visitor could read other payments of the dealer here
 * (rule 49).
 */
const believeOwn = async (
  code: string,
  product: LinkedProduct,
  { terms, api }: Seller,
  deps: ShopDependencies,
): Promise<Believed> => {
  const links = (id: LinkedProduct) => linksOf(id, { ...terms, home: deps.home }, deps.now());
  const own = links(product);
  const isOurs = [...links('course'), ...links('gift')].some((link) => isOfLink(code, link));
  if (!isOurs) return { kind: 'foreign', checks: [] };
  const link = own.find((one) => isOfLink(code, one)) ?? own[0];
  return believe({ code, product, link }, { api, deps });
};

/**
 * Takes a payer back from the reusable link of a product. What the browser posted proves nothing, its hash neither, since
 * CodeForHash of such a payment is told to nobody (rule 52): the shop asks the service for the posted OtherTrxCode, and believes
 * its answer alone, once for each OtherTrxCode.
 */
export const takeReturn =
  (product: LinkedProduct): Serve =>
  async ({ form, cookies, origin }, deps) => {
    const seller = await deps.seller();
    if (seller === undefined) return answerer(deps).page(noSeller, 503);
    const arrived = arrivedResult(form);
    const code = arrived.fields.OtherTrxCode;
    const believed = await believeOwn(code, product, seller, deps);
    const remembered = believed.kind === 'paid' ? { 'set-cookie': withOrder(code, cookies, origin) } : {};
    return answerer(deps).page(returnPage({ arrived, product, believed }), 200, remembered);
  };
