import { describe, expect, test } from 'vitest';
import { type LinkPageOptions, linkPage } from '../../../../functions/payer/show-payment-page/link-page.ts';
import type { Attempt } from '../../../../shared/domain/attempt/attempt.ts';
import {
  MAX_ATTEMPTS_PER_LINK,
  MAX_ATTEMPTS_PER_WINDOW,
  windowStartOf,
} from '../../../../shared/domain/link/attempt-count.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { texts } from '../../../../shared/pages/texts.ts';
import { textsOfLinks } from '../../../../shared/pages/texts-of-links.ts';
import type { LinkStop } from '../../../../shared/payment-flow/link-stop.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { termsWith } from '../../../support/dealer/virtual-pos.ts';
import { linkAttemptWith } from '../../../support/payment/attempts.ts';
import { shownBy } from '../../../support/payment/page-calls.ts';

const MINUTE_MS = 60_000;
const nowMs = new FakeClock().now();
const words = texts.en;
const ofLinks = textsOfLinks.en;
const RESULT = { resultReference: 'REFERENCE', code: '', orderId: 'ORDER-1', atMs: nowMs } as const;
const TOKEN = `${'a'.repeat(26)}.${'S'.repeat(22)}`;
const LINK_HREF = `https://pay.example/link/${TOKEN}?lang=en`;
const BACK_HREF = 'https://pay.example/result/REFERENCE?lang=en';
/** A payment of a shop's own page, which may be framed by it. */
const framedBy = { frameAncestor: 'https://shop.example' };

const shownOf = (link: Partial<PaymentRequest> = {}, options: Partial<LinkPageOptions> = {}) => {
  const terms = termsWith({ threeDMandatory: false, threeDChoice: true });
  const whole = linkWith({ createdAtMs: nowMs, terms, ...link });
  const frame = { language: 'en', serviceName: 'Pay' } as const;
  return { link: whole, ...shownBy(linkPage(whole, { nowMs, frame, baseUrl: 'https://pay.example', ...options })) };
};

const over = (state: 'paid' | 'failed', more: Partial<PaymentRequest> = {}): Partial<PaymentRequest> => ({
  state,
  progress: { ...NO_PROGRESS, result: { ...RESULT, code: state === 'paid' ? '' : '001' } },
  ...more,
});

describe('A link that can be paid', () => {
  test('shows the form, with the question for 3D where dealer and link leave it open', () => {
    expect(shownOf()).toMatchObject({ statusCode: 200, kind: 'form' });
    expect(shownOf().markup).toMatch(/type="radio" name="threeD"/);
    expect(shownOf({}, { threeDRequired: true }).markup).not.toMatch(/type="radio" name="threeD"/);
    expect(shownOf().markup).not.toContain('autofocus');
  });

  test('says what became of the card before', () => {
    const lastDecline = { code: '022', atMs: nowMs } as const;
    const declined = { progress: { ...NO_PROGRESS, attempts: 1, lastDecline } };
    expect(shownOf(declined).markup).toContain(words.decline['try-another-card'].sentence);
    for (const options of [{ isTaking: false }, { ofLink: { stop: 'inactive', token: TOKEN } }] as const) {
      expect(shownOf(declined, options).markup).toContain(words.decline['try-another-card'].sentence);
    }
  });

  test('offers stored cards where there are any', () => {
    const offered = [{ reference: 'a1b2c3d4', brand: 'visa', lastFour: '4242' }] as const;
    const { markup, link } = shownOf({}, { offered });
    expect(markup).toContain('value="a1b2c3d4"');
    expect(markup).toContain(`formaction="/pay/${link.token}/stored-card?lang=en"`);
    for (const none of [{}, { offered: [] }]) expect(shownOf({}, none).markup).not.toContain('name="choosesCard"');
  });

  test('may be framed by the page of the dealer that sent its payer', () => {
    expect(shownOf({ source: 'mobile-3d' })).toMatchObject(framedBy);
    expect(shownOf().frameAncestor).toBeUndefined();
    for (const link of [over('paid'), { progress: { ...NO_PROGRESS, activeAttempt: 'A' } }]) {
      expect(shownOf({ ...link, source: 'mobile-3d' })).toMatchObject(framedBy);
    }
  });
});

describe('A link that cannot be paid now asks for no card', () => {
  test('where the dealer takes no payments', () => {
    expect(shownOf({}, { isTaking: false })).toMatchObject({ statusCode: 200, kind: 'plain' });
    expect(shownOf({ source: 'mobile-3d' }, { isTaking: false })).toMatchObject(framedBy);
    expect(shownOf({}, { isTaking: false }).markup).toContain(words.notNow.sentence);
  });

  test.each([
    [0, 10],
    [1, 10],
    [9 * MINUTE_MS, 1],
    [9 * MINUTE_MS + 1, 1],
    [10 * MINUTE_MS - 1, 1],
  ])('%d ms into a window whose attempts are used up: it says %d minutes (rule 33)', (intoMs, minutes) => {
    const windowStartMs = windowStartOf(nowMs);
    const progress = { ...NO_PROGRESS, attempts: 5, windowStartMs, windowAttempts: MAX_ATTEMPTS_PER_WINDOW.link };
    const { markup, statusCode } = shownOf({ progress }, { nowMs: windowStartMs + intoMs });
    expect(statusCode).toBe(200);
    expect(markup).toContain(words.pause.sentence(minutes));
  });

  test('where no attempt is left', () => {
    const { markup, kind } = shownOf({ progress: { ...NO_PROGRESS, attempts: MAX_ATTEMPTS_PER_LINK } });
    expect(kind).toBe('plain');
    expect(markup).toContain(words.pause.usedUp);
  });

  test.each<[LinkStop, boolean]>([
    ['inactive', true],
    ['in-a-moment', true],
    ['expired', false],
    ['sold-out', false],
  ])(
    'where its reusable link is %s, with the way back to that, and another try only where it may help: %s',
    (stop, mayHelp) => {
      const { markup } = shownOf({}, { ofLink: { stop, token: TOKEN } });
      expect(markup).toContain(ofLinks.stops[stop].sentence);
      expect(markup).toContain(`<a href="${LINK_HREF}">${ofLinks.backToLink}</a>`);
      expect(markup.includes(words.pause.tryAgain)).toBe(mayHelp);
      expect(shownOf({}, { ofLink: { stop, token: undefined } }).markup).not.toContain('/link/');
    },
  );
});

