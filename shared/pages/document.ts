import type { DealerLooks } from '../domain/dealer/dealer-looks.ts';
import type { Language } from '../domain/language.ts';
import { accentStyle } from './accent-style.ts';
import { CARD_FORM_SCRIPT, ENDS_STYLE, FINISHING_SCRIPT, RECEIPT_SCRIPT, STYLE, SUBMIT_SCRIPT } from './assets.ts';
import { Html, html } from './html.ts';
import { type LinkPreview, pageIcon, previewTags } from './page-head.ts';
import { type ListedTestCard, sandboxRibbon } from './sandbox-ribbon.ts';
import { texts } from './texts.ts';

/** Settings of every page: its language, the service's name, and what a dealer has its pages look like. */
export interface PageFrame {
  readonly language: Language;
  readonly serviceName: string;
  /** Absent: the page shows the dealer's name alone. */
  readonly looks?: DealerLooks | undefined;
  /** The cards to try in a sandbox stage; absent in a production stage. */
  readonly testCards?: readonly ListedTestCard[] | undefined;
}

/**
 * `form`: the card form. `opening`: posts itself to its own address. `hand-over`: posts the card to the bank. `finishing`:
 * posts what the bank answered to its own address. `redirect`: reports to the dealer. `receipt`: can be printed and shared.
 * `link`: the form of a reusable link; `link-step`: the amount that was read from it. `plain`: everything else; it may hold forms
 * that post to their own address, but no script.
 */
export type PageKind =
  | 'form'
  | 'opening'
  | 'hand-over'
  | 'finishing'
  | 'redirect'
  | 'receipt'
  | 'link'
  | 'link-step'
  | 'plain';

const scripts: Readonly<Record<PageKind, string | undefined>> = {
  form: CARD_FORM_SCRIPT,
  opening: SUBMIT_SCRIPT,
  'hand-over': SUBMIT_SCRIPT,
  finishing: FINISHING_SCRIPT,
  redirect: SUBMIT_SCRIPT,
  receipt: RECEIPT_SCRIPT,
  link: undefined,
  'link-step': undefined,
  plain: undefined,
};

/** Without script the card form is two steps: what comes in the second is not shown in the first. */
const FIRST_STEP_STYLE = '.later{display:none}.plain{display:block!important}';

/** A whole page, with what its policy must allow. */
export class Page extends Html {
  readonly kind: PageKind;
  /** The style sheets and the script that stand in it. */
  readonly styles: readonly string[];
  readonly script: string | undefined;
  constructor(markup: string, { kind, styles, script }: Pick<Page, 'kind' | 'styles' | 'script'>) {
    super(markup);
    this.kind = kind;
    this.styles = styles;
    this.script = script;
  }
}

export interface PageOptions extends PageFrame {
  readonly kind?: PageKind;
  /** What pages of one kind alone carry: other functions do not carry it. */
  readonly own?: { readonly style: string; readonly script?: string };
  readonly heading: string;
  readonly content: Html;
  /** What a chat shows where the link is shared. */
  readonly preview?: LinkPreview;
  /** Two columns on a wide screen: the payment, and what to do with it. */
  readonly split?: boolean;
  /** True for the first of the two steps without script. */
  readonly firstStep?: boolean;
}

/** The link to the same page in the other language. */
export const languageSwitch = (language: Language): Html => {
  const other = language === 'tr' ? 'en' : 'tr';
  return html`<nav><a href="?lang=${other}" hreflang="${other}" lang="${other}">${texts[language].otherLanguage}</a></nav>`;
};

const styleElement = (style: string): Html => html`<style>${new Html(style)}</style>`;

/** A whole page: head, sandbox ribbon, content, and the one script of its kind. */
export const page = (options: PageOptions): Page => {
  const { kind = 'plain', language, serviceName, looks, heading, content, split = false, firstStep = false } = options;
  const { testCards, own } = options;
  const script = own?.script ?? scripts[kind];
  const accent = accentStyle(looks?.accent);
  const sheet = kind === 'form' ? STYLE : `${STYLE}${own?.style ?? ENDS_STYLE}`;
  const styles = [sheet, ...(accent === undefined ? [] : [accent]), ...(firstStep ? [FIRST_STEP_STYLE] : [])];
  const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${heading}</title>
${previewTags(options.preview, { serviceName })}${pageIcon(looks?.accent)}
${styleElement(sheet)}${accent && styleElement(accent)}
${firstStep ? html`<noscript>${styleElement(FIRST_STEP_STYLE)}</noscript>` : undefined}
</head>
<body>
${testCards && sandboxRibbon(kind === 'form' ? testCards : [], language)}
<main${split ? html` class="split"` : html` class="alone"`}>
${content}
</main>
${script === undefined ? undefined : html`<script>${new Html(script)}</script>\n`}</body>
</html>
`;
  return new Page(markup, { kind, styles, script });
};
