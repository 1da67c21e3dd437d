import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '../../infra/local/gateway.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { Inbox } from '../../infra/local/inbox.ts';
import { inboxPage } from '../../infra/local/inbox-page.ts';
import { ownPages } from '../../infra/local/own-pages.ts';

const inbox = new Inbox();
const server = createGateway(() => undefined, { ownPages: ownPages([inboxPage(inbox)]) });
let base = '';
beforeAll(async () => {
  base = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
});
afterAll(() => closeServer(server, 100));

const inboxText = async (): Promise<string> => (await fetch(`${base}/inbox`)).text();

test('an empty inbox says what arrives there', async () => {
  expect(await inboxText()).toContain('Nothing was sent yet.');
});

test('the list opens the link of an SMS itself, and the message by its recipient', async () => {
  const link = 'https://pay.example/pay/abc?a=1&b=2';
  const { MessageId } = inbox.sendTextMessage({
    DestinationPhoneNumber: '+905551110022',
    MessageBody: `<Store>: ${link}`,
  });
  const page = await inboxText();
  const href = link.replace('&', '&amp;');
  expect(page).toContain(`&lt;Store&gt;: <a href="${href}" target="_blank" rel="noopener">${href}</a>`);
  expect(page).toContain(`<a href="/inbox/${MessageId}">SMS to +905551110022</a>`);
});
