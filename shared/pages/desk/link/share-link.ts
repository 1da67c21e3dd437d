import { type Html, html } from '../../html.ts';
import { qrSvg } from '../../qr-code.ts';
import type { DeskFrame } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { deskLinkTexts } from './link-texts.ts';

/** An address that is handed to payers, and what is said with it. */
export interface SharedAddress {
  readonly address: string;
  /** The address of its QR code: a page to print, or with `format` the drawing alone. */
  readonly qr: string;
  readonly dealerName: string;
  /** Absent where the payer chooses it. */
  readonly amount?: string | undefined;
  /** Of the payer, where the dealer gave it: the dealer's own programs begin with it. */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

/** Addresses of other programs that take a text, by their public schemes. */
const programs = (shared: SharedAddress, frame: DeskFrame): readonly (readonly [name: string, href: string])[] => {
  const { share } = deskLinkTexts[frame.language];
  const { address, dealerName, amount, phone, email } = shared;
  const text = encodeURIComponent(share.message(dealerName, amount, address));
  const subject = encodeURIComponent(share.subject(dealerName));
  const withoutAddress = encodeURIComponent(share.subject(dealerName));
  return [
    [share.whatsApp, `https://wa.me/${phone === undefined ? '' : `90${phone}`}?text=${text}`],
    [share.telegram, `https://t.me/share/url?url=${encodeURIComponent(address)}&text=${withoutAddress}`],
    [share.sms, `sms:${phone === undefined ? '' : `+90${phone}`}?body=${text}`],
    [share.email, `mailto:${email === undefined ? '' : encodeURIComponent(email)}?subject=${subject}&body=${text}`],
  ];
};

/** The address of a link to copy and share, and its QR code to show, download and print. */
export const shareLink = (shared: SharedAddress, frame: DeskFrame): Html => {
  const words = deskTexts[frame.language];
  const { share } = deskLinkTexts[frame.language];
  const { address, qr } = shared;
  const apps = programs(shared, frame).map(
    ([name, href]) => html`<a class="button second" href="${href}" rel="noreferrer">${name}</a> `,
  );
  return html`<section class="card" aria-labelledby="share"><h2 id="share">${share.heading}</h2>
<div class="field"><label for="address">${share.address}</label><input id="address" class="code" readonly value="${address}"></div>
<div class="buttons field"><button type="button" hidden data-copy="${address}" data-done="${words.copied}">${words.copy}</button>
<button type="button" class="second" hidden data-share="${address}">${words.share}</button></div>
<div class="field">${qrSvg(address, share.qr)}</div>
<div class="buttons"><a href="${qr}?format=png" download="qr.png">${share.download}</a> <a href="${qr}">${share.print}</a></div>
<h3>${share.by}</h3>
<div class="buttons">${apps}</div></section>`;
};
