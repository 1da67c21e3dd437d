type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | undefined>>;

/** An element with its attributes and children. Texts stay texts: nothing that arrives is read as markup. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
};

/** The element of an id that the page has. */
export const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
};

export const fieldById = (id: string): HTMLTextAreaElement => {
  const found = byId(id);
  if (!(found instanceof HTMLTextAreaElement)) throw new Error(`${id} is no field.`);
  return found;
};

export const button = (text: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement => {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', press);
  return made;
};

const OWN_ADDRESS = /(https?:\/\/[^\s"\\]+)/;

/** A text as it is, with links to pages of this machine. */
export const codeBlock = (text: string, label: string): HTMLElement => {
  const parts = text
    .split(OWN_ADDRESS)
    .map((part) =>
      part.startsWith(`${location.origin}/`)
        ? element('a', { href: part, target: '_blank', rel: 'noopener' }, part)
        : part,
    );
  return element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, ...parts);
};

/** Copies a text, and says so to eyes and screen readers. */
export const copy = async (text: string, pressed: HTMLElement): Promise<void> => {
  const said = byId('copied');
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = 'Copied';
  } catch {
    said.textContent = 'The browser does not let this page copy';
  }
  pressed.dataset.said = said.textContent;
  setTimeout(() => delete pressed.dataset.said, 1500);
};

export const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);

export const timeOf = (atMs: number): string => new Date(atMs).toTimeString().slice(0, 8);

/** Minor units as an amount. */
export const amountOf = (minor: number | undefined, currency: string | undefined): string =>
  minor === undefined ? '' : `${(minor / 100).toFixed(2)} ${currency ?? ''}`.trim();
