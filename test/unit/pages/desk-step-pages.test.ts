import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { askSharesPage, askStepPage } from '../../../shared/pages/desk/ask-step-page.ts';
import {
  type ConfirmStepView,
  confirmStepPage,
  unsureStepPage,
  type WhatHappens,
} from '../../../shared/pages/desk/confirm-step-page.ts';
import type { DeskFrame } from '../../../shared/pages/desk/desk-page.ts';
import { notDonePage } from '../../../shared/pages/desk/not-done-page.ts';
import type { NotDone } from '../../../shared/pages/desk/not-done-reasons.ts';
import { notDoneTexts } from '../../../shared/pages/desk/not-done-texts.ts';
import { sendReceiptPage, sendWebhooksPage } from '../../../shared/pages/desk/send-again-pages.ts';
import type { Page } from '../../../shared/pages/document.ts';

const languages = ['tr', 'en'] as const;
const frameOf = (language: 'tr' | 'en'): DeskFrame => ({
  language,
  serviceName: 'Payments',
  sandbox: false,
  signedIn: { userName: 'Ada', dealerName: 'Örnek Mağaza', role: 'manager', needsCode: false, formToken: 'TOKEN' },
});
const MAX_BYTES = 40_000;
const card = '411111******1111';

const viewOf = (
  language: 'tr' | 'en',
  action: ConfirmStepView['action'],
  happens: WhatHappens,
  changes: Partial<ConfirmStepView> = {},
): ConfirmStepView => ({
  frame: frameOf(language),
  paymentId: 7,
  orderId: 'ORDER-1',
  action,
  amount: minor(124_990),
  currency: 'TL',
  maskedCard: card,
  payerName: 'Ayşe <b>Yılmaz</b>',
  shares: [{ subDealerId: 11, amount: minor(24_990) }],
  happens,
  fields: [
    ['once', 'ONCE'],
    ['shown', 'SHOWN'],
  ],
  ...changes,
});

const sentences: readonly [ConfirmStepView['action'], WhatHappens, tr: string, en: string][] = [
  ['void', { kind: 'void' }, `1.249,90\u00a0₺ şu karta döner: ${card}`, `₺1,249.90 goes back to the card ${card}`],
  ['void', { kind: 'release' }, 'Provizyon kaldırılır', 'The hold is released'],
  ['refund', { kind: 'refund' }, 'bir dakika içinde', 'within a minute'],
  ['refund', { kind: 'refund', moment: 'MOMENT' }, 'MOMENT itibarıyla', 'from MOMENT on'],
  ['capture', { kind: 'capture', held: minor(200_000), undoneUntil: 'MOMENT' }, 'MOMENT anına kadar', 'Until MOMENT'],
  [
    'approve',
    { kind: 'approve', owners: ['dealer', 11], undoneUntil: 'MOMENT' },
    'iş yeriniz, Alt üye iş yeri 11',
    'your business, Sub-merchant 11',
  ],
  ['undo', { kind: 'undo', owners: [11] }, 'havuza geri alınır', 'goes back into the pool'],
];

/** Every field of a page that is typed into has a label, every described one its description, and ids are there once. */
const checkFields = ({ markup }: Page): void => {
  const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [tag] of markup.matchAll(/<(?:input|select|textarea)[^>]*>/g)) {
    if (/type="(?:hidden|checkbox)"/.test(tag)) continue;
    const id = / id="([^"]*)"/.exec(tag)?.[1];
    expect(markup).toContain(`<label for="${id}"`);
  }
  for (const [, described = ''] of markup.matchAll(/aria-describedby="([^"]*)"/g)) {
    for (const id of described.split(' ')) expect(ids).toContain(id);
  }
};

