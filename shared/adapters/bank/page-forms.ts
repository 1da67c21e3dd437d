import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { FormField } from '../../domain/form-field.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A form of a page as the browser would send it by a script. */
export interface PageForm {
  /** As written; empty where the form has none. */
  readonly action: string;
  readonly posts: boolean;
  readonly acceptCharset?: string;
  readonly fields: readonly FormField[];
  /** Whether the form has something for a person to fill or choose. */
  readonly asksPayer: boolean;
}

export interface PageForms {
  /** The first `base` address of the page. */
  readonly base?: string;
  readonly forms: readonly PageForm[];
}

const CONTROLS: readonly string[] = ['input', 'textarea', 'select'];
const BUTTONS: readonly string[] = ['submit', 'button', 'image', 'reset'];
const CHOICES: readonly string[] = ['checkbox', 'radio', 'file'];

const isElement = (node: Node): node is Element => 'tagName' in node;

/** All elements of a page in its order. It does not call itself: a page may be nested as deep as it is long. */
const elementsOf = (root: Node): readonly Element[] => {
  const found: Element[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node)) found.push(node);
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
  return found;
};

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

const isOfKind = (element: Element, kinds: readonly string[]): boolean => kinds.includes(element.tagName);

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => ('value' in node && node.nodeName === '#text' ? node.value : '')).join('');

/** What a control adds to its form: a field, nothing, or a question to the payer. */
const fieldOf = (control: Element): FormField | 'asks-payer' | undefined => {
  const name = attribute(control, 'name') ?? '';
  const type = (attribute(control, 'type') ?? 'text').toLowerCase();
  const isInput = control.tagName === 'input';
  if (attribute(control, 'disabled') !== undefined || (isInput && BUTTONS.includes(type))) return undefined;
  if (control.tagName === 'select' || (isInput && CHOICES.includes(type))) return 'asks-payer';
  const isHidden = isInput && type === 'hidden';
  const written = isInput ? (attribute(control, 'value') ?? '') : textOf(control);
  // Browsers take line breaks out of a text that a payer could edit.
  const value = isInput && !isHidden ? written.replaceAll(/[\r\n]/g, '') : written;
  if (!isHidden && value === '') return 'asks-payer';
  return name === '' ? undefined : [name, value];
};

const ownerOf = (control: Element, forms: ReadonlySet<Node>): Node | undefined => {
  for (let node: Node | null = control; node !== null; node = 'parentNode' in node ? node.parentNode : null) {
    if (forms.has(node)) return node;
  }
  return undefined;
};

/** The controls of each form: those inside it, and those that name it. */
const controlsByForm = (forms: readonly Element[], controls: readonly Element[]): ReadonlyMap<Node, Element[]> => {
  const known = new Set<Node>(forms);
  const byForm = new Map<Node, Element[]>(forms.map((form) => [form, []]));
  const sole = forms.length === 1 ? forms[0] : undefined;
  for (const control of controls) {
    const named = attribute(control, 'form');
    const owner = named === undefined ? ownerOf(control, known) : forms.find((form) => attribute(form, 'id') === named);
    if (owner !== undefined) byForm.get(owner)?.push(control);
  }
  // A form that begins between the rows of a table is empty in the tree: browsers give it the controls that follow.
  if (sole !== undefined && byForm.get(sole)?.length === 0) {
    byForm.set(
      sole,
      controls.filter((control) => attribute(control, 'form') === undefined),
    );
  }
  return byForm;
};

/** The forms of a page as browsers read it. Nothing of it is run, and nothing is fetched. */
export const formsOfPage = (markup: string): PageForms => {
  const elements = elementsOf(parse(markup));
  const forms = elements.filter(({ tagName }) => tagName === 'form');
  const byForm = controlsByForm(
    forms,
    elements.filter((element) => isOfKind(element, CONTROLS)),
  );
  const base = elements.find((one) => one.tagName === 'base' && attribute(one, 'href') !== undefined);
  const href = base === undefined ? undefined : attribute(base, 'href');
  return {
    ...(href === undefined ? {} : { base: href }),
    forms: forms.map((form) => {
      const parts = (byForm.get(form) ?? []).map(fieldOf);
      const acceptCharset = attribute(form, 'accept-charset');
      const enctype = (attribute(form, 'enctype') ?? 'application/x-www-form-urlencoded').trim().toLowerCase();
      const isPlain = enctype !== 'multipart/form-data' && enctype !== 'text/plain';
      return {
        action: (attribute(form, 'action') ?? '').trim(),
        posts: (attribute(form, 'method') ?? 'get').trim().toLowerCase() === 'post' && isPlain,
        ...(acceptCharset === undefined ? {} : { acceptCharset }),
        fields: parts.filter((part) => part !== undefined && part !== 'asks-payer'),
        asksPayer: parts.includes('asks-payer'),
      };
    }),
  };
};
