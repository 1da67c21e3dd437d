const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send: only `html` makes it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const render = (part: Part): string => {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(({ markup }) => markup).join('') : escapeText(String(part));
};

/** Builds markup from a template. It escapes every value that `html` itself has not made. */
export const html = (parts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(parts.map((part, index) => `${part}${render(values[index])}`).join(''));