const checkPage = (page: Page, language: string): void => {
  expect(Buffer.byteLength(page.markup)).toBeLessThan(MAX_BYTES);
  expect(page.markup).toContain(`<html lang="${language}">`);
  expect(page.markup.match(/<h1>/g)).toHaveLength(1);
  expect(page.markup).not.toMatch(/ style="| on[a-z]+="|undefined|\[object/);
  checkFields(page);
};

describe('the page before a step (rule 54)', () => {
  test.each(languages.flatMap((language) => sentences.map((one) => [language, ...one] as const)))(
    'in %s a %s says what happens, to whom, and until when it can be undone',
    (language, action, happens, tr, en) => {
      const page = confirmStepPage(viewOf(language, action, happens));
      checkPage(page, language);
      expect(page.markup).toContain(language === 'tr' ? tr : en);
      expect(page.markup).toContain(
        `action="/desk/payments/7/${action}"><input type="hidden" name="token" value="TOKEN">`,
      );
      expect(page.markup).toContain('name="once" value="ONCE"');
      expect(page.markup).toContain('Ayşe &lt;b&gt;Yılmaz&lt;/b&gt;');
    },
  );

  test.each(languages)(
    'in %s a step of which nobody knows says neither that it happened nor that nothing moved',
    (language) => {
      const page = unsureStepPage(viewOf(language, 'refund', { kind: 'refund' }));
      checkPage(page, language);
      expect(page.markup).not.toContain(notDoneTexts[language].nothingMoved);
      expect(page.markup).toContain('name="once" value="ONCE"');
    },
  );
});

describe('the form for a part', () => {
  test.each(languages)(
    'in %s moves nothing by GET, names the most, and shows what was typed with what is wrong',
    (language) => {
      const page = askStepPage({
        frame: frameOf(language),
        paymentId: 7,
        action: 'refund',
        currency: 'TL',
        most: minor(124_990),
        amount: { name: 'amount', typed: '"><script>', problem: 'unclear' },
        shares: [{ subDealerId: 11, name: 'share-11', typed: '' }],
      });
      checkPage(page, language);
      expect(page.markup).toContain('method="get" action="/desk/payments/7/refund"');
      expect(page.markup).toContain(language === 'tr' ? '1.249,90\u00a0₺' : '₺1,249.90');
      expect(page.markup).toContain('value="&quot;&gt;&lt;script&gt;"');
      expect(page.markup).toContain('aria-invalid="true"');
      expect(page.markup).not.toContain('TOKEN"><div class="field"');
    },
  );

  test.each(languages)('in %s the shares of a pool step are boxes, each with its label', (language) => {
    const parts = [11, 12].map((subDealerId) => ({ name: `part-${subDealerId}`, subDealerId }));
    const page = askSharesPage({ frame: frameOf(language), paymentId: 7, action: 'approve', parts });
    checkPage(page, language);
    expect(page.markup.match(/<label class="choice"><input type="checkbox"/g)).toHaveLength(2);
  });
});

describe('why nothing was done', () => {
  const reasons = Object.keys(notDoneTexts.en.reasons) as NotDone[];

  test.each(languages.flatMap((language) => reasons.map((reason) => [language, reason] as const)))(
    'in %s %s says what it means for the money first',
    (language, reason) => {
      const texts = notDoneTexts[language];
      for (const movesMoney of [true, false]) {
        const page = notDonePage({ frame: frameOf(language), paymentId: 7, reason, movesMoney });
        checkPage(page, language);
        const meaning = movesMoney ? texts.nothingMoved : texts.nothingChanged;
        expect(page.markup).toContain(`role="alert">${meaning} `);
        expect(page.markup).toContain('href="/desk/payments/7"');
      }
    },
  );
});

describe('receipts and notifications once more', () => {
  test.each(languages)('in %s their pages are whole', (language) => {
    const view = { frame: frameOf(language), paymentId: 7, once: 'ONCE' };
    checkPage(sendReceiptPage({ ...view, known: 'payer@example.com' }), language);
    const untold = [{ event: 'link.paid', channel: 'webhook:shop', state: 'dead' }] as const;
    const page = sendWebhooksPage({ ...view, untold });
    checkPage(page, language);
    expect(page.markup).toContain('webhook:shop');
  });
});
