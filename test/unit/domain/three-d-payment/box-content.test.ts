import { describe, expect, test } from 'vitest';
import { postedCard } from '../../../../shared/domain/card/posted-card.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { type BoxContent, boxText, readBoxText } from '../../../../shared/domain/three-d-payment/box-content.ts';

const TOKEN = '8c1f52a0-3d6e-4b7f-9a10-5e2d4c6b8f31';
const card = { number: '4111111111111111', expiryMonth: '12', expiryYear: '2031', cvc: '123' };
const common: Omit<BoxContent, 'by'> = {
  maskedCard: '411111******1111',
  pos: { posId: '1', version: 1 },
  terms: {
    total: minor(2750),
    currency: 'TL',
    installments: 1,
    type: 'sale',
    commission: { payer: minor(0), dealer: minor(0) },
  },
  trxId: 7,
  listingShards: 1,
  shop: { splits: [], caller: {} },
};
const byToken = { ...common, shop: { ...common.shop, cardToken: TOKEN } };

describe('The content of a box (rules 24 and 50)', () => {
  test('by a card is written as the release before reads it, and read with its storing', () => {
    const storing = { customer: { dealerCustomerId: 9, customerCode: 'c' } };
    const text = boxText({ ...common, by: { kind: 'posted', card: postedCard(card), storing } });
    expect(JSON.parse(text)).toEqual({ ...common, card, storing });
    expect(readBoxText(text)).toEqual({ ...common, by: { kind: 'posted', card: postedCard(card), storing } });
  });

  test('by token holds the token and the CVC, and no number and no expiry', () => {
    const content: BoxContent = { ...byToken, by: { kind: 'token', token: TOKEN, cvc: '123' } };
    const text = boxText(content);
    expect(JSON.parse(text)).toEqual({ ...byToken, token: TOKEN, cvc: '123' });
    expect(readBoxText(text)).toEqual(content);
  });

  test('that the release before made from a token is read as one by token: its number is dropped', () => {
    const read = readBoxText(JSON.stringify({ ...byToken, card }));
    expect(read).toEqual({ ...byToken, by: { kind: 'token', token: TOKEN, cvc: '123' } });
    expect(JSON.stringify(read)).not.toContain(card.number);
  });
});
