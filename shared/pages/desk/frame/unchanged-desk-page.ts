import type { Language } from '../../../domain/language.ts';
import type { Page } from '../../document.ts';
import { html } from '../../html.ts';
import { type DeskFrame, deskPage } from './desk-page.ts';
import type { DeskSection } from './desk-texts.ts';

/** Why a posted form changed nothing. */
export type UnchangedReason = 'used-form' | 'no-once' | 'changing';

const texts: Readonly<Record<Language, Readonly<Record<UnchangedReason | 'title', string>>>> = {
  tr: {
    title: 'Hiçbir şey değişmedi',
    'used-form':
      'Bu form daha önce başka bir iş için gönderildi. Şimdi hiçbir şey değişmedi. Sayfayı yeniden açıp tekrar deneyin.',
    'no-once': 'Form eksik geldi. Hiçbir şey değişmedi. Sayfayı yeniden açıp tekrar deneyin.',
    changing:
      'Kayıt bu arada başkaları tarafından değiştirildi. Hiçbir şey değişmedi. Sayfayı yeniden açıp tekrar deneyin.',
  },
  en: {
    title: 'Nothing changed',
    'used-form':
      'This form was posted before for something else. Nothing changed now. Open the page again and try once more.',
    'no-once': 'The form came incomplete. Nothing changed. Open the page again and try once more.',
    changing: 'Others changed the record meanwhile. Nothing changed now. Open the page again and try once more.',
  },
};

export interface UnchangedView {
  readonly frame: DeskFrame;
  readonly section: DeskSection;
  readonly back: { readonly href: string; readonly text: string };
}

/** Says that a posted form changed nothing, and why. `why`: a reason that every form has, or a sentence of the page's own. */
export const unchangedDeskPage = (
  why: UnchangedReason | { readonly sentence: string },
  { frame, section, back }: UnchangedView,
): Page => {
  const words = texts[frame.language];
  const text = typeof why === 'string' ? words[why] : why.sentence;
  const content = html`<div class="buttons"><a class="button second" href="${back.href}">${back.text}</a></div>`;
  return deskPage({ frame, title: words.title, section, notice: { kind: 'bad', text }, content, narrow: true });
};
