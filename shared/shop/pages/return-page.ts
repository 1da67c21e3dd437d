import type { MinorUnits } from '../../domain/money/money.ts';
import { amountHtml } from '../../pages/amounts.ts';
import { type Html, html } from '../../pages/html.ts';
import type { LinkedProduct } from '../../ports/demo-shop.ts';
import type { ArrivedResult } from '../arrived-result.ts';
import type { Check, Doubt } from '../believe-payment.ts';
import { product } from '../product.ts';
import { type ArrivedAt, arrivedTable } from './arrived-table.ts';
import { layout, type ShopPage } from './layout.ts';
import { type VerdictKind, type VerdictWords, verdictHead } from './verdict-head.ts';

/** What the shop made of a payer who came back from a reusable link. */
export interface Believed {
  /**
   * - `paid`: believed, and taken now.
   * - `repeated`: all holds, and the code was taken before.
   * - `foreign`: no link of the shop makes such a code, so nothing was asked.
   * - `not-found`: the service knows no such payment.
   * - `unknown`: the service did not tell.
   */
  readonly kind: Doubt | 'paid' | 'repeated' | 'foreign' | 'not-found' | 'unknown';
  /** ResultCode of the answer; absent where nothing was asked, or nothing answered. */
  readonly answered?: string | undefined;
  readonly checks: readonly Check[];
  readonly amount?: MinorUnits;
}

export interface ReturnView {
  readonly arrived: ArrivedResult;
  readonly product: LinkedProduct;
  readonly believed: Believed;
}

const handsOut: Readonly<Record<LinkedProduct, string>> = {
  course: 'The place in the course is taken.',
  gift: 'Somebody will drink a tea on it.',
};

type Words = VerdictWords & { readonly look: VerdictKind };

const refused = (says: string): Words => ({ look: 'forged', title: 'Not believed', says });

const words: Readonly<Record<Exclude<Believed['kind'], 'paid'>, Words>> = {
  'not-paid': {
    look: 'not-paid',
    title: 'Not paid',
    says: 'The service says that nothing was paid. The shop hands nothing out.',
  },
  open: {
    look: 'open',
    title: 'Not paid yet',
    says: 'The service says that the payment has not ended. The shop hands nothing out meanwhile.',
  },
  unknown: {
    look: 'open',
    title: 'Not known yet',
    says: 'The service did not tell. The shop hands nothing out before it does.',
  },
  'other-link': refused(
    'There is such a payment, but it was made by another link. The shop hands nothing out for it here.',
  ),
  'too-little': refused('There is such a payment, but it is less than this link asks. The shop hands nothing out.'),
  'too-old': refused('The payment is a day old. The shop has forgotten what it took then, so it takes nothing again.'),
  repeated: refused('The payment is real, and the shop took it before. It hands nothing out twice.'),
  foreign: refused(
    'No link of this shop makes such an OtherTrxCode. The shop did not even ask: its page tells nobody of other payments.',
  ),
  'not-found': refused('The service knows no such payment. Somebody made this form up.'),
};

const wordsOf = ({ product: id, believed: { kind } }: ReturnView): Words =>
  kind === 'paid'
    ? {
        look: 'paid',
        title: 'Paid',
        says: `The service itself says so, and nobody brought this payment before. ${handsOut[id]}`,
      }
    : words[kind];

const arrivedAt = (id: LinkedProduct): ArrivedAt => ({
  path: `/shop/${id}-result`,
  only: 'only the service tells',
  notes: {
    hashValue: 'proves nothing here: CodeForHash of such a payment is told to nobody',
    resultCode: 'not looked at',
    resultMessage: 'not looked at',
    trxCode: 'not looked at',
    OtherTrxCode: 'LinkCode and 16 characters of the service: the shop asks for the payment by it',
  },
});

const checkRow = ({ member, told, wanted, holds }: Check): Html =>
  html`<tr><th scope="row"><code>${member}</code></th><td>${told}<small class="${holds ? 'yes' : 'bad'}">${holds ? 'as wanted' : 'not as wanted'}: ${wanted}</small></td></tr>\n`;

const onceRow = (kind: Believed['kind']): Html | undefined => {
  if (kind !== 'paid' && kind !== 'repeated') return undefined;
  const isNew = kind === 'paid';
  return html`<tr><th scope="row"><code>OtherTrxCode</code></th><td>${isNew ? 'new' : 'taken before'}<small class="${isNew ? 'yes' : 'bad'}">${isNew ? 'as wanted' : 'not as wanted'}: never taken before</small></td></tr>\n`;
};

const askedStep = (code: string, { kind, answered }: Believed): Html => {
  if (kind === 'foreign') return html`<p>Nothing was asked.</p>`;
  const told = answered === undefined ? 'no answer came' : html`the answer was <code>${answered}</code>`;
  return html`<p><code>GetUserPosPayment</code> by <code>OtherTrxCode</code> <code>${code}</code>: ${told}.</p>`;
};

const steps = (view: ReturnView): Html => {
  const { arrived, believed } = view;
  const { kind, checks, amount } = believed;
  const { says } = wordsOf(view);
  const sum =
    amount && kind === 'paid'
      ? html` ${amountHtml(amount, { currency: product.currency, language: 'en' })} was paid.`
      : undefined;
  return html`<section><h2>What the shop asked, and what it believes</h2><ol class="steps">
<li><h3>Ask the service</h3>${askedStep(arrived.fields.OtherTrxCode, believed)}</li>
<li><h3>Look at its answer</h3>${
    checks.length === 0
      ? html`<p>There is nothing to look at.</p>`
      : html`<div class="wide"><table class="facts"><tbody>${checks.map(checkRow)}${onceRow(kind)}</tbody></table></div>`
  }</li>
<li><h3>Decide</h3><p>${says}${sum}</p></li></ol></section>`;
};

/** What may change by itself: the payer asks again. */
const askAgain = ({ arrived, product: id, believed: { kind } }: ReturnView): Html | undefined =>
  kind !== 'open' && kind !== 'unknown'
    ? undefined
    : html`<form method="post" action="/shop/${id}-result"><input type="hidden" name="OtherTrxCode" value="${arrived.fields.OtherTrxCode}"><button>Ask again</button></form>`;

/** The payer is back from a reusable link: what was posted, what the shop asked the service, and what it believes. */
export const returnPage = (view: ReturnView): ShopPage => {
  const { title, says, look } = wordsOf(view);
  return layout({
    title: `${title} – demo shop`,
    content: html`${verdictHead(look, { title, says })}${askAgain(view)}
${arrivedTable(view.arrived, arrivedAt(view.product))}${steps(view)}
<p><a class="back" href="/shop">Back to the shop</a></p>`,
  });
};
