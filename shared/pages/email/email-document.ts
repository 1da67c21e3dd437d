import type { DealerLooks } from '../../domain/dealer/dealer-looks.ts';
import type { Language } from '../../domain/language.ts';
import { shownValue } from '../../domain/message/shown-value.ts';
import type { InlineImage } from '../../ports/message-provider.ts';
import { accentFor } from '../accent.ts';
import { Html, html } from '../html.ts';
import { emailTexts } from './email-texts.ts';

/** What every e-mail of a dealer shares. */
export interface EmailFrame {
  readonly language: Language;
  readonly serviceName: string;
  readonly dealerName: string;
  readonly looks?: DealerLooks | undefined;
}

/** One fact of an e-mail; facts without a value are left out. */
interface EmailFact {
  readonly name: string;
  readonly value: string | undefined;
}

interface EmailParts extends EmailFrame {
  readonly subject: string;
  readonly heading: string;
  readonly sentence: string;
  /** Absent of a mail about no payment. */
  readonly amount?: string;
  readonly facts: readonly EmailFact[];
  /** The one link of the e-mail. */
  readonly action?: {
    readonly text: string;
    readonly href: string;
    /** What to do about a link that nobody expects; absent of a link to a payment. */
    readonly unexpected?: string;
  };
}

/** The contents of an e-mail, before it has a recipient. */
export interface EmailContents {
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly images: readonly InlineImage[];
}

const LOGO_ID = 'logo';
const DEFAULT_ACCENT = '#1f5f99';
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** The name that recipients read: the dealer's, without addresses; the service's where nothing of it is left. */
export const emailDealerName = ({ dealerName, looks, serviceName }: EmailFrame): string =>
  shownValue(looks?.displayName ?? dealerName) || shownValue(serviceName);

/** Programs that know dark schemes use these classes; the others keep the light inline styles, which stand on their own. */
const darkStyle = (accent: string): Html => {
  const { mark, ink } = accentFor(accent, 'dark');
  return new Html(
    `:root{color-scheme:light dark;supported-color-schemes:light dark}@media(prefers-color-scheme:dark){.ground{background:#111a22!important}.card{background:#1f2a35!important}.text{color:#eef2f5!important}.soft{color:#aebac5!important}.line{border-color:#3a4754!important}.pay{background:${mark}!important}.pay a{color:${ink}!important}.mark{color:${mark}!important}}`,
  );
};

const heading = (parts: EmailParts, name: string): Html => {
  const { logo } = parts.looks ?? {};
  const image =
    logo === undefined
      ? undefined
      : html`<img src="cid:${LOGO_ID}" height="48" alt="${emailTexts[parts.language].logo(name)}" style="display:block;height:48px;width:auto;max-width:200px;border:0;border-radius:6px;background:#ffffff;margin:0 0 12px">`;
  return html`${image}<p class="text" style="margin:0;font-size:16px;font-weight:600;color:#1b2733">${name}</p>`;
};

const factRows = (facts: readonly EmailFact[]): Html => {
  const rows = facts
    .filter((fact): fact is EmailFact & { value: string } => fact.value !== undefined && fact.value !== '')
    .map(
      ({ name, value }) =>
        html`<tr><td class="soft line" style="padding:8px 12px 8px 0;border-top:1px solid #dde3e8;color:#5a6773;font-size:14px;vertical-align:top">${name}</td><td class="text line" align="right" style="padding:8px 0;border-top:1px solid #dde3e8;color:#1b2733;font-size:14px;word-break:break-word">${value}</td></tr>`,
    );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:20px 0 0">${rows}</table>`;
};

const button = ({ action, looks, language }: EmailParts): Html | undefined => {
  if (action === undefined) return undefined;
  const { mark, ink } = accentFor(looks?.accent ?? DEFAULT_ACCENT, 'light');
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 0"><tr><td class="pay" style="background:${mark};border-radius:8px"><a href="${action.href}" style="display:inline-block;padding:14px 28px;color:${ink};font-size:16px;font-weight:600;text-decoration:none">${action.text}</a></td></tr></table>
<p class="soft" style="margin:20px 0 4px;font-size:13px;line-height:19px;color:#5a6773">${emailTexts[language].orCopy}</p>
<p style="margin:0;font-size:13px;line-height:19px;word-break:break-all"><a class="mark" href="${action.href}" style="color:${mark}">${action.href}</a></p>`;
};

const foot = ({ language, serviceName, action }: EmailParts, name: string): string => {
  const words = emailTexts[language];
  const sentBy = words.foot(name, shownValue(serviceName));
  return action === undefined ? sentBy : `${sentBy} ${action.unexpected ?? words.unexpected}`;
};

/** Tables carry the layout and styles stand inline: this is what mail programs agree on. Nothing is loaded from anywhere. */
const markup = (parts: EmailParts, name: string): string => {
  const { language, looks, subject, sentence, amount, facts } = parts;
  const sum =
    amount === undefined
      ? undefined
      : html`<p class="text" style="margin:16px 0 0;font-size:30px;line-height:36px;font-weight:700;color:#1b2733">${amount}</p>`;
  const document = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${subject}</title><style>${darkStyle(looks?.accent ?? DEFAULT_ACCENT)}</style></head>
<body class="ground" style="margin:0;padding:0;background:#edf0f3"><table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#edf0f3"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:28px;${FONT}">
${heading(parts, name)}
<h1 class="text" style="margin:24px 0 4px;font-size:20px;line-height:26px;color:#1b2733">${parts.heading}</h1>
<p class="soft" style="margin:0;font-size:15px;line-height:22px;color:#5a6773">${sentence}</p>
${sum}
${button(parts)}${factRows(facts)}
</td></tr></table>
<p class="soft" style="max-width:520px;margin:16px 0 0;font-size:12px;line-height:18px;color:#5a6773;${FONT}">${foot(parts, name)}</p>
</td></tr></table></body></html>`;
  return document.markup;
};

const plainText = (parts: EmailParts, name: string): string => {
  const { action, amount, facts, language } = parts;
  const shown = facts.flatMap(({ name: fact, value }) =>
    value === undefined || value === '' ? [] : [`${fact}: ${value}`],
  );
  return [
    name,
    '',
    parts.heading,
    parts.sentence,
    '',
    ...(amount === undefined ? [] : [`${emailTexts[language].amount}: ${amount}`]),
    ...shown,
    ...(action === undefined ? [] : ['', `${action.text}:`, action.href]),
    '',
    '--',
    foot(parts, name),
    '',
  ].join('\n');
};

/** An e-mail in text and HTML with the dealer's name, logo and colour. It has no picture that is loaded from anywhere. */
export const emailDocument = (parts: EmailParts): EmailContents => {
  const name = emailDealerName(parts);
  const logo = parts.looks?.logo;
  return {
    fromName: name,
    subject: parts.subject,
    text: plainText(parts, name),
    html: markup(parts, name),
    images: logo === undefined ? [] : [{ contentId: LOGO_ID, fileName: 'logo.png', base64: logo }],
  };
};
