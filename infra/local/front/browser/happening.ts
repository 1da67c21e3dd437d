import type { DeliveryView, ShownPayment } from '../request-view.ts';
import { amountOf, byId, element, timeOf } from './elements.ts';

// Links, payments and deliveries, the one that moved last first.

const KINDS: Readonly<Record<string, string>> = {
  link: 'Link',
  'mobile-3d': 'Mobile 3D',
  direct: 'Direct payment',
  'three-d': '3D payment',
};

const GOOD = new Set(['paid', 'approved', 'done', 'refunded', 'voided']);
const BAD = new Set(['failed', 'declined', 'dead', 'refused', 'stuck', 'gone', 'cancelled']);

const tone = (state: string): string => {
  if (GOOD.has(state)) return 'good';
  return BAD.has(state) ? 'bad' : 'calm';
};

const mark = (state: string): HTMLElement => element('span', { class: `mark ${tone(state)}` }, state);

/** Shows an entry at the head of its list, in place of what was shown of it before. */
const place = (list: HTMLElement, id: string, entry: HTMLElement): void => {
  entry.dataset.id = id;
  list.querySelector(`[data-id="${CSS.escape(id)}"]`)?.remove();
  list.prepend(entry);
  while (list.children.length > 50) list.lastElementChild?.remove();
};

const stateOf = ({ link, attempts }: ShownPayment): string => link ?? attempts.at(-1)?.state ?? 'begun';

export const showPayment = (payment: ShownPayment): void => {
  const { kind, paymentId, otherTrxCode, amount, currency, attempts, steps } = payment;
  byId('no-payments').hidden = true;
  const tries = attempts.map(({ state, maskedCard, bankCode, installments }) =>
    element(
      'li',
      {},
      mark(state),
      ` ${maskedCard}${installments > 1 ? `, ${installments} installments` : ''}${bankCode === undefined || bankCode === '' ? '' : `, bank code ${bankCode}`}`,
    ),
  );
  const moves = steps.map((step) =>
    element(
      'li',
      {},
      mark(step.state),
      ` ${step.kind}${step.amount === 0 ? '' : ` of ${amountOf(step.amount, currency)}`}`,
    ),
  );
  const entry = element(
    'li',
    {},
    element(
      'p',
      { class: 'line' },
      element('strong', {}, amountOf(amount, currency)),
      mark(stateOf(payment)),
      element('span', { class: 'soft' }, `${KINDS[kind] ?? kind} ${paymentId}, ${timeOf(payment.createdAtMs)}`),
    ),
    otherTrxCode === undefined ? undefined : element('p', { class: 'soft' }, element('code', {}, otherTrxCode)),
    tries.length + moves.length === 0 ? undefined : element('ul', {}, ...tries, ...moves),
  );
  place(byId('payments'), payment.id, entry);
};

export const showDelivery = (delivery: DeliveryView): void => {
  byId('no-deliveries').hidden = true;
  const { event, channel, state, tries, detail, atMs } = delivery;
  const entry = element(
    'li',
    {},
    element(
      'p',
      { class: 'line' },
      element('strong', {}, event),
      mark(state),
      element('span', { class: 'soft' }, `${channel}, ${tries === 1 ? '1 try' : `${tries} tries`}, ${timeOf(atMs)}`),
    ),
    detail === undefined ? undefined : element('p', { class: 'soft' }, detail),
  );
  place(byId('deliveries'), delivery.id, entry);
};
