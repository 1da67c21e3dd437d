import type { Language } from '../../../../shared/domain/language.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { DeskFrame } from '../../../../shared/pages/desk/frame/desk-page.ts';
import { askSharesPage, askStepPage } from '../../../../shared/pages/desk/payment/ask-step-page.ts';
import {
  type ConfirmStepView,
  confirmStepPage,
  unsureStepPage,
  type WhatHappens,
} from '../../../../shared/pages/desk/payment/confirm-step-page.ts';
import { notDonePage } from '../../../../shared/pages/desk/payment/not-done-page.ts';
import { sendReceiptPage, sendWebhooksPage } from '../../../../shared/pages/desk/payment/send-again-pages.ts';
import { stepTexts } from '../../../../shared/pages/desk/payment/step-texts.ts';
import type { Page } from '../../../../shared/pages/document.ts';

export const SAMPLE_CARD = '411111******1111';

export const stepFrameOf = (language: Language): DeskFrame => ({
  language,
  serviceName: 'Payments',
  sandbox: false,
  signedIn: { userName: 'Ada', dealerName: 'Örnek Mağaza', role: 'manager', needsCode: false, formToken: 'TOKEN' },
});

/** What a page before a step shows of 1,249.90. */
export const confirmViewOf = (
  language: Language,
  action: ConfirmStepView['action'],
  happens: WhatHappens,
  changes: Partial<ConfirmStepView> = {},
): ConfirmStepView => ({
  frame: stepFrameOf(language),
  paymentId: 7,
  orderId: 'ORDER-k3v7q2mzt5w4y6xa2bcdefgh3i-01',
  action,
  amount: minor(124_990),
  currency: 'TL',
  maskedCard: SAMPLE_CARD,
  payerName: 'Ayşe <b>Yılmaz</b>',
  shares: [{ subDealerId: 11, amount: minor(24_990) }],
  happens,
  fields: [
    ['once', 'ONCE'],
    ['shown', 'SHOWN'],
  ],
  ...changes,
});

const confirm =
  (action: ConfirmStepView['action'], happens: WhatHappens) =>
  (language: Language): Page =>
    confirmStepPage(confirmViewOf(language, action, happens));

const once = 'ONCE';
const paymentId = 7;
const MOMENT = '29.11. 22:00 GMT+3';

/** Every page around a step of a payment, a receipt and resent notifications, by language. */
export const stepSamples: Readonly<Record<string, (language: Language) => Page>> = {
  void: confirm('void', { kind: 'void' }),
  release: confirm('void', { kind: 'release' }),
  refund: confirm('refund', { kind: 'refund' }),
  'refund-later': confirm('refund', { kind: 'refund', moment: MOMENT }),
  capture: confirm('capture', { kind: 'capture', held: minor(200_000), undoneUntil: MOMENT }),
  approve: confirm('approve', { kind: 'approve', owners: ['dealer', 11], undoneUntil: MOMENT }),
  undo: confirm('undo', { kind: 'undo', owners: [11] }),
  changed: (language) =>
    confirmStepPage(
      confirmViewOf(
        language,
        'refund',
        { kind: 'refund' },
        { notice: { kind: 'bad', text: stepTexts[language].changed } },
      ),
    ),
  unsure: (language) => unsureStepPage(confirmViewOf(language, 'refund', { kind: 'refund' })),
  'ask-amount': (language) =>
    askStepPage({
      frame: stepFrameOf(language),
      paymentId,
      action: 'refund',
      currency: 'TL',
      most: minor(124_990),
      amount: { name: 'amount', typed: '"><script>', problem: 'unclear' },
      shares: [11, 12].map((subDealerId) => ({ subDealerId, name: `share-${subDealerId}`, typed: '' })),
    }),
  'ask-shares-amounts': (language) =>
    askStepPage({
      frame: stepFrameOf(language),
      paymentId,
      action: 'capture',
      currency: 'TL',
      most: minor(124_990),
      amount: { name: 'amount', typed: '10', problem: 'sum' },
      shares: [11, 12].map((subDealerId) => ({ subDealerId, name: `share-${subDealerId}`, typed: '4' })),
    }),
  'ask-shares': (language) =>
    askSharesPage({
      frame: stepFrameOf(language),
      paymentId,
      action: 'approve',
      parts: [11, 12].map((subDealerId) => ({ name: `part-${subDealerId}`, subDealerId })),
    }),
  'not-done': (language) =>
    notDonePage({ frame: stepFrameOf(language), paymentId, reason: 'PaymentNotAvailable', movesMoney: true }),
  receipt: (language) => sendReceiptPage({ frame: stepFrameOf(language), paymentId, once, known: 'payer@example.com' }),
  webhooks: (language) =>
    sendWebhooksPage({
      frame: stepFrameOf(language),
      paymentId,
      once,
      untold: [{ event: 'link.paid', channel: 'webhook:shop', state: 'dead' }],
    }),
};
