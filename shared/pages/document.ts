import { createHash } from 'node:crypto';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { Html, html } from './html.ts';
import type { Language } from './language.ts';
import { CARD_FORM_SCRIPT, SUBMIT_SCRIPT } from './scripts.ts';
import { STYLE } from './style.ts';
import { texts } from './texts.ts';

/** What every page is told: the language it speaks and the name that stands above it. */
export interface PageFrame {
  readonly language: Language;
  readonly serviceName: string;
}

/**
 * `form`: the card form. `hand-over`: posts the card to the bank. `redirect`: reports to the dealer. `plain`: all else,
 * which may hold forms that post to their own address but no script.
 */
export type PageKind = 'form' | 'hand-over' | 'redirect' | 'plain';

const scripts: Readonly<Record<PageKind, string | undefined>> = {
  form: CARD_FORM_SCRIPT,
  'hand-over': SUBMIT_SCRIPT,
  redirect: SUBMIT_SCRIPT,
  plain: undefined,
};

const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}'`;

/** A closed lock, for the eye alone. */
export const LOCK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="4" y="10" width="16" height="11" rx="2"/><path d="M8 10V7a4 4 0 0 1 8 0v3"/></svg>`;

export interface PageOptions extends PageFrame {
  /** Decides the script of the page; `pageHeaders` must be told the same kind. */
  readonly kind?: PageKind;
  readonly heading: string;
  readonly content: Html;
}

const languageSwitch = (language: Language): Html => {
  const other = language === 'tr' ? 'en' : 'tr';
  return html`<a href="?lang=${other}" hreflang="${other}" lang="${other}">${texts[language].otherLanguage}</a>`;
};

/**
 * A whole page in the service's frame, with the switch to the other language, except on pages that are on their way
 * elsewhere: following a link there would leave the way.
 */
export const page = ({ kind = 'plain', language, serviceName, heading, content }: PageOptions): Html => {
  const script = scripts[kind];
  const passing = kind === 'hand-over' || kind === 'redirect';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${heading} - ${serviceName}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><p>${LOCK}${serviceName}</p>${passing ? undefined : languageSwitch(language)}</header>
<main>
${content}
</main>
${script === undefined ? undefined : html`<script>${new Html(script)}</script>\n`}</body>
</html>
`;
};

export interface PageHeaderOptions {
  /** The one origin whose pages may frame this one (`frameAncestorOf`); absent: no page may. */
  readonly frameAncestor?: string | undefined;
  /** Sandbox stages have banks and dealers on the machine itself, over plain http. */
  readonly sandbox: boolean;
  /** The page asks for itself again after so long. A header, as checkers of accessibility refuse the element. */
  readonly refreshAfterSeconds?: number | undefined;
}

/** The origin whose pages may frame a link's pages: the dealer's own for mobile payments, none for links (rule 31). */
export const frameAncestorOf = (link: Pick<PaymentRequest, 'source' | 'redirectUrl'>): string | undefined =>
  link.source === 'mobile-3d' && link.redirectUrl !== undefined ? new URL(link.redirectUrl).origin : undefined;

const frameSource = (origin: string | undefined): string => {
  if (origin === undefined) return "'none'";
  if (!/^https?:$/.test(URL.parse(origin)?.protocol ?? '') || URL.parse(origin)?.origin !== origin)
    throw new RangeError('only an origin may stand in a policy');
  return origin;
};

/** A policy names no range of addresses: the names of the machine itself that it can write. */
const LOOPBACK = 'http://localhost:* http://127.0.0.1:*';

/**
 * Where forms may post. For the hand-over page browsers apply it to the whole chain of redirects, and gates redirect to
 * the issuer's page; the redirect page has no such directive, as a dealer's page that redirects elsewhere must not
 * strand a payer who has paid (rule 25).
 */
const formAction = (kind: PageKind, sandbox: boolean): string | undefined => {
  if (kind === 'redirect') return undefined;
  if (kind === 'hand-over') return sandbox ? `form-action https: ${LOOPBACK}` : 'form-action https:';
  return "form-action 'self'";
};

/** Headers of a page: nothing is loaded, cached or told to other sites, and only a named origin may frame it. */
export const pageHeaders = (
  kind: PageKind = 'plain',
  { frameAncestor, sandbox, refreshAfterSeconds }: PageHeaderOptions = { sandbox: false },
): Readonly<Record<string, string>> => {
  const script = scripts[kind];
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    formAction(kind, sandbox),
    script === undefined ? undefined : `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    `frame-ancestors ${frameSource(frameAncestor)}`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.filter((directive) => directive !== undefined).join('; '),
    'referrer-policy': 'strict-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(frameAncestor === undefined ? { 'x-frame-options': 'DENY' } : {}),
    ...(refreshAfterSeconds === undefined ? {} : { refresh: String(refreshAfterSeconds) }),
    'strict-transport-security': 'max-age=31536000',
    vary: 'accept-language',
  };
};
