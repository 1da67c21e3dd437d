import type { ServerResponse } from 'node:http';
import type { Inbox, InboxMessage } from './inbox.ts';
import { type OwnPage, ownHeaders } from './own-pages.ts';

const PATH = /^\/inbox(?:\/([0-9a-f-]{36})(\/html)?)?(\.json)?$/;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? '');

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:52rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}li{padding:.6rem 0;border-bottom:1px solid #8884;list-style:none}ul{padding:0}pre{white-space:pre-wrap;font:inherit;border:1px solid #8884;border-radius:.6rem;padding:1rem}iframe{width:100%;height:44rem;border:1px solid #8884;border-radius:.6rem}small{opacity:.75}';

const LINK = /https?:\/\/[^\s<]+/g;

/** The text with its links, to click. */
const linked = (text: string): string =>
  escaped(text).replaceAll(LINK, (href) => `<a href="${href}" target="_blank" rel="noopener">${href}</a>`);

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

const kindOf = ({ channel }: InboxMessage): string => (channel === 'sms' ? 'SMS' : 'E-mail');
const when = (atMs: number): string => new Date(atMs).toISOString().replace('T', ' ').slice(0, 19);

const listPage = (messages: readonly InboxMessage[]): string => {
  const entries = messages.map(
    (message) =>
      `<li><a href="/inbox/${message.id}">${kindOf(message)} to ${escaped(message.to)}</a> <small>${when(message.atMs)} UTC</small><br>${message.subject === undefined ? linked(message.text) : escaped(message.subject)}</li>`,
  );
  const empty = '<p>Nothing was sent yet. Links of definitions that send SMS or e-mails arrive here.</p>';
  return page(
    'Inbox',
    `<p><a href="/">Payment links</a></p><h1>Inbox</h1>${entries.length === 0 ? empty : `<ul>${entries.join('')}</ul>`}`,
  );
};

const messagePage = (message: InboxMessage): string => {
  const html =
    message.html === undefined
      ? ''
      : `<h2>As mail programs show it</h2><iframe title="The e-mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/inbox/${message.id}/html"></iframe>`;
  const head = `<p><a href="/inbox">Inbox</a></p><h1>${escaped(message.subject ?? kindOf(message))}</h1><p><small>From ${escaped(message.from)}<br>To ${escaped(message.to)}</small></p>`;
  return page('Message', `${head}<pre>${linked(message.text)}</pre>${html}`);
};

const mailHtml = ({ html = '', images }: InboxMessage): string =>
  html
    .replaceAll(/cid:([A-Za-z0-9._-]+)/g, (whole, id: string) => images[id] ?? whole)
    .replace('<head>', '<head><base target="_blank">');

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'";

const send = (response: ServerResponse, status: number, type: string, body: string, policy: string): void => {
  response.writeHead(status, ownHeaders(type, policy)).end(body);
};

/** The inbox of one machine: `/inbox`, `/inbox.json`, `/inbox/{id}`. It lives in memory. */
export const inboxPage = (inbox: Inbox): OwnPage => ({
  path: '/inbox',
  serve: (request, response) => {
    request.resume();
    const match = PATH.exec((request.url ?? '').split('?')[0] ?? '');
    const [, id, html, json] = match ?? [];
    const found = id === undefined ? undefined : inbox.find(id);
    const framed = `${POLICY}; frame-src 'self'; frame-ancestors 'none'`;
    if (request.method !== 'GET') send(response, 405, 'text/plain', 'Method Not Allowed', POLICY);
    else if (match === null) send(response, 404, 'text/plain', 'Not Found', POLICY);
    else if (json !== undefined && id === undefined)
      send(response, 200, 'application/json', JSON.stringify(inbox.list()), POLICY);
    else if (id === undefined) send(response, 200, 'text/html', listPage(inbox.list()), framed);
    else if (found === undefined || json !== undefined) send(response, 404, 'text/plain', 'Not Found', POLICY);
    else if (html === undefined) send(response, 200, 'text/html', messagePage(found), framed);
    else
      send(
        response,
        200,
        'text/html',
        mailHtml(found),
        `${POLICY}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
      );
  },
});
