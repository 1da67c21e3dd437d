import { html } from '../../pages/html.ts';
import type { Placed } from '../place-order.ts';
import { product } from '../product.ts';
import { layout, type ShopPage } from './layout.ts';
import { verdictHead } from './verdict-head.ts';

const back = html`<p><a class="back" href="/shop">Back to the shop</a></p>`;

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
    charged: verdictHead('paid', {
      title: 'Paid',
      says: 'The card was charged in one call, and Data.IsSuccessful is true. The shop ships the order.',
    }),
    declined: verdictHead('not-paid', {
      title: 'Not paid',
      says: 'The bank declined. The outer ResultCode is Success all the same: a shop looks at Data.IsSuccessful.',
    }),
    refused: verdictHead('not-paid', {
      title: 'Refused',
      says: 'The service did not begin the payment. The code and the sentence tell what to mend.',
    }),
    unknown: verdictHead('open', {
      title: 'Outcome not known',
      says: 'The service has not told. The shop ships nothing; a charge that nobody collects within ten minutes is given back.',
    }),
  } as const;
  return layout({ title: 'Payment – demo shop', content: html`${titles[placed.kind]}${about}${back}` });
};

/** A page that only says something. */
export const sentencePage = (title: string, says: string): ShopPage =>
  layout({ title: `${title} – demo shop`, content: html`${verdictHead('open', { title, says })}${back}` });
