import { type Html, html } from '../../pages/html.ts';

/** A page of the service that explains it. */
export interface ServiceLink {
  readonly path: string;
  readonly name: string;
}

/** A page of the shop, and who may frame it. */
export interface ShopPage {
  readonly markup: (service: ServiceLink) => string;
  /** True for what is shown inside the shop's own frame. */
  readonly framed: boolean;
}

export interface LayoutOptions {
  readonly title: string;
  /** Inside the shop's own frame: no header, and links lead out of it. */
  readonly inFrame?: boolean;
  readonly content: Html;
}

/** The shop's mark: a thin-waisted glass. */
const mark = html`<svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path fill="currentColor" d="M7 2h10c.3 4.2-2.6 5.6-2.6 9s2.9 4.6 2.3 9.2A2 2 0 0 1 14.8 22H9.2a2 2 0 0 1-1.9-1.8C6.7 15.6 9.6 14.4 9.6 11S6.7 6.2 7 2z"/></svg>`;

const header = ({ path, name }: ServiceLink): Html => html`<header class="bar"><div>
<a class="brand" href="/shop">${mark}<span>Çay &amp; Co.<small>a demo shop: nothing is charged, nothing is shipped</small></span></a>
<nav aria-label="Service"><a href="${path}">${name}</a></nav>
</div></header>`;

/** A whole page of the shop. Its style sheet is a file of its own, and it has no script. */
export const layout = ({ title, inFrame = false, content }: LayoutOptions): ShopPage => ({
  framed: inFrame,
  markup: (service) =>
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${inFrame ? html`<base target="_top">` : undefined}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop/style.css">
</head>
<body${inFrame ? html` class="framed"` : undefined}>
${inFrame ? undefined : header(service)}
<main>
${content}
</main>
</body>
</html>
`.markup,
});
