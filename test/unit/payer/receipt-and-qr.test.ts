import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { qrPng } from '../../../functions/payer/show-link-qr/qr-png.ts';
import { qrModules } from '../../../shared/pages/qr-code.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { memoryStack as stack } from '../../support/operations/memory-stack.ts';
import { openPage, type PayerPage, payThroughBank, postForm } from '../../support/payment/payer.ts';

const receiptForm = ({ forms, text }: PayerPage) => {
  const form = forms.find(({ action }) => new URL(action).pathname.endsWith('/receipt'));
  if (form === undefined) throw new Error(`no form for a receipt on: ${text}`);
  return form;
};

const newPaidLink = async (fields: object = {}) => {
  const dealer = await newBankDealer({ stack });
  const { url } = await dealer.newLink({ ...simple, RedirectUrl: undefined, Email: 'payer@example.com', ...fields });
  await payThroughBank(await openPage(url), 'frictionless');
  return { dealer, url, paid: await openPage(url) };
};

describe('The receipt by e-mail of a paid link (rule 43)', () => {
  test('is on its way to an address, which no page shows; twice, and not a third time', async () => {
    const { paid, dealer } = await newPaidLink();
    const form = receiptForm(paid);
    const first = await postForm(form, { email: '  ada@example.com ' });
    expect(first.text).toContain('The receipt is on its way');
    expect(first.markup).not.toContain('ada@example.com');
    const [order] = await dealer.orders();
    expect(first.text).toContain(order?.authCode);
    expect(first.headers.get('content-security-policy')).toContain('frame-ancestors');
    expect((await postForm(form, { email: 'eve@example.com' })).text).toContain('on its way');
    expect((await postForm(form, { email: 'zoe@example.com' })).text).toContain('cannot be sent to this address now');
  });

  test('asks for the address again where it is none, and keeps what was typed', async () => {
    const { paid } = await newPaidLink();
    const wrong = await postForm(receiptForm(paid), { email: 'nobody' });
    expect(wrong.text).toContain('Write the address like name@example.com.');
    expect(wrong.markup).toContain('value="nobody"');
    expect((await postForm(receiptForm(paid), { email: '' })).text).toContain('Write the address like');
  });

  test('leads back to the report of the dealer where there is one', async () => {
    const { paid } = await newPaidLink({ RedirectUrl: 'https://shop.example/result' });
    const asked = await postForm(receiptForm(paid), { email: 'ada@example.com' });
    expect(asked.markup).toMatch(/href="[^"]*\/result\//);
    const without = await newPaidLink();
    const plain = await postForm(receiptForm(without.paid), { email: 'ada@example.com' });
    expect(plain.markup).not.toMatch(/href="[^"]*\/result\//);
  });

  test('leads to the link itself where its address is opened, the link is open, or its time is over', async () => {
    const { paid, url } = await newPaidLink();
    const { action } = receiptForm(paid);
    expect(new URL((await openPage(action)).address).pathname).toBe(new URL(url).pathname);
    const dealer = await newBankDealer({ stack });
    const open = await dealer.newLink(simple);
    const { pathname } = new URL(open.url);
    const posted = { action: `${stack.baseUrl}${pathname}/receipt`, fields: [['email', 'ada@example.com']] as const };
    const early = await postForm(posted);
    expect([new URL(early.address).pathname, early.text.includes('on its way')]).toEqual([pathname, false]);
  });

  test('is nobody’s at an unknown address', async () => {
    const { url } = await newPaidLink();
    const { pathname } = new URL(url);
    for (const path of ['/pay/unknown/receipt', `${pathname.slice(0, -1)}_/receipt`]) {
      const page = await postForm({ action: `${stack.baseUrl}${path}`, fields: [['email', 'ada@example.com']] });
      expect([page.status, page.text.includes('on its way')]).toEqual([404, false]);
    }
  });
});

describe('The QR code of a link', () => {
  const codeOf = async (path: string, accept = '*/*') => {
    const answer = await fetch(`${stack.baseUrl}${path}`, { headers: { accept, 'accept-language': 'en' } });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  test('is a page for a browser, a drawing for a program, and a picture for who asks for one', async () => {
    const dealer = await newBankDealer({ stack });
    const { pathname } = new URL((await dealer.newLink(simple)).url);
    const page = await codeOf(`${pathname}/qr`, 'text/html');
    expect([page.status, page.type]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.bytes.toString()).toContain('<svg');
    for (const [query, accept] of [
      ['', '*/*'],
      ['?format=svg', 'text/html'],
      ['?format=other', '*/*'],
    ] as const) {
      const drawn = await codeOf(`${pathname}/qr${query}`, accept);
      expect([drawn.status, drawn.type]).toEqual([200, 'image/svg+xml']);
      expect(drawn.bytes.toString()).toContain('aria-label');
    }
    const picture = await codeOf(`${pathname}/qr?format=png`, 'text/html');
    expect(picture.type).toBe('image/png');
    expect(picture.bytes.equals(qrPng(`${stack.baseUrl}${pathname}`))).toBe(true);
  });

  test('is there no more where the link is paid or cancelled, and of an unknown one', async () => {
    const { url } = await newPaidLink();
    for (const path of [`${new URL(url).pathname}/qr`, '/pay/unknown/qr', '/link/unknown/qr']) {
      const { status, type } = await codeOf(path, 'text/html');
      expect([status, type]).toEqual([404, expect.stringContaining('text/html')]);
    }
  });

  test('is drawn with 8 points a side for each of its squares, black on white', () => {
    const [address, scale] = ['https://pay.example/pay/abc', 8];
    const modules = qrModules(address);
    const { width, height, data } = PNG.sync.read(qrPng(address));
    expect([width, height]).toEqual([modules.length * scale, modules.length * scale]);
    for (const [row, line] of modules.entries()) {
      for (const [column, isBlack] of line.entries()) {
        for (const [x, y] of [
          [0, 0],
          [scale - 1, scale - 1],
        ] as const) {
          const at = ((row * scale + y) * width + column * scale + x) * 4;
          expect(data[at], `${row} ${column}`).toBe(isBlack ? 0 : 255);
        }
      }
    }
  });
});
