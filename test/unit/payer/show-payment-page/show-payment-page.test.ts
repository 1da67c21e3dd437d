import { describe, expect, test } from 'vitest';
import { showPaymentPage } from '../../../../functions/payer/show-payment-page/show-payment-page.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { SupersededCall } from '../../../../shared/domain/three-d-payment/repeated-call.ts';
import type { PageCall } from '../../../../shared/http/page-handler.ts';
import { texts } from '../../../../shared/pages/texts.ts';
import { type LinkInMemory, linkInMemory } from '../../../support/payment/link-in-memory.ts';
import { pageCall, shownBy } from '../../../support/payment/page-calls.ts';

const words = texts.en;

const shownOn = async (
  { ports, link }: LinkInMemory,
  { call = {}, superseded }: { call?: Partial<PageCall>; superseded?: SupersededCall } = {},
) => {
  const paymentRequests = { ...ports.paymentRequests, findSuperseded: async () => superseded };
  const show = showPaymentPage({
    ...ports,
    paymentRequests,
    looks: { of: async () => ({ accent: '#123456' }) },
    storedCards: { ofCustomer: async () => [] },
    customers: { find: async () => ({}) },
    sendsReceipts: true,
  });
  return shownBy(await show(pageCall({ method: 'GET', parameters: { token: link.token }, ...call })));
};

/** The address that a payer's browser comes to has this as its `then`. */
const comingFor = (what: string): Partial<PageCall> => ({
  query: Object.fromEntries(new URLSearchParams(`then=${what}`)),
});

const limitOf = (daily: number, monthly: number) => ({
  limits: { TL: { values: { daily: minor(daily), monthly: minor(monthly), shards: 1 } } },
});

describe('The page of a link', () => {
  test('asks for a card, in the looks of its dealer', async () => {
    const { kind, markup } = await shownOn(await linkInMemory());
    expect(kind).toBe('form');
    expect(markup).toContain('#123456');
    expect(markup).toMatch(/type="radio" name="threeD"/);
    const required = await shownOn(await linkInMemory({ dealer: { threeDRequired: true } }));
    expect(required.markup).not.toMatch(/type="radio" name="threeD"/);
  });

  test.each<[string, (scene: LinkInMemory) => unknown]>([
    ['the stage is paused', ({ met }) => Object.assign(met, { stagePaused: true })],
    ['its dealer is paused', ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, paused: true } })],
    ['its dealer is gone', ({ met }) => Object.assign(met, { dealer: undefined })],
    [
      'the limit of the day is short',
      ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, ...limitOf(9999, 1_000_000) } }),
    ],
    [
      'the limit of the month is short',
      ({ met, dealer }) => Object.assign(met, { dealer: { ...dealer, ...limitOf(1_000_000, 9999) } }),
    ],
  ])('asks for no card while %s', async (_why, change) => {
    const scene = await linkInMemory();
    change(scene);
    const { kind, markup } = await shownOn(scene);
    expect(kind).toBe('plain');
    expect(markup).toContain(words.notNow.sentence);
  });

  test('tells what its reusable link says', async () => {
    const madeOf = { name: 'a'.repeat(26), userPosLinkId: 7, linkCode: 'COURSE' };
    expect(await shownOn(await linkInMemory({ link: { madeOf } }))).toMatchObject({ kind: 'plain' });
  });

  test('says since when the bank is asked', async () => {
    const scene = await linkInMemory();
    scene.met.charge = { kind: 'unknown', cause: 'time-out' };
    await scene.pay();
    scene.clock.advance(40_000);
    expect((await shownOn(scene)).markup).toContain(words.waiting.elapsed(40));
  });

  test('once paid is its receipt, with the bank’s code, and by e-mail', async () => {
    const scene = await linkInMemory();
    await scene.pay();
    // The page needs nobody's word about payments any more.
    scene.met.dealer = undefined;
    const { kind, markup } = await shownOn(scene);
    expect(kind).toBe('receipt');
    expect(markup).toContain('834215');
    expect(markup).toContain('/receipt?');
  });

  test('passes on to the dealer only who comes from the last attempt', async () => {
    const scene = await linkInMemory();
    await scene.post({ action: 'give-up' });
    expect(await shownOn(scene)).toMatchObject({ statusCode: 410 });
    expect((await shownOn(scene, { call: comingFor('report') })).location).toContain('/result/');
    expect(await shownOn(scene, { call: comingFor('other') })).toMatchObject({ statusCode: 410 });
  });

  test('is in the language of its dealer, unless its payer chose one', async () => {
    const link: Partial<PaymentRequest> = { language: 'tr' };
    const scene = await linkInMemory({ link });
    const { location } = await shownOn(scene);
    expect(location).toBe(`https://pay.example/pay/${scene.link.token}?lang=tr`);
    expect(await shownOn(scene, { call: { query: { lang: 'en' } } })).toMatchObject({ kind: 'form' });
    expect(await shownOn(await linkInMemory())).toMatchObject({ kind: 'form' });
  });
});

describe('An address that no link has', () => {
  const elsewhere = { call: { parameters: { token: `${'a'.repeat(26)}.${'S'.repeat(22)}` } } };

  test('is not found', async () => {
    expect(await shownOn(await linkInMemory(), elsewhere)).toMatchObject({ statusCode: 404 });
    expect(await shownOn(await linkInMemory(), { call: { parameters: {} } })).toMatchObject({ statusCode: 404 });
  });

  test.each([
    ['voided', words.begunAgain.givenBack],
    ['declined', words.begunAgain.nothingCharged],
  ] as const)(
    'but an earlier call had it, whose payment is %s, says that the payment began again',
    async (state, said) => {
      const scene = await linkInMemory({ link: { source: 'mobile-3d' } });
      const superseded = { link: scene.link, superseded: { attempts: [{ state }] } } as unknown as SupersededCall;
      const { statusCode, frameAncestor, markup } = await shownOn(scene, { ...elsewhere, superseded });
      expect([statusCode, frameAncestor]).toEqual([410, 'https://shop.example']);
      expect(markup).toContain(said);
      expect(markup).toContain('#123456');
    },
  );
});
