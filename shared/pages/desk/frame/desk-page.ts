import type { DeskRole } from '../../../domain/desk/roles.ts';
import type { Language } from '../../../domain/language.ts';
import { DESK_SCRIPT, DESK_STYLE } from '../../assets.ts';
import { Page } from '../../document.ts';
import { Html, html } from '../../html.ts';
import { type DeskSection, deskTexts } from './desk-texts.ts';

/** Parts of the desk that its heading leads to, each by its path. */
const deskSections = {
  today: '/desk',
  payments: '/desk/payments',
  links: '/desk/links',
  statements: '/desk/statements',
  customers: '/desk/customers',
  settings: '/desk/settings',
} as const satisfies Readonly<Record<DeskSection, string>>;

/** What every page of the desk shows around its content. */
export interface DeskFrame {
  readonly language: Language;
  readonly serviceName: string;
  readonly sandbox: boolean;
  /** Absent on the pages before a sign-in. */
  readonly signedIn?: {
    readonly userName: string;
    readonly dealerName: string;
    /** The role in force. */
    readonly role: DeskRole;
    /** A manager whose rights begin with a one-time code. */
    readonly needsCode: boolean;
    /** A user whose dealer wants a one-time code from everybody: nothing else opens before. */
    readonly mustEnrol?: boolean;
    readonly formToken: string;
  };
}

/** One sentence above the content: what became of what was done. */
export interface DeskNotice {
  readonly kind: 'good' | 'bad' | 'plain';
  readonly text: string;
}

export interface DeskPageOptions {
  readonly frame: DeskFrame;
  /** The heading, and the title of the window. */
  readonly title: string;
  readonly section?: DeskSection;
  readonly notice?: DeskNotice | undefined;
  /** The way back to the list that the page belongs to. */
  readonly back?: { readonly href: string; readonly text: string };
  readonly content: Html;
  /** A style sheet of this page alone, such as a dealer's colours. It is ours, and holds nothing that somebody typed but a checked colour. */
  readonly style?: string | undefined;
  /** A page of one short form, which is no wider than its fields want to be. */
  readonly narrow?: boolean;
}

/** The hidden field without which a form posts nothing (rule 54). */
export const tokenField = ({ signedIn }: DeskFrame): Html | undefined =>
  signedIn && html`<input type="hidden" name="token" value="${signedIn.formToken}">`;

/** A form that posts to a path of the desk: its token, and what stands in it. */
export const deskForm = (frame: DeskFrame, action: string, content: Html): Html =>
  html`<form method="post" action="${action}">${tokenField(frame)}${content}</form>`;

/** The same form, with room for a file. */
export const deskFileForm = (frame: DeskFrame, action: string, content: Html): Html =>
  html`<form method="post" action="${action}" enctype="multipart/form-data">${tokenField(frame)}${content}</form>`;

const navigation = (frame: DeskFrame, section: DeskSection | undefined): Html => {
  const texts = deskTexts[frame.language];
  const links = (Object.keys(deskSections) as DeskSection[]).map(
    (one) =>
      html`<li><a href="${deskSections[one]}"${one === section ? html` aria-current="page"` : undefined}>${texts.sections[one]}</a></li>`,
  );
  return html`<nav class="sections" aria-label="${texts.navigation}"><ul>${links}</ul></nav>`;
};

const heading = (frame: DeskFrame, section: DeskSection | undefined): Html => {
  const { language, serviceName, signedIn } = frame;
  const texts = deskTexts[language];
  if (signedIn === undefined) return html`<header class="top"><p class="brand">${serviceName}</p></header>`;
  const { dealerName, userName, role } = signedIn;
  const signOut = deskForm(frame, '/desk/sign-out', html`<button class="quiet">${texts.signOut}</button>`);
  return html`<header class="top">
<p class="brand">${dealerName}</p>
<div class="who"><a href="/desk/settings">${userName}</a> <span class="soft">${texts.roles[role]}</span>${signOut}</div>
</header>
${navigation(frame, section)}`;
};

const noticeHtml = ({ kind, text }: DeskNotice): Html =>
  html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;

/** What somebody without a one-time code is told on each page, where it matters. */
const codeNotice = ({ language, signedIn }: DeskFrame): Html | undefined => {
  const texts = deskTexts[language];
  const asked = signedIn?.mustEnrol === true ? texts.mustEnrol : texts.needsCode;
  return signedIn?.mustEnrol === true || signedIn?.needsCode === true
    ? html`<p class="notice plain">${asked} <a href="/desk/settings">${texts.setUpCode}</a></p>`
    : undefined;
};

/** A whole page of the desk. Its one script, which it also works without, copies, shares, searches what is shown, and shows the chart's numbers. */
export const deskPage = (options: DeskPageOptions): Page => {
  const { frame, title, section, notice, back, content, narrow = false, style } = options;
  const { language, serviceName, sandbox, signedIn } = frame;
  const texts = deskTexts[language];
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<title>${title} · ${signedIn?.dealerName ?? serviceName}</title>
<style>${new Html(DESK_STYLE)}</style>${style === undefined ? undefined : html`<style>${new Html(style)}</style>`}
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
${sandbox ? html`<aside class="sandbox">${texts.sandbox}</aside>` : undefined}
${heading(frame, section)}
<main id="content" tabindex="-1"${narrow ? html` class="narrow"` : undefined}>
${codeNotice(frame)}
${back && html`<p class="back"><a href="${back.href}">${back.text}</a></p>`}
<h1>${title}</h1>
${notice && noticeHtml(notice)}
${content}
</main>
<script>${new Html(DESK_SCRIPT)}</script>
</body>
</html>
`;
  return new Page(markup, {
    kind: 'plain',
    styles: style === undefined ? [DESK_STYLE] : [DESK_STYLE, style],
    script: DESK_SCRIPT,
  });
};
