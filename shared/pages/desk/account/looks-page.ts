import type { DealerLooks, LogoProblem } from '../../../domain/dealer/dealer-looks.ts';
import { MAX_LOOKS } from '../../../domain/dealer/looks-rules.ts';
import { minor } from '../../../domain/money/money.ts';
import { accentFor } from '../../accent.ts';
import { amountText } from '../../amounts.ts';
import type { Page } from '../../document.ts';
import { type Html, html } from '../../html.ts';
import { deskFile, deskInput, onceField } from '../frame/desk-field.ts';
import { type DeskFrame, type DeskNotice, deskFileForm, deskPage } from '../frame/desk-page.ts';
import { deskTexts } from '../frame/desk-texts.ts';
import { logoFields } from './logo-fields.ts';
import { type LooksFieldName, type LooksNotice, type LooksTexts, looksFieldNames, looksTexts } from './looks-texts.ts';

/** The form's fields as texts. */
export type TypedLooks = Readonly<Record<LooksFieldName, string>>;

export interface LooksView {
  readonly frame: DeskFrame;
  readonly dealerName: string;
  /** What the picture shows. */
  readonly looks: DealerLooks;
  readonly typed: TypedLooks;
  /** Version of the dealer's record that the form changes. */
  readonly version: number;
  readonly once: string;
  readonly notice?: LooksNotice | undefined;
  readonly problems?: readonly LooksFieldName[];
  /** What was asked of the logo, for a form that is shown again before it is saved. */
  readonly logo?: LogoChoice;
}

/** What a form asks of the logo. `chosen`: a new one, made as `logoOf` makes it, in base64. */
export type LogoChoice =
  | { readonly kind: 'kept' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'chosen'; readonly value: string }
  | { readonly kind: 'refused'; readonly problem: LogoProblem };

/** Stored looks as the form has them. */
export const typedLooksOf = ({ displayName, accent, contact, legalText, termsUrl }: DealerLooks): TypedLooks => ({
  displayName: displayName ?? '',
  accent: accent ?? '',
  phone: contact?.phone ?? '',
  email: contact?.email ?? '',
  address: contact?.address ?? '',
  site: contact?.site ?? '',
  legalText: legalText ?? '',
  termsUrl: termsUrl ?? '',
});

const MAX_LENGTHS: Readonly<Partial<Record<LooksFieldName, number>>> = { ...MAX_LOOKS, accent: 7, phone: 26 };
const TYPES = { email: 'email', phone: 'tel' } as const;
const LONGEST = 200;

const DEFAULT_ACCENT = '#1f5f99';
const SAMPLE_AMOUNT = minor(125_000);
const FIRST_LETTER = /[\p{L}\p{Nd}]/u;

/** Colours of the picture alone, corrected for both schemes as on the payer's page. */
const pictureStyle = (accent: string | undefined): string => {
  const rule = (scheme: 'light' | 'dark') => {
    const { mark, ink } = accentFor(accent ?? DEFAULT_ACCENT, scheme);
    return `.payer{--payer:${mark};--payer-ink:${ink}}`;
  };
  return `${rule('light')}@media(prefers-color-scheme:dark){${rule('dark')}}.payer-head{display:flex;gap:.75rem;align-items:center;margin-bottom:1rem}.payer-head img{height:40px;max-width:120px;border-radius:6px;background:#fff}.payer-letter{display:grid;place-items:center;width:40px;height:40px;border-radius:8px;background:var(--payer);color:var(--payer-ink);font-weight:700}.payer-field{border:1px solid var(--edge);border-radius:8px;padding:.5rem .7rem;min-height:44px;color:var(--soft);margin:.75rem 0}.payer-pay{background:var(--payer);color:var(--payer-ink);border-radius:8px;padding:.6rem;text-align:center;font-weight:600}.payer-foot{font-size:.85rem;color:var(--soft);margin-top:.75rem}`;
};

