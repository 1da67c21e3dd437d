import { type PageForm, type PayerPage, readPage } from '../payment/payer.ts';

/** A browser as far as cookies go: it keeps those of each path, and sends them to addresses below it. */
export interface LinkBrowser {
  readonly open: (address: string, language?: 'tr' | 'en') => Promise<PayerPage>;
  /** Posts a form with some fields changed, and answers without following a redirect. */
  readonly post: (
    form: Pick<PageForm, 'action' | 'fields'>,
    typed?: Readonly<Record<string, string>>,
  ) => Promise<Posted>;
  /** Every `Set-Cookie` that came, in order. */
  readonly set: readonly string[];
  /** Forgets all cookies, as another browser that got the page. */
  readonly forget: () => void;
}

export interface Posted extends PayerPage {
  /** Where the answer leads; undefined where it is a page. */
  readonly location: string | undefined;
}

interface Kept {
  readonly pair: string;
  readonly path: string;
}

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));

const keptOf = (header: string): Kept => {
  const [pair = '', ...attributes] = header.split('; ');
  const path = attributes.find((one) => one.startsWith('Path='))?.slice('Path='.length) ?? '/';
  return { pair, path };
};

const isBelow = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

export const newLinkBrowser = (): LinkBrowser => {
  const set: string[] = [];
  let kept: readonly Kept[] = [];
  const send = async (address: string, init: RequestInit, language: 'tr' | 'en'): Promise<Posted> => {
    const { pathname } = new URL(address);
    const cookie = kept
      .filter(({ path }) => isBelow(path, pathname))
      .map(({ pair }) => pair)
      .join('; ');
    const headers = { 'accept-language': language, ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) {
      set.push(header);
      const next = keptOf(header);
      kept = [...kept.filter((one) => nameOf(one.pair) !== nameOf(next.pair) || one.path !== next.path), next];
    }
    const page = readPage({
      status: response.status,
      address,
      headers: response.headers,
      markup: await response.text(),
    });
    const location = response.headers.get('location');
    return { ...page, location: location === null ? undefined : new URL(location, address).href };
  };
  return {
    open: async (address, language = 'en') => {
      const page = await send(address, {}, language);
      return page.location === undefined ? page : send(page.location, {}, language);
    },
    post: ({ action, fields }, typed = {}) => {
      const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
      for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
      return send(action, { method: 'POST', body }, 'en');
    },
    set,
    forget: () => {
      kept = [];
    },
  };
};

/** The form of a link's page. */
export const linkForm = ({ forms, text }: PayerPage): PageForm => {
  const found = forms.find(({ fields }) => fields.some(([name]) => name === 'form'));
  if (found === undefined) throw new Error(`no form of a link on: ${text}`);
  return found;
};

/** The address that an answer leads to. Throws for a page. */
export const ledTo = ({ location, text }: Pick<Posted, 'location' | 'text'>): string => {
  if (location === undefined) throw new Error(`leads nowhere: ${text}`);
  return location;
};
