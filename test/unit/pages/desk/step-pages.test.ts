import { describe, expect, test } from 'vitest';
import { minor } from '../../../../shared/domain/money/money.ts';
import { confirmStepPage, type WhatHappens } from '../../../../shared/pages/desk/payment/confirm-step-page.ts';
import { notDonePage } from '../../../../shared/pages/desk/payment/not-done-page.ts';
import type { NotDone } from '../../../../shared/pages/desk/payment/not-done-reasons.ts';
import { notDoneTexts } from '../../../../shared/pages/desk/payment/not-done-texts.ts';
import type { Page } from '../../../../shared/pages/document.ts';
import { SAMPLE_CARD as card, confirmViewOf, stepFrameOf, stepSamples } from './step-samples.ts';

const languages = ['tr', 'en'] as const;
const MAX_BYTES = 40_000;

const sentences: readonly [
  action: 'void' | 'refund' | 'capture' | 'approve' | 'undo',
  WhatHappens,
  tr: string,
  en: string,
][] = [
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
    expect(markup).toContain(`<label for="${/ id="([^"]*)"/.exec(tag)?.[1]}"`);
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

const sampleOf = (name: string, language: 'tr' | 'en'): string => stepSamples[name]?.(language).markup ?? '';

test.each(Object.keys(stepSamples).flatMap((name) => languages.map((language) => [name, language] as const)))(
  'the page %s in %s is small, whole and labelled',
  (name, language) => {
    const page = stepSamples[name]?.(language);
    if (page === undefined) throw new Error(`no page ${name}`);
    checkPage(page, language);
  },
);

describe('the page before a step (rule 54)', () => {
  test.each(languages.flatMap((language) => sentences.map((one) => [language, ...one] as const)))(
    'in %s a %s says what happens, to whom, and until when it can be undone',
    (language, action, happens, tr, en) => {
      const { markup } = confirmStepPage(confirmViewOf(language, action, happens));
      expect(markup).toContain(language === 'tr' ? tr : en);
      expect(markup).toContain(`action="/desk/payments/7/${action}"><input type="hidden" name="token" value="TOKEN">`);
      expect(markup).toContain('name="once" value="ONCE"');
      expect(markup).toContain('Ayşe &lt;b&gt;Yılmaz&lt;/b&gt;');
    },
  );

  test.each(languages)('in %s a step of which nobody knows is told neither as done nor as nothing', (language) => {
    const markup = sampleOf('unsure', language);
    expect(markup).not.toContain(notDoneTexts[language].nothingMoved);
    expect(markup).toContain('name="once" value="ONCE"');
  });

  test.each(languages)(
    'in %s the form for a part posts nothing, names the most, and escapes what was typed',
    (language) => {
      const markup = sampleOf('ask-amount', language);
      expect(markup).toContain('method="get" action="/desk/payments/7/refund"');
      expect(markup).toContain(language === 'tr' ? '1.249,90\u00a0₺' : '₺1,249.90');
      expect(markup).toContain('value="&quot;&gt;&lt;script&gt;"');
      expect(markup).toContain('aria-invalid="true"');
    },
  );

  test.each(languages)('in %s shares that were typed stand open', (language) => {
    expect(sampleOf('ask-shares-amounts', language)).toContain('<details open>');
    expect(sampleOf('ask-amount', language)).toContain('<details>');
  });
});

describe('why nothing was done', () => {
  const reasons = Object.keys(notDoneTexts.en.reasons) as NotDone[];

  test.each(languages.flatMap((language) => reasons.map((reason) => [language, reason] as const)))(
    'in %s %s says what it means for the money first',
    (language, reason) => {
      const texts = notDoneTexts[language];
      for (const movesMoney of [true, false]) {
        const page = notDonePage({ frame: stepFrameOf(language), paymentId: 7, reason, movesMoney });
        checkPage(page, language);
        const meaning = movesMoney ? texts.nothingMoved : texts.nothingChanged;
        expect(page.markup).toContain(`role="alert">${meaning} `);
        expect(page.markup).toContain('href="/desk/payments/7"');
      }
    },
  );
});
