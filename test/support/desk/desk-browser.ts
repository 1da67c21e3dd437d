import { type PageForm, type PayerPage, readPage } from '../payment/payer.ts';

/** What the desk answered: a page, or where it leads. */
export interface DeskAnswer extends PayerPage {
  /** Path and query that the answer leads to; undefined where it is a page. */
  readonly location: string | undefined;
}

/** A file that somebody chose in a field. */
interface ChosenFile {
  readonly field: string;
  readonly bytes: Buffer;
  readonly name?: string;
  readonly type?: string;
}

/** A browser at the desk, without script. */
export interface DeskBrowser {
  /** Opens a path, without following a redirect. */
  readonly get: (path: string) => Promise<DeskAnswer>;
  /** Opens a path and follows what it leads to, at most five times. */
  readonly open: (path: string) => Promise<DeskAnswer>;
  /** Posts a form with some fields changed, and answers without following a redirect. */
  readonly post: (
    form: Pick<PageForm, 'action' | 'fields'>,
    typed?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<DeskAnswer>;
  /** Posts a form as `multipart/form-data`, with its texts changed and these files, and answers without following a redirect. */
  readonly postFiles: (
    form: Pick<PageForm, 'action' | 'fields'>,
    files: readonly ChosenFile[],
    typed?: Readonly<Record<string, string>>,
  ) => Promise<DeskAnswer>;
  /** Posts a form, and follows what it leads to. */
  readonly submit: (
    form: Pick<PageForm, 'action' | 'fields'>,
    typed?: Readonly<Record<string, string>>,
  ) => Promise<DeskAnswer>;
  /** The cookies that it sends, by name. */
  readonly cookies: Map<string, string>;
  /** Every `Set-Cookie` that came, in order. */
  readonly set: readonly string[];
}

const MOST_REDIRECTS = 5;

const selectedIn = (options: string): string | undefined =>
  (/<option[^>]*value="([^"]*)"[^>]* selected/.exec(options) ?? /<option[^>]*value="([^"]*)"/.exec(options))?.[1];

/** What lists and long texts of a form post beside its inputs. */
const otherFieldsIn = (markup: string): readonly (readonly [string, string])[] => [
  ...[...markup.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].flatMap(
    ([, name = '', options = '']) => {
      const selected = selectedIn(options);
      return selected === undefined ? [] : [[name, selected] as const];
    },
  ),
  ...[...markup.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g)].map(
    ([, name = '', text = '']) => [name, text] as const,
  ),
];

/** Forms with everything that a browser posts of them. */
const withAllFields = (page: PayerPage): PayerPage => {
  const contents = [...page.markup.matchAll(/<form\s[^>]*>([\s\S]*?)<\/form>/g)].map(([, content = '']) => content);
  const forms = page.forms.map((form, index) => ({
    ...form,
    fields: [...form.fields, ...otherFieldsIn(contents[index] ?? '')],
  }));
  return { ...page, forms };
};

export const newDeskBrowser = (baseUrl: string, cookiesAtFirst: Readonly<Record<string, string>> = {}): DeskBrowser => {
  const cookies = new Map(Object.entries(cookiesAtFirst));
  const set: string[] = [];
  const keep = (header: string): void => {
    set.push(header);
    const [pair = ''] = header.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (/; Max-Age=0(?:;|$)/.test(header)) cookies.delete(name);
    else cookies.set(name, pair.slice(name.length + 1));
  };
  const send = async (
    address: string,
    init: Pick<RequestInit, 'method' | 'body'>,
    sent: Readonly<Record<string, string>> = {},
  ): Promise<DeskAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'accept-language': 'en', ...(cookie === '' ? {} : { cookie }), ...sent };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) keep(header);
    const { status } = response;
    const page = readPage({ status, address, headers: response.headers, markup: await response.text() });
    const location = response.headers.get('location') ?? undefined;
    return { ...withAllFields(page), location };
  };
  const get = (path: string): Promise<DeskAnswer> => send(new URL(path, baseUrl).href, {});
  const follow = async (answer: DeskAnswer): Promise<DeskAnswer> => {
    let last = answer;
    for (let times = 0; last.location !== undefined; times += 1) {
      if (times === MOST_REDIRECTS) throw new Error(`redirects do not end: ${last.location}`);
      last = await get(last.location);
    }
    return last;
  };
  const post: DeskBrowser['post'] = ({ action, fields }, typed = {}, headers = {}) => {
    const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
    for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
    return send(action, { method: 'POST', body }, { origin: new URL(baseUrl).origin, ...headers });
  };
  const postFiles: DeskBrowser['postFiles'] = ({ action, fields }, files, typed = {}) => {
    const body = new FormData();
    const isFile = (name: string): boolean => files.some(({ field }) => field === name);
    for (const [name, value] of fields) if (!isFile(name)) body.append(name, typed[name] ?? value);
    for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
    for (const { field, bytes, name = 'logo.png', type = 'image/png' } of files) {
      body.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
    }
    return send(action, { method: 'POST', body }, { origin: new URL(baseUrl).origin });
  };
  return {
    get,
    open: async (path) => follow(await get(path)),
    post,
    postFiles,
    submit: async (form, typed) => follow(await post(form, typed)),
    cookies,
    set,
  };
};

/** The form of a page that posts to a path. */
export const formTo = ({ forms, text }: PayerPage, path: string): PageForm => {
  const found = forms.find(({ action }) => new URL(action).pathname === path);
  if (found === undefined) throw new Error(`no form to ${path} on: ${text}`);
  return found;
};
