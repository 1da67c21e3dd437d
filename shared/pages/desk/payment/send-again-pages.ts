import type { Language } from '../../../domain/language.ts';
import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { deskInput, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, deskForm, deskPage } from '../frame/desk-page.ts';
import { paymentPath } from './not-done-page.ts';

interface SendAgainTexts {
  readonly receipt: string;
  readonly receiptText: string;
  readonly email: string;
  readonly sendReceipt: string;
  readonly webhooks: string;
  readonly webhooksText: string;
  readonly deliveries: string;
  readonly event: string;
  readonly channel: string;
  readonly state: string;
  readonly states: Readonly<Record<'refused' | 'gone' | 'dead', string>>;
  readonly sendWebhooks: string;
  readonly toPayment: string;
}

const sendAgainTexts: Readonly<Record<Language, SendAgainTexts>> = {
  tr: {
    receipt: 'Makbuzu yeniden gönder',
    receiptText: 'Makbuz bir dakika içinde bu adrese e-postayla gider. Para hareket etmez.',
    email: 'E-posta adresi',
    sendReceipt: 'Makbuzu gönder',
    webhooks: 'Bildirimleri yeniden gönder',
    webhooksText:
      'Programınıza ulaşmayan bu bildirimler bir dakika içinde yeniden gönderilir; içerikleri ve kimlikleri aynı kalır. Para hareket etmez.',
    deliveries: 'Ulaşmayan bildirimler',
    event: 'Bildirim',
    channel: 'Nereye',
    state: 'Durum',
    states: { refused: 'reddedildi', gone: 'alıcı kapalı', dead: 'tüm denemeler başarısız' },
    sendWebhooks: 'Yeniden gönder',
    toPayment: 'Ödemeye dön',
  },
  en: {
    receipt: 'Send the receipt again',
    receiptText: 'The receipt leaves by e-mail to this address within a minute. No money moves.',
    email: 'E-mail address',
    sendReceipt: 'Send the receipt',
    webhooks: 'Send the notifications again',
    webhooksText:
      'These notifications did not reach your program. They are sent again within a minute, with the same content and id. No money moves.',
    deliveries: 'Notifications that did not arrive',
    event: 'Notification',
    channel: 'To',
    state: 'State',
    states: { refused: 'refused', gone: 'receiver switched off', dead: 'every try failed' },
    sendWebhooks: 'Send again',
    toPayment: 'Back to the payment',
  },
};

/** Name of the field that holds the address of a receipt. */
export const RECEIPT_TO_FIELD = 'email';
const LONGEST_ADDRESS = 254;

interface SendAgainView {
  readonly frame: DeskFrame;
  readonly paymentId: number;
  readonly once: string;
}

/** Asks for the address to which the receipt is sent once more: the one that is known stands there. */
export const sendReceiptPage = ({
  frame,
  paymentId,
  once,
  known,
}: SendAgainView & { readonly known: string }): Page => {
  const texts = sendAgainTexts[frame.language];
  const path = paymentPath(paymentId);
  const field = deskInput({
    name: RECEIPT_TO_FIELD,
    label: texts.email,
    type: 'email',
    value: known,
    maxLength: LONGEST_ADDRESS,
    required: true,
  });
  return deskPage({
    frame,
    title: texts.receipt,
    section: 'payments',
    narrow: true,
    back: { href: path, text: texts.toPayment },
    content: html`<div class="card"><p>${texts.receiptText}</p>
${deskForm(frame, `${path}/receipt`, html`${onceField(once)}${field}<button>${texts.sendReceipt}</button>`)}</div>`,
  });
};

/** A delivery that did not arrive. */
export interface UntoldView {
  readonly event: string;
  readonly channel: string;
  readonly state: 'refused' | 'gone' | 'dead';
}

/** Shows what did not reach the dealer's programs, with the button that sends it again. */
export const sendWebhooksPage = ({
  frame,
  paymentId,
  once,
  untold,
}: SendAgainView & { readonly untold: readonly UntoldView[] }): Page => {
  const texts = sendAgainTexts[frame.language];
  const path = paymentPath(paymentId);
  const rows = untold.map(
    ({ event, channel, state }) =>
      html`<tr><th scope="row" data-label="${texts.event}">${event}</th><td data-label="${texts.channel}">${channel}</td><td data-label="${texts.state}">${texts.states[state]}</td></tr>`,
  );
  return deskPage({
    frame,
    title: texts.webhooks,
    section: 'payments',
    narrow: true,
    back: { href: path, text: texts.toPayment },
    content: html`<div class="card"><p>${texts.webhooksText}</p>
<table class="rows"><caption>${texts.deliveries}</caption><thead><tr><th scope="col">${texts.event}</th><th scope="col">${texts.channel}</th><th scope="col">${texts.state}</th></tr></thead><tbody>${rows}</tbody></table>
${deskForm(frame, `${path}/webhooks`, html`${onceField(once)}<button>${texts.sendWebhooks}</button>`)}</div>`,
  });
};
