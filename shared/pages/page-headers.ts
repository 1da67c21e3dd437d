import { createHash } from 'node:crypto';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import type { Page, PageKind } from './document.ts';

export interface PageHeaderOptions {
  /** The one origin whose pages may frame this one (`frameAncestorOf`); absent: no page may. */
  readonly frameAncestor?: string | undefined;
  /** Sandbox stages have banks and dealers on the machine itself, over plain http. */
  readonly sandbox: boolean;
  /** Seconds after which the page reloads itself. Sent as a header: accessibility checkers refuse the meta element. */
  readonly refreshAfterSeconds?: number | undefined;
}

/** The origin that may frame a link's pages: the dealer's where its own page sends the payer, none for payment requests (rule 31). */
export const frameAncestorOf = (link: Pick<PaymentRequest, 'source' | 'redirectUrl'>): string | undefined =>
  link.source !== 'payment-request' && link.redirectUrl !== undefined ? new URL(link.redirectUrl).origin : undefined;

const originAlone = (origin: string | undefined): string => {
  if (origin === undefined) return "'none'";
  if (!/^https?:$/.test(URL.parse(origin)?.protocol ?? '') || URL.parse(origin)?.origin !== origin)
    throw new RangeError('only an origin may stand in a policy');
  return origin;
};

/** A content security policy cannot name an address range, so these are the two loopback names that it can. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:*';
const withLoopback = (source: string, sandbox: boolean): string => (sandbox ? `${source} ${LOOPBACK}` : source);

/**
 * Who may frame a page. The finishing page is made before anybody looked whose payment it is, and stands in the dealer's
 * frame where the payment does: so it allows every site that may be a dealer's. It shows nothing of the payment.
 */
const frameSource = (kind: PageKind, { frameAncestor, sandbox }: PageHeaderOptions): string =>
  kind === 'finishing' ? withLoopback('https:', sandbox) : originAlone(frameAncestor);

/**
 * Where forms may post. Browsers apply this to the whole chain of redirects, and gates redirect to the issuer's page:
 * so the hand-over page allows all of https. The redirect page has no such directive: if the dealer's page redirects, a
 * payer who has paid must not be stranded (rule 25).
 */
const formAction = (kind: PageKind, sandbox: boolean): string | undefined => {
  if (kind === 'redirect') return undefined;
  if (kind === 'hand-over') return `form-action ${withLoopback('https:', sandbox)}`;
  return "form-action 'self'";
};

const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;

/**
 * Headers of a page: it loads nothing but pictures that stand in it, is not cached, sends no referrer path, and only a
 * named origin may frame it. The card form alone may call this service.
 */
export const pageHeaders = (
  { kind, styles, script }: Pick<Page, 'kind' | 'styles' | 'script'>,
  options: PageHeaderOptions,
): Readonly<Record<string, string>> => {
  const { sandbox, refreshAfterSeconds } = options;
  const frames = frameSource(kind, options);
  const policy = [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    'img-src data:',
    formAction(kind, sandbox),
    script === undefined ? undefined : `script-src ${hashOf(script)}`,
    kind === 'form' ? "connect-src 'self'" : undefined,
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.filter((directive) => directive !== undefined).join('; '),
    'referrer-policy': 'strict-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(frames === "'none'" ? { 'x-frame-options': 'DENY' } : {}),
    ...(refreshAfterSeconds === undefined ? {} : { refresh: String(refreshAfterSeconds) }),
    'strict-transport-security': 'max-age=31536000',
    vary: 'accept-language',
  };
};
