import { type Html, html } from '../../pages/html.ts';

export interface VerdictWords {
  readonly title: string;
  readonly says: string;
}

/** `open`: nothing is decided yet. */
export type VerdictKind = 'paid' | 'not-paid' | 'forged' | 'open';

const signs: Readonly<Record<VerdictKind, string>> = { paid: '✓', 'not-paid': '!', forged: '!', open: '?' };

/** The head of a page: what the shop has decided. */
export const verdictHead = (kind: VerdictKind, { title, says }: VerdictWords): Html =>
  html`<div class="verdict ${kind}"><p class="sign" aria-hidden="true">${signs[kind]}</p><div><h1>${title}</h1><p>${says}</p></div></div>`;
