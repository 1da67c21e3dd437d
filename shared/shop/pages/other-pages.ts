import { type Html, html } from '../../pages/html.ts';
import type { Placed } from '../place-order.ts';
import { product } from '../product.ts';
import { layout, type ShopPage } from './layout.ts';

const back = html`<p><a class="back" href="/shop">Back to the shop</a></p>`;

const verdict = (kind: 'paid' | 'not-paid' | 'forged' | 'open', title: string, says: Html | string): Html =>
  html`<div class="verdict ${kind}"><p class="sign" aria-hidden="true">${kind === 'paid' ? '✓' : '!'}</p><div><h1>${title}</h1><p>${says}</p></div></div>`;

/** The shop's page with the payment in a frame. */
export const framePage = (url: string): ShopPage =>
  layout({
    title: `Pay – ${product.name}`,
    content: html`<div class="aside"><div><h1>${product.name}</h1>
<p class="soft">The frame shows the service's page, and then the bank's. This page never sees the card.</p>${back}</div>
<iframe title="Payment" src="${url}"></iframe></div>`,
  });

type Ended = Exclude<Placed, { readonly kind: 'to-pay' }>;

/** What a dealer's server knows after one call, without a result that a browser brings. */
export const endedPage = (placed: Ended): ShopPage => {
  const about = html`<section><h2>What the shop's server got</h2><div class="wide"><table class="facts"><tbody>
<tr><th scope="row"><code>OtherTrxCode</code></th><td><code>${placed.order.code}</code></td></tr>
<tr><th scope="row"><code>${placed.kind === 'charged' || placed.kind === 'declined' ? 'Data.ResultCode' : 'ResultCode'}</code></th><td>${'code' in placed && placed.code !== '' ? html`<code>${placed.code}</code>` : html`<span class="soft">${placed.kind === 'unknown' ? 'no answer' : 'empty'}</span>`}</td></tr>
${'message' in placed ? html`<tr><th scope="row">Message</th><td>${placed.message}</td></tr>` : undefined}
</tbody></table></div>${placed.kind === 'charged' || placed.kind === 'declined' ? html`<p class="soft">The answer came from the service to the shop's server. No browser was in between, so there is no hash to verify.</p>` : undefined}</section>`;
  const titles = {
    charged: verdict(
      'paid',
      'Paid',
      'The card was charged in one call, and Data.IsSuccessful is true. The shop ships the order.',
    ),
    declined: verdict(
      'not-paid',
      'Not paid',
      'The bank declined. The outer ResultCode is Success all the same: a shop looks at Data.IsSuccessful.',
    ),
    refused: verdict(
      'not-paid',
      'Refused',
      'The service did not begin the payment. The code and the sentence tell what to mend.',
    ),
    unknown: verdict(
      'open',
      'Outcome not known',
      'The service has not told. The shop ships nothing; a charge that nobody collects within ten minutes is given back.',
    ),
  } as const;
  return layout({ title: 'Payment – demo shop', content: html`${titles[placed.kind]}${about}${back}` });
};

/** A page that only says something. */
export const sentencePage = (title: string, says: string): ShopPage =>
  layout({ title: `${title} – demo shop`, content: html`${verdict('open', title, says)}${back}` });
