import type { FormField } from '../../../shared/domain/form-field.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';

/** A form of a page, with the fields that a browser posts if the payer types nothing. */
export interface PageForm {
  readonly action: string;
  readonly fields: readonly FormField[];
  /** Values of the radio buttons and hidden fields with a name. */
  readonly offers: (name: string) => readonly string[];
  /** The actions that buttons of the form name. */
  readonly actions: readonly string[];
}

/** A page as a payer without script sees it. */
export interface PayerPage {
  readonly status: number;
  readonly address: string;
  readonly headers: Headers;
  readonly markup: string;
  /** The visible text. */
  readonly text: string;
  readonly forms: readonly PageForm[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string): string => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? '');

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map([...tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]));

const formOf = (tag: string, content: string, address: string): PageForm => {
  const inputs = [...content.matchAll(/<input(\s[^>]*)>/g)].map(([, attributes = '']) => attributesOf(attributes));
  const isPosted = (input: ReadonlyMap<string, string>): boolean =>
    !['radio', 'checkbox'].includes(input.get('type') ?? 'text') || input.has('checked');
  return {
    action: new URL(attributesOf(tag).get('action') ?? address, address).href,
    fields: inputs.filter(isPosted).map((input) => [input.get('name') ?? '', input.get('value') ?? '']),
    actions: [...content.matchAll(/<button[^>]* name="action" value="([^"]*)"/g)].map(([, action = '']) => action),
    offers: (name) => inputs.filter((input) => input.get('name') === name).map((input) => input.get('value') ?? ''),
  };
};

const textOf = (markup: string): string =>
  decoded(
    (/<body>([\s\S]*)<\/body>/.exec(markup)?.[1] ?? '')
      .replaceAll(/<script>[\s\S]*?<\/script>|<(div|p)\s[^>]* hidden>[\s\S]*?<\/\1>|<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  ).trim();

/** What a payer sees of an answer. */
export const readPage = (answer: Pick<PayerPage, 'status' | 'address' | 'headers' | 'markup'>): PayerPage => {
  const forms = [...answer.markup.matchAll(/<form(\s[^>]*)>([\s\S]*?)<\/form>/g)];
  return {
    ...answer,
    text: textOf(answer.markup),
    forms: forms.map(([, tag = '', content = '']) => formOf(tag, content, answer.address)),
  };
};

const pageOf = async (response: Response): Promise<PayerPage> => {
  const { status, url: address, headers } = response;
  return readPage({ status, address, headers, markup: await response.text() });
};

/** Opens an address, and follows redirects. */
export const openPage = async (address: string, language: 'tr' | 'en' = 'en'): Promise<PayerPage> =>
  pageOf(await fetch(address, { headers: { 'accept-language': language } }));

/** Posts a form with some fields changed, and follows redirects to the page. */
export const postForm = async (
  { action, fields }: Pick<PageForm, 'action' | 'fields'>,
  typed: Readonly<Record<string, string>> = {},
  language: 'tr' | 'en' = 'en',
): Promise<PayerPage> => {
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
  for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
  return pageOf(await fetch(action, { method: 'POST', body, headers: { 'accept-language': language } }));
};

/** The form of a page for one action: `quote`, `pay`, `retry` or `give-up`. A button's action is posted first. */
export const formFor = ({ forms, text }: PayerPage, asked: string): PageForm => {
  const byButton = forms.find(({ actions }) => actions.includes(asked));
  if (byButton !== undefined) return { ...byButton, fields: [['action', asked], ...byButton.fields] };
  const found = forms.find(({ fields }) => fields.some(([name, value]) => name === 'action' && value === asked));
  if (found === undefined) throw new Error(`no form for ${asked} on: ${text}`);
  return found;
};

export const hasFormFor = ({ forms }: PayerPage, asked: string): boolean =>
  forms.some(
    ({ actions, fields }) =>
      actions.includes(asked) || fields.some(([name, value]) => name === 'action' && value === asked),
  );

/** A CVC that occurs in no other text of the tests. */
export const CVC = '947';

export const typedCard = (cardId: string): Readonly<Record<string, string>> => ({
  cardNumber: testCard(cardId).number,
  holderName: 'Elif Deneme',
  expiry: '09 / 31',
  cvc: cardId === 'american-express' ? `${CVC}1` : CVC,
});

/** Types the first digits of a card, if the page asks for them. */
export const quoteFor = async (page: PayerPage, cardId: string): Promise<PayerPage> =>
  hasFormFor(page, 'quote')
    ? postForm(formFor(page, 'quote'), { cardNumber: testCard(cardId).number.slice(0, 8) })
    : page;

/** Pays with a test card. Answers the hand-over page, or without 3D the outcome. */
export const payWith = async (
  page: PayerPage,
  cardId: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<PayerPage> => {
  const form = formFor(await quoteFor(page, cardId), 'pay');
  return postForm(form, { ...typedCard(cardId), ...typed });
};

/** The one form of a page that forwards the payer. */
export const passingForm = ({ forms, text }: PayerPage): PageForm => {
  const [form, ...others] = forms;
  if (form === undefined || others.length > 0) throw new Error(`not a page that passes on: ${text}`);
  return form;
};

export type Decision = 'approve' | 'fail' | 'give-up';

/** From the hand-over page, through the bank's challenge if there is one, to the page with the callback's form. */
export const toCallback = async (handOver: PayerPage, decision: Decision = 'approve'): Promise<PayerPage> => {
  const atBank = await postForm(passingForm(handOver));
  const code = /id="one-time-code">(\d{6})</.exec(atBank.markup)?.[1];
  if (code === undefined) return atBank;
  return postForm(passingForm(atBank), { code, decision });
};

/** The callback: the last form, because one test card makes a page with two. */
export const callbackOf = (page: PayerPage): PageForm => {
  const form = page.forms.at(-1);
  if (form === undefined) throw new Error(`no callback on: ${page.text}`);
  return form;
};

type Callback = Pick<PageForm, 'action' | 'fields'>;

/** Posts the bank's callback, and answers the form of the page that answers it: that form finishes the payment. */
export const finishingForm = async (callback: Callback): Promise<PageForm> => passingForm(await postForm(callback));

/** Posts the bank's callback, and then what the page in between posts, as a browser does. */
export const postCallback = async (callback: Callback): Promise<PayerPage> => postForm(await finishingForm(callback));

/** From the hand-over page through the bank and back: the redirect to the dealer, or the link's page. */
export const throughBank = async (handOver: PayerPage, decision: Decision = 'approve'): Promise<PayerPage> =>
  postCallback(callbackOf(await toCallback(handOver, decision)));

/** A whole payment with 3D. */
export const payThroughBank = async (page: PayerPage, cardId: string, decision?: Decision): Promise<PayerPage> =>
  throughBank(await payWith(page, cardId), decision);

export const giveUp = (page: PayerPage): Promise<PayerPage> => postForm(formFor(page, 'give-up'));

/** The fields that the redirect page posts to the dealer. */
export const reportOn = (
  page: PayerPage,
): { readonly to: string; readonly fields: Readonly<Record<string, string>> } => {
  const form = passingForm(page);
  return { to: form.action, fields: Object.fromEntries(form.fields) };
};
