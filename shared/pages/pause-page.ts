import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { contactSection } from './dealer-heading.ts';
import { type Page, type PageFrame, page } from './document.ts';
import { type FormNotice, formNotice } from './form-notice.ts';
import { giveUpForm } from './give-up-form.ts';
import { html } from './html.ts';
import { pageFoot } from './page-foot.ts';
import type { Said } from './page-texts.ts';
import { linkPreview, linkTitle, paymentSummary } from './payment-summary.ts';
import { texts } from './texts.ts';

/** Why a link cannot be paid now. */
export type PauseReason =
  /** Minutes until the next try, rounded up by the caller, at least 1. */
  | { readonly kind: 'too-many'; readonly minutes: number }
  /** No attempt is left. */
  | { readonly kind: 'used-up' }
  /** The dealer or the whole service takes no payments now, or the dealer's limit is used up. */
  | { readonly kind: 'not-now' }
  /** The reusable link that it was made of begins no payment now: its words, whether another try may help, and the way back. */
  | {
      readonly kind: 'link-stopped';
      readonly said: Said;
      readonly canChange: boolean;
      readonly back: { readonly href: string; readonly label: string } | undefined;
    };

export interface PauseView {
  readonly link: PaymentRequest;
  readonly reason: PauseReason;
  /** What became of the payer's last attempt. */
  readonly notice?: FormNotice | undefined;
  readonly frame: PageFrame;
}

const said = (reason: PauseReason, { language }: PageFrame): readonly [heading: string, sentence: string] => {
  const { pause, notNow } = texts[language];
  if (reason.kind === 'link-stopped') return [reason.said.heading, reason.said.sentence];
  if (reason.kind === 'not-now') return [notNow.heading, notNow.sentence];
  return [pause.heading, reason.kind === 'used-up' ? pause.usedUp : pause.sentence(reason.minutes)];
};

/** Nobody waits in vain: what is over for good offers no other try. */
const isForGood = (reason: PauseReason): boolean =>
  reason.kind === 'used-up' || (reason.kind === 'link-stopped' && !reason.canChange);

/** "Try again in a while: the link stays open" is wrong of a link that begins nothing: its own words say what is next. */
const shownNotice = ({ notice, reason }: PauseView): FormNotice | undefined =>
  reason.kind === 'link-stopped' && notice?.kind === 'declined' && notice.advice === 'try-later' ? undefined : notice;

/** The page of a link that cannot be paid now (kind `plain`): why, when to come back, and giving up. No card is asked. */
export const pausePage = (view: PauseView): Page => {
  const { link, reason, frame } = view;
  const { language } = frame;
  const notice = shownNotice(view);
  const [heading, sentence] = said(reason, frame);
  const isUsedUp = reason.kind === 'used-up';
  const again = isForGood(reason)
    ? undefined
    : html`<p><a href="?lang=${language}">${texts[language].pause.tryAgain}</a></p>`;
  const back = reason.kind === 'link-stopped' ? reason.back : undefined;
  const way = back && html`<p><a href="${back.href}">${back.label}</a></p>`;
  const content = html`${paymentSummary(link, frame)}
<section class="pay"><div>${notice && formNotice(notice, { link, language })}<h1>${heading}</h1><p>${sentence}</p>${again}${way}
${reason.kind === 'not-now' ? contactSection(frame) : undefined}${giveUpForm(link, { language, opened: isUsedUp })}${pageFoot(frame, link)}</div></section>`;
  return page({ ...frame, heading: linkTitle(link, frame), preview: linkPreview(link, frame), split: true, content });
};
