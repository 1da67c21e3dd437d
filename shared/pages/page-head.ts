import { accentFor } from './accent.ts';
import { Html, html } from './html.ts';

/** The colour of pages whose dealer has none, as the style sheet has it. */
const OWN_ACCENT = '#0b6b57';

export interface LinkPreview {
  readonly title: string;
  readonly description?: string | undefined;
}

/** What a chat shows where the link is shared. */
export const previewTags = (
  preview: LinkPreview | undefined,
  { serviceName }: { readonly serviceName: string },
): Html | undefined =>
  preview === undefined
    ? undefined
    : html`<meta property="og:type" content="website"><meta property="og:site_name" content="${serviceName}"><meta property="og:title" content="${preview.title}">${
        preview.description === undefined
          ? undefined
          : html`<meta property="og:description" content="${preview.description}">`
      }`;

/** A drawing as an address, with single quotes, which stand in it as they are. */
const inAddress = (drawing: string): Html =>
  new Html(drawing.replaceAll(/[<>#]/g, (character) => encodeURIComponent(character)));

/** The colour of the browser's own frame, and the icon of its tab: a card in the dealer's colour. */
export const pageIcon = (accent = OWN_ACCENT): Html => {
  const { mark, ink } = accentFor(accent, 'light');
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='${mark}'/><path d='M3 5h10v6H3zm0 2h10' fill='none' stroke='${ink}'/></svg>`;
  return html`<meta name="theme-color" content="${mark}"><link rel="icon" href="data:image/svg+xml,${inAddress(drawing)}">`;
};
