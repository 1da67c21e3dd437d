import type { ShopOrders } from '../ports/demo-shop.ts';
import type { ShopTerms } from './calls.ts';
import type { ServiceLink, ShopPage } from './pages/layout.ts';
import { sentencePage } from './pages/other-pages.ts';
import type { CardView } from './pages/product-page.ts';
import type { DealerApi } from './service-api.ts';

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

export interface ShopAnswer {
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
  /** The one address under which everybody comes back: a link that many pay has one RedirectUrl. */
  readonly home: string;
  /** Where the service explains itself. */
  readonly service: ServiceLink;
  readonly now: () => number;
}

/** Headers of every answer. */
export const commonHeaders = {
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

/** How the shop answers: with a page, or by leading elsewhere. */
export const answerer = (deps: ShopDependencies) => ({
  page: (page: ShopPage, statusCode = 200, more: Readonly<Record<string, string>> = {}): ShopAnswer => ({
    statusCode,
    headers: {
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page, deps.serviceOrigins),
      ...more,
    },
    body: page.markup(deps.service),
  }),
  moved: (location: string, more: Readonly<Record<string, string>>): ShopAnswer => ({
    statusCode: 303,
    headers: { ...commonHeaders, location, ...more },
    body: '',
  }),
});

/** Serves one of the shop's addresses. */
export type Serve = (request: ShopRequest, deps: ShopDependencies) => Promise<ShopAnswer>;

/** What a shop shows that has no dealer yet. */
export const noSeller = sentencePage(
  'Closed for now',
  'No dealer has the shop yet. An operator names one: npm run operator -- put-shop --help tells how.',
);
