import { describe, expect, test } from 'vitest';
import { redirectPayer } from '../../../../functions/payer/redirect-payer/redirect-payer.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { SupersededCall } from '../../../../shared/domain/three-d-payment/repeated-call.ts';
import { texts } from '../../../../shared/pages/texts.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { pageCall, shownBy } from '../../../support/payment/page-calls.ts';

const result = { resultReference: 'REFERENCE', code: '004', orderId: 'ORDER-1', atMs: 1 } as const;
const lastDecline = { code: '004', atMs: 1 } as const;
const failed = linkWith({ state: 'failed', source: 'mobile-3d', progress: { ...NO_PROGRESS, lastDecline, result } });

const opened = async (link: PaymentRequest | undefined, superseded?: SupersededCall) => {
  const asked: string[] = [];
  const show = redirectPayer({
    links: {
      findByResult: async (reference) => {
        asked.push(reference);
        return link;
      },
      findSupersededByResult: async () => superseded,
    },
    baseUrl: 'https://pay.example',
  });
  return { ...shownBy(await show(pageCall({ method: 'GET', parameters: { reference: 'REFERENCE' } }))), asked };
};

describe('The address of a result (rules 7, 28)', () => {
  test('has the browser post the result to the dealer', async () => {
    const { statusCode, kind, frameAncestor, markup, asked } = await opened(failed);
    expect([statusCode, kind, frameAncestor, asked]).toEqual([200, 'redirect', 'https://shop.example', ['REFERENCE']]);
    expect(markup).toContain('action="https://shop.example/result"');
    expect(markup).toContain('name="resultCode" value="004"');
    expect(markup).toContain('f'.repeat(64));
    expect((await opened({ ...failed, insideFrame: true })).markup).not.toBe(markup);
  });

  test('leads to the receipt where the dealer gave no address', async () => {
    const { redirectUrl: _none, ...without } = failed;
    expect((await opened(without)).location).toBe(`https://pay.example/pay/${failed.token}?lang=en`);
  });

  test('of a link without a result, and of none, is not found', async () => {
    for (const link of [undefined, linkWith()]) expect(await opened(link)).toMatchObject({ statusCode: 404 });
  });

  test.each([
    ['refunded', texts.en.begunAgain.givenBack],
    ['declined', texts.en.begunAgain.nothingCharged],
  ])('of an earlier call, whose payment is %s, reports nothing any more', async (state, said) => {
    const superseded = { link: failed, superseded: { attempts: [{ state }] } } as unknown as SupersededCall;
    const { statusCode, frameAncestor, markup } = await opened(undefined, superseded);
    expect([statusCode, frameAncestor]).toEqual([410, 'https://shop.example']);
    expect(markup).toContain(said);
    expect(markup).not.toContain('action="https://shop.example');
  });
});
