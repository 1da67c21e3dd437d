import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';
import type { Language } from './language.ts';
import { texts } from './texts.ts';

/** The one style sheet of every page. It is inline, and the content security policy names its hash. */
const STYLE = `:root{color-scheme:light dark;--ink:#1b2430;--soft:#4c5866;--line:#d3dae2;--paper:#fff;--ground:#f2f5f8;--mark:#0b5cad;--mark-ink:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#eef2f6;--soft:#b3bfcc;--line:#3a4654;--paper:#1c242d;--ground:#12181f;--mark:#8cc2ff;--mark-ink:#0d1620}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main{max-width:34rem;margin:0 auto;padding:1rem}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;flex-wrap:wrap}
header p{margin:0;font-weight:600}
a{color:var(--mark)}
a:focus-visible{outline:3px solid var(--mark);outline-offset:3px;border-radius:2px}
main{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin-bottom:2rem;overflow-wrap:anywhere}
h1{font-size:1.1rem;margin:0 0 .25rem;font-weight:600}
h2{font-size:1rem;margin:1.5rem 0 .5rem}
.amount{font-size:2.25rem;line-height:1.2;font-weight:700;margin:0 0 1rem;font-variant-numeric:tabular-nums}
.state{display:inline-block;margin:0 0 .75rem;padding:.2rem .75rem;border-radius:1rem;background:var(--mark);color:var(--mark-ink);font-weight:600}
dl{margin:1rem 0 0;display:grid;gap:.75rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.4rem .5rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-size:.875rem;font-weight:500}
.number{text-align:right;font-variant-numeric:tabular-nums}
@media(max-width:36rem){main{border-radius:0;border-left:0;border-right:0;padding:1rem}}`;

const styleHash = createHash('sha256').update(STYLE, 'utf8').digest('base64');

export interface PageOptions {
  readonly language: Language;
  readonly serviceName: string;
  readonly heading: string;
  readonly content: Html;
}

/** A whole page in the service's frame, with the switch to the other language. */
export const page = ({ language, serviceName, heading, content }: PageOptions): Html => {
  const other = language === 'tr' ? 'en' : 'tr';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} - ${serviceName}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><p>${serviceName}</p><a href="?lang=${other}" hreflang="${other}" lang="${other}">${texts[language].otherLanguage}</a></header>
<main>
${content}
</main>
</body>
</html>
`;
};

/** Headers of every page: nothing is loaded, framed, cached or told to other sites. */
export const pageHeaders = (): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'strict-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000',
  vary: 'accept-language',
});