describe('A link whose bank is asked', () => {
  const asked = { progress: { ...NO_PROGRESS, attempts: 1, activeAttempt: 'A' } };

  test('says since when, and reloads', () => {
    const { markup, statusCode, refreshAfterSeconds } = shownOf(asked, { askingSinceMs: nowMs - 40_000 });
    expect([statusCode, refreshAfterSeconds]).toEqual([200, 5]);
    expect(markup).toContain(words.waiting.elapsed(40));
    expect(shownOf(asked, { askingSinceMs: nowMs - 3 * MINUTE_MS })).toMatchObject({ refreshAfterSeconds: 30 });
    expect(shownOf(asked).markup).toContain(words.waiting.elapsed(0));
  });

  test('for the last attempt moves to the address that leads on to the dealer, once', () => {
    const last = { progress: { ...NO_PROGRESS, attempts: MAX_ATTEMPTS_PER_LINK, activeAttempt: 'A' } };
    const { link, location } = shownOf(last);
    expect(location).toBe(`https://pay.example/pay/${link.token}?lang=en&then=report`);
    expect(shownOf(last, { passOn: true })).toMatchObject({ statusCode: 200, refreshAfterSeconds: 5 });
  });
});

describe('A link that is over', () => {
  test.each<[string, Partial<PaymentRequest>, number, string]>([
    ['paid', over('paid'), 200, words.receipt.heading],
    ['failed', over('failed'), 410, words.states.failed.sentence],
    ['cancelled', { state: 'cancelled' }, 410, words.states.cancelled.sentence],
    ['expired', { expiresAtMs: nowMs }, 410, words.states.expired.sentence],
  ])('%s says so', (_state, link, status, said) => {
    const { statusCode, markup } = shownOf(link);
    expect(statusCode).toBe(status);
    expect(markup).toContain(said);
  });

  test('leads back to the dealer where there is a result, and an address to report it to', () => {
    for (const state of ['paid', 'failed'] as const) {
      expect(shownOf(over(state)).markup).toContain(`href="${BACK_HREF}"`);
      const { redirectUrl: _none, ...without } = linkWith({ createdAtMs: nowMs, ...over(state) });
      const frame = { language: 'en', serviceName: 'Pay' } as const;
      const { markup } = shownBy(linkPage(without, { nowMs, frame, baseUrl: 'https://pay.example' }));
      expect(markup).not.toContain('/result/');
    }
    expect(shownOf({ state: 'failed' }, { passOn: true })).toMatchObject({ statusCode: 410 });
  });

  test('and failed passes the payer of its last attempt on by itself; nobody else', () => {
    expect(shownOf(over('failed'), { passOn: true }).location).toBe(BACK_HREF);
    expect(shownOf(over('failed'))).toMatchObject({ statusCode: 410 });
    expect(shownOf(over('paid'), { passOn: true })).toMatchObject({ statusCode: 200 });
  });

  test.each<['paid' | 'failed' | 'expired', Partial<PaymentRequest>, string]>([
    ['paid', over('paid'), ofLinks.payAgain],
    ['failed', over('failed'), ofLinks.backToLink],
    ['expired', { expiresAtMs: nowMs }, ofLinks.backToLink],
  ])('%s leads on to its reusable link, while that takes payments', (state, link, label) => {
    const { markup } = shownOf(link, { ofLink: { stop: undefined, token: TOKEN } });
    expect(markup).toContain(`<a href="${LINK_HREF}">${label}</a>`);
    if (state !== 'paid') expect(markup).toContain(ofLinks.over[state]);
    for (const ofLink of [
      undefined,
      { stop: 'sold-out', token: TOKEN },
      { stop: undefined, token: undefined },
    ] as const) {
      expect(shownOf(link, { ofLink }).markup).not.toContain('/link/');
    }
  });

  test('and paid offers its receipt by e-mail, unless something was given back', () => {
    const charge = (changes: Partial<Attempt> = {}) =>
      ({
        ...linkAttemptWith(linkWith()),
        state: 'approved',
        reportedOutcome: 'paid',
        bank: { authCode: '834215' },
        ...changes,
      }) as Attempt;
    const { markup, link } = shownOf(over('paid'), { sendsReceipts: true, deciding: charge() });
    expect(markup).toContain(`action="/pay/${link.token}/receipt?lang=en"`);
    expect(markup).toContain('834215');
    for (const options of [
      { deciding: charge() },
      { sendsReceipts: true },
      { sendsReceipts: true, deciding: charge({ refunded: minor(1) }) },
    ]) {
      expect(shownOf(over('paid'), options).markup).not.toContain('/receipt?');
    }
  });
});