/** What a payer sees of a sample payment. It is a drawing: nothing in it can be typed or pressed. */
const picture = ({ frame, looks, dealerName }: LooksView, texts: LooksTexts): Html => {
  const { language } = frame;
  const name = looks.displayName ?? dealerName;
  const { contact } = looks;
  const amount = amountText(SAMPLE_AMOUNT, { currency: 'TL', language });
  const letter = (FIRST_LETTER.exec(name)?.[0] ?? '·').toLocaleUpperCase(language);
  const logo =
    looks.logo === undefined
      ? html`<span class="payer-letter" aria-hidden="true">${letter}</span>`
      : html`<img alt="${texts.logo}" src="data:image/png;base64,${looks.logo}">`;
  const host = contact?.site === undefined ? undefined : URL.parse(contact.site)?.host;
  const lines = [contact?.phone, contact?.email, contact?.address, looks.legalText];
  return html`<section class="card payer" aria-labelledby="picture"><h2 id="picture">${texts.picture}</h2><p class="hint field">${texts.pictureHint}</p>
<div class="payer-head">${logo}<div><b>${name}</b>${host === undefined ? undefined : html`<br><span class="soft">${host}</span>`}</div></div>
<p>${texts.sampleFor}</p><p class="big sum">${amount}</p><p class="payer-field">${texts.card}</p><p class="payer-pay">${texts.pay(amount)}</p>
<div class="payer-foot">${lines.map((line) => (line === undefined ? html`` : html`<p>${line}</p>`))}</div></section>`;
};

const logoParts = ({ looks, logo = { kind: 'kept' } }: LooksView, texts: LooksTexts): Html => {
  const isChosen = logo.kind === 'chosen';
  const file = deskFile({
    name: logoFields.file,
    label: texts.logoFile,
    optional: texts.optional,
    hint: `${texts.logoHint} ${isChosen ? texts.logoIsChosen : texts.logoStays}`,
    problem: logo.kind === 'refused' ? texts.logoProblems[logo.problem] : undefined,
    accept: 'image/png',
  });
  const shown = isChosen ? html`<input type="hidden" name="${logoFields.shown}" value="${logo.value}">` : undefined;
  const checked = logo.kind === 'removed' ? html` checked` : undefined;
  const remove =
    looks.logo === undefined && checked === undefined
      ? undefined
      : html`<div class="field inline"><label><input type="checkbox" name="${logoFields.remove}" value="yes"${checked}>${texts.removeLogo}</label></div>`;
  return html`${file}${shown}${remove}`;
};

const form = (view: LooksView, texts: LooksTexts): Html => {
  const { frame, typed, problems = [], once, version } = view;
  const fields = looksFieldNames.map((name) =>
    deskInput({
      name,
      label: texts.fields[name],
      optional: texts.optional,
      value: typed[name],
      hint: texts.hints[name],
      problem: problems.includes(name) ? texts.problems[name] : undefined,
      maxLength: MAX_LENGTHS[name] ?? LONGEST,
      ...(name === 'email' || name === 'phone' ? { type: TYPES[name] } : {}),
    }),
  );
  return deskFileForm(
    frame,
    '/desk/settings/looks',
    html`${onceField(once)}<input type="hidden" name="version" value="${version}">${fields}${logoParts(view, texts)}<div class="buttons"><button name="do" value="save">${texts.save}</button><button class="second" name="do" value="show">${texts.show}</button></div>`,
  );
};

const noticeOf = (notice: LooksNotice | undefined, { notices }: LooksTexts): DeskNotice | undefined => {
  if (notice === undefined) return undefined;
  const kind = notice === 'saved' ? 'good' : notice === 'shown' ? 'plain' : 'bad';
  return { kind, text: notices[notice] };
};

/** What payers see of a dealer, with a picture of it that follows what is typed. For managers. */
export const looksPage = (view: LooksView): Page => {
  const { frame, notice, looks } = view;
  const texts = looksTexts[frame.language];
  return deskPage({
    frame,
    title: texts.title,
    section: 'settings',
    notice: noticeOf(notice, texts),
    back: { href: '/desk/settings', text: deskTexts[frame.language].sections.settings },
    style: pictureStyle(looks.accent),
    content: html`<div class="columns"><section class="card"><h2>${texts.form}</h2><p class="hint field">${texts.intro}</p>${form(view, texts)}</section>${picture(view, texts)}</div>`,
  });
};
