import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../shared/domain/language.ts';
import {
  isStaleNotice,
  type PlanMessageKind,
  planMessageKindOf,
  planMessageKinds,
  planMessageRound,
  planSmsText,
} from '../../../../shared/domain/message/plan-message.ts';

const HOUR_MS = 3_600_000;
const VALUES = { dealer: 'Magaza', amount: '27,50 TL', day: '15.01.2027' };
/** So long a day that a full sentence has no room in one segment of 160 characters, and the short one of a notice has. */
const longDay = (kind: PlanMessageKind) => ({
  ...VALUES,
  day: '15 '.repeat(kind === 'plan-upcoming' ? 40 : 52).trim(),
});

const sms = (kind: PlanMessageKind, language: Language, card: string | undefined, values = VALUES): string =>
  planSmsText({ ...values, card }, { kind, language });

describe('The SMS about a payment plan (rule 43)', () => {
  test.each<[PlanMessageKind, Language, string | undefined, string]>([
    ['plan-upcoming', 'en', '1111', 'Magaza: on 15.01.2027, 27,50 TL will be charged to your card ending in 1111.'],
    ['plan-upcoming', 'en', undefined, 'Magaza: 27,50 TL is due on 15.01.2027. A link to pay follows on that day.'],
    ['plan-paid', 'en', '1111', 'Magaza: 27,50 TL of 15.01.2027 was charged to your card ending in 1111.'],
    ['plan-paid', 'en', undefined, 'Magaza: 27,50 TL of 15.01.2027 was paid.'],
    ['plan-failed', 'en', '1111', 'Magaza: 27,50 TL of 15.01.2027 could not be charged. Please contact the seller.'],
    ['plan-failed', 'en', undefined, 'Magaza: 27,50 TL of 15.01.2027 was not paid. Please contact the seller.'],
  ])('%s in %s with the card %s', (kind, language, card, text) => expect(sms(kind, language, card)).toBe(text));

  test.each<[PlanMessageKind, string | undefined, string]>([
    ['plan-upcoming', '1111', '27,50 TL ödemeniz 15.01.2027 günü 1111 ile biten kartınızdan çekilecek.'],
    ['plan-upcoming', undefined, '27,50 TL ödemenizin günü 15.01.2027. Ödeme bağlantınız o gün gönderilecek.'],
    ['plan-paid', '1111', '15.01.2027 tarihli 27,50 TL ödemeniz 1111 ile biten kartınızdan alındı.'],
    ['plan-paid', undefined, '15.01.2027 tarihli 27,50 TL ödemeniz alındı.'],
    ['plan-failed', '1111', '15.01.2027 tarihli 27,50 TL ödemeniz kartınızdan alınamadı. Lütfen satıcınıza başvurun.'],
    ['plan-failed', undefined, '15.01.2027 tarihli 27,50 TL ödemeniz alınamadı. Lütfen satıcınıza başvurun.'],
  ])('%s in Turkish with the card %s', (kind, card, text) => {
    const plain = (of: string): string => of.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i');
    expect(plain(sms(kind, 'tr', card))).toBe(`Magaza: ${plain(text)}`);
  });

  test.each<[PlanMessageKind, Language, string | undefined, RegExp]>([
    ['plan-paid', 'en', '1111', /: 27,50 TL paid, card 1111$/],
    ['plan-paid', 'en', undefined, /: 27,50 TL paid$/],
    ['plan-failed', 'en', '1111', /: 27,50 TL not paid$/],
    ['plan-failed', 'en', undefined, /: 27,50 TL not paid$/],
    ['plan-upcoming', 'en', '1111', /: 27,50 TL on 15 .*15, card 1111$/],
    ['plan-upcoming', 'en', undefined, /: 27,50 TL on 15 .*15$/],
    ['plan-paid', 'tr', '1111', /: 27,50 TL al[ıi]nd[ıi], kart 1111$/],
    ['plan-paid', 'tr', undefined, /: 27,50 TL al[ıi]nd[ıi]$/],
    ['plan-failed', 'tr', '1111', /: 27,50 TL al[ıi]namad[ıi]$/],
    ['plan-failed', 'tr', undefined, /: 27,50 TL al[ıi]namad[ıi]$/],
    ['plan-upcoming', 'tr', '1111', /: 15 .*15 27,50 TL, kart 1111$/],
    ['plan-upcoming', 'tr', undefined, /: 15 .*15 27,50 TL$/],
  ])('%s in %s is short where the whole sentence has no room in one segment', (kind, language, card, text) => {
    expect(sms(kind, language, card, longDay(kind))).toMatch(text);
  });

  test('holds no address', () => {
    for (const kind of planMessageKinds) {
      for (const language of ['tr', 'en'] as const) expect(sms(kind, language, '1111')).not.toMatch(/http|www|\/\//);
    }
  });
});

describe('The message that an event makes', () => {
  test.each([
    ['plan.upcoming', 'plan-upcoming'],
    ['plan.paid', 'plan-paid'],
    ['plan.failed', 'plan-failed'],
    ['link.paid', undefined],
  ] as const)('%s: %s', (type, kind) => expect(planMessageKindOf(type)).toBe(kind));

  test.each([
    [{ tries: 0 }, 1],
    [{ tries: 3 }, 3],
    [{ tries: 3, notice: 2 }, 2],
    [{ tries: 100 }, 99],
  ])('%j is of round %i: each end and each notice is one', (facts, round) =>
    expect(planMessageRound(facts)).toBe(round),
  );

  test.each<[PlanMessageKind, number, boolean]>([
    ['plan-upcoming', 6 * HOUR_MS, false],
    ['plan-upcoming', 6 * HOUR_MS + 1, true],
    ['plan-paid', 7 * HOUR_MS, false],
    ['plan-failed', 7 * HOUR_MS, false],
  ])('%s after %i ms is stale: %s. A notice says "tomorrow", a result stays true', (kind, afterMs, stale) => {
    expect(isStaleNotice(kind, 1000, 1000 + afterMs)).toBe(stale);
  });
});
