import type { MinorUnits } from '../../domain/money/money.ts';
import { amountHtml } from '../../pages/amounts.ts';
import { type Html, html } from '../../pages/html.ts';
import type { LinkedProduct, Order, OrderState, Way } from '../../ports/demo-shop.ts';
import { product } from '../product.ts';
import type { LinkedProductView } from '../reusable-links.ts';
import { layout, type ShopPage } from './layout.ts';
import { productPicture } from './product-picture.ts';

/** A card to try, and what its bank does. */
export interface CardView {
  readonly number: string;
  readonly does: string;
}

export interface ProductView {
  /** A new code for each way to pay. */
  readonly newCode: () => string;
  readonly cards: readonly CardView[];
  /** What is sold by a link that many pay. */
  readonly linked: readonly LinkedProductView[];
  readonly orders: readonly Order[];
}

const liras = (amount: MinorUnits): Html => amountHtml(amount, { currency: product.currency, language: 'en' });

const price = liras(product.amount);

const orderField = (code: string): Html => html`<input type="hidden" name="order" value="${code}">`;

const wayText: Readonly<Record<Way | LinkedProduct, string>> = {
  link: 'by link',
  frame: 'in a frame',
  'card-3d': 'by card, 3D',
  card: 'by card',
  course: 'course, by reusable link',
  gift: 'gift, by open amount',
};

const stateText: Readonly<Record<OrderState, string>> = {
  waiting: 'waiting for its result',
  paid: 'paid',
  'not-paid': 'not paid',
  unknown: 'outcome not known',
};

const byLink = (code: string): Html => html`<details name="way" open><summary>Pay by link</summary><div>
<p>The shop's server makes a payment link and sends the browser there. The payer comes back with a signed result.</p>
<form method="post" action="/shop/pay/link">${orderField(code)}<button>Pay ${price}</button></form>
<p class="call">CreateUserPosPayment</p></div></details>`;

const inFrame = (code: string): Html => html`<details name="way"><summary>Pay here, in a frame</summary><div>
<p>The card form stands in the shop's own page. The bank's 3D page and the result stay in it.</p>
<form method="post" action="/shop/pay/frame">${orderField(code)}<button>Pay ${price}</button></form>
<p class="call">DoDirectPaymentThreeDMobile, RedirectType 1</p></div></details>`;

const byCard = (
  code: string,
  cards: readonly CardView[],
): Html => html`<details name="way"><summary>Pay by card</summary><div>
<p>The shop has a card form of its own, and its server sends the card on. No order keeps it.</p>
<form method="post" action="/shop/pay/card" autocomplete="off">${orderField(code)}
<label>Card number<input name="number" value="${cards[0]?.number}" inputmode="numeric" list="cards" maxlength="30" required></label>
<datalist id="cards">${cards.map(({ number, does }) => html`<option value="${number}">${does}</option>`)}</datalist>
<label>Name on card<input name="holder" value="Elif Yılmaz" maxlength="100" required></label>
<div class="pair"><label>Expiry<input name="expiry" value="12 / 49" inputmode="numeric" maxlength="9" required></label>
<label>CVC<input name="cvc" value="123" inputmode="numeric" maxlength="4" required></label></div>
<label class="check"><input type="checkbox" name="threeD" value="1" checked>with 3D Secure: the bank asks the payer</label>
<button>Pay ${price}</button></form>
<p class="call">DoDirectPaymentThreeD, or DoDirectPayment without 3D</p></div></details>`;

const linkedProduct = (view: LinkedProductView): Html => {
  const isCourse = view.id === 'course';
  const asked = isCourse ? liras(view.amount) : html`What you like, from ${liras(view.least)}`;
  const how = isCourse
    ? 'One reusable link for everybody, with a fixed amount and a number of places.'
    : 'One reusable link for everybody, on which each payer chooses the amount.';
  return html`<section><h2>${view.name}</h2><p class="price">${asked}</p><p class="soft">${view.words}</p>
<form method="post" action="/shop/pay/${view.id}"><button>${isCourse ? 'Take a place' : 'Give a tea'}</button></form>
<p>${how}</p><p class="call">CreateUserPosLink, and GetUserPosPayment when the payer is back</p></section>`;
};

const testCards = (cards: readonly CardView[]): Html => html`<h2>Cards to try</h2>
<ul class="cards">${cards.map(({ number, does }) => html`<li><code>${number.replaceAll(/(?<=^(?:\d{4})+)(?=\d)/g, ' ')}</code><span>${does}</span></li>`)}</ul>
<p class="soft">Any expiry in the future and any CVC of three digits.</p>`;

const ordersTable = (orders: readonly Order[]): Html | undefined =>
  orders.length === 0
    ? undefined
    : html`<section><h2>Your latest orders</h2><div class="wide"><table><thead><tr><th scope="col">Order</th><th scope="col">Way</th><th scope="col">State</th></tr></thead>
<tbody>${orders.map(({ code, way, state }) => html`<tr><td><code>${code}</code></td><td>${wayText[way]}</td><td><span class="state ${state}">${stateText[state]}</span></td></tr>\n`)}</tbody></table></div></section>`;

/** The product with three ways to pay for it, what is sold by reusable links, and the orders of this browser. */
export const productPage = ({ newCode, cards, linked, orders }: ProductView): ShopPage =>
  layout({
    title: `${product.name} – demo shop`,
    content: html`<div class="product"><div class="show">${productPicture}</div>
<div><h1>${product.name}</h1><p class="price">${price}</p><p class="soft">${product.words}</p>
<div class="ways">${byLink(newCode())}${inFrame(newCode())}${byCard(newCode(), cards)}</div></div></div>
<div class="more">${linked.map(linkedProduct)}</div>
<section>${testCards(cards)}</section>
${ordersTable(orders)}`,
  });
