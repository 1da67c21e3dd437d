import { type SearchedCard, tellsCard } from '../../domain/card/card-search.ts';
import { mayFollowGate } from '../../domain/virtual-pos/gateway-address.ts';
import type { FormCharset, PayerForm, UnusableGateAnswer } from '../../ports/three-d-gate.ts';
import { formsOfPage, type PageForm, type PageForms } from './page-forms.ts';
import { charsetNamed, type PageBytes, pageText } from './page-text.ts';

export interface AnsweredGate {
  /** The address that was posted. */
  readonly gate: string;
  /** Our own addresses: a gate that asks nobody sends the payer straight back to one of them. */
  readonly ownAddresses: readonly string[];
  /** The page's `Set-Cookie` headers. */
  readonly cookies: readonly string[];
  readonly card: SearchedCard;
  readonly sandbox: boolean;
}

type Read<Value> = { readonly value: Value } | { readonly reason: UnusableGateAnswer };

const MOST_FIELDS = 40;
/** Messages of 3D without which no issuer's page can begin. */
const MESSAGES: readonly string[] = ['creq', 'pareq'];
const ASCII = /^[\x20-\x7e\s]*$/;

/** The one form that goes on. With more than one, only the page's script knows which. */
const soleForm = ({ forms }: PageForms): Read<PageForm> => {
  const [form, ...others] = forms.filter(({ posts }) => posts);
  if (form === undefined || others.length > 0) return { reason: 'no-form' };
  const { fields, asksPayer } = form;
  if (asksPayer) return { reason: 'asks-payer' };
  const isFilled =
    fields.some(([, value]) => value !== '') &&
    !fields.some(([name, value]) => MESSAGES.includes(name.toLowerCase()) && value === '');
  if (!isFilled) return { reason: 'script' };
  return fields.length > MOST_FIELDS ? { reason: 'too-many-fields' } : { value: form };
};

/** The absolute address of a form. An empty one would be the gate itself, which takes a card and nothing else. */
const actionOf = ({ action }: PageForm, base: string | undefined, { gate, sandbox }: AnsweredGate): Read<URL> => {
  const from = base === undefined ? gate : URL.parse(base, gate)?.href;
  const address = action === '' || from === undefined ? null : URL.parse(action, from);
  return address !== null && mayFollowGate(address, { sandbox }) ? { value: address } : { reason: 'action' };
};

const hostOf = (address: string): string => new URL(address).hostname;

/** Whether a browser that had got this cookie from the gate would send it to a host. */
const wouldGet = (cookie: string, host: string, gateHost: string): boolean => {
  const domain = /;\s*domain\s*=\s*\.?([^;\s]+)/i.exec(cookie)?.[1]?.toLowerCase();
  return domain === undefined ? host === gateHost : host === domain || host.endsWith(`.${domain}`);
};

const isOwn = (action: URL, own: readonly string[]): boolean =>
  own.some((address) => URL.parse(address)?.href === action.href);

const missesCookie = (action: URL, { cookies, gate, ownAddresses }: AnsweredGate): boolean =>
  !isOwn(action, ownAddresses) && cookies.some((cookie) => wouldGet(cookie, action.hostname, hostOf(gate)));

/** The encoding that a browser would send the form in. A page that names none is clear as long as all is ASCII. */
const charsetOf = (form: PageForm, ofPage: FormCharset | undefined): FormCharset | undefined => {
  const named = form.acceptCharset?.split(/[\s,]+/).find((label) => label !== '');
  if (named !== undefined) return charsetNamed(named);
  if (ofPage !== undefined) return ofPage;
  return form.fields.flat().every((text) => ASCII.test(text)) ? 'utf-8' : undefined;
};

/**
 * The form in a page that a gate answered to a post of ours, or why it cannot be passed on. Of the page nothing is taken
 * but address, names and values of that form, and these were searched for the card.
 */
export const readGatePage = (
  page: PageBytes,
  answered: AnsweredGate,
): { readonly form: PayerForm } | { readonly reason: UnusableGateAnswer } => {
  const read = pageText(page);
  if (read === undefined) return { reason: 'unreadable' };
  const forms = formsOfPage(read.text);
  const sole = soleForm(forms);
  if ('reason' in sole) return sole;
  const action = actionOf(sole.value, forms.base, answered);
  if ('reason' in action) return action;
  if (missesCookie(action.value, answered)) return { reason: 'cookie' };
  const acceptCharset = charsetOf(sole.value, read.charset);
  if (acceptCharset === undefined) return { reason: 'unreadable' };
  const form: PayerForm = { action: action.value.href, fields: sole.value.fields, acceptCharset };
  return tellsCard(form, answered.card) ? { reason: 'card-data' } : { form };
};
