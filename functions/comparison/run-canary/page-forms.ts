/** A form of a page, with the fields that a browser posts if the payer types nothing. */
export interface PageForm {
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? '');

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map([...tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]));

/** Only a checked box or choice is posted. */
const isPosted = (input: ReadonlyMap<string, string>): boolean =>
  !['radio', 'checkbox'].includes(input.get('type') ?? 'text') || input.has('checked');

/** The forms of one of our own pages, in their order. `address` is the page's own. */
export const formsIn = (markup: string, address: string): readonly PageForm[] =>
  [...markup.matchAll(/<form(\s[^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = '', content = '']) => {
    const inputs = [...content.matchAll(/<input(\s[^>]*)>/g)].map(([, attributes = '']) => attributesOf(attributes));
    return {
      action: URL.parse(attributesOf(tag).get('action') ?? address, address)?.href ?? '',
      fields: inputs.filter(isPosted).map((input) => [input.get('name') ?? '', input.get('value') ?? '']),
    };
  });

/** The form of a page that posts this action, such as `pay`. */
export const formWithAction = (forms: readonly PageForm[], action: string): PageForm | undefined =>
  forms.find(({ fields }) => fields.some(([name, value]) => name === 'action' && value === action));

/** The body of a form with the payer's entries. */
export const filledIn = ({ fields }: PageForm, typed: Readonly<Record<string, string>>): string => {
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
  for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
  return body.toString();
};
