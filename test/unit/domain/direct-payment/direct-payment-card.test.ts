import { describe, expect, test } from 'vitest';
import { cardDigitsOf, readDirectCard } from '../../../../shared/domain/direct-payment/direct-payment-card.ts';
import {
  chooseDirectCustomer,
  namesStoredCustomer,
} from '../../../../shared/domain/direct-payment/direct-payment-customer.ts';
import type {
  DirectCardFields,
  DirectCustomerFields,
} from '../../../../shared/domain/direct-payment/direct-payment-fields.ts';
import { customerOf } from '../../../support/dealer/records.ts';
import { directContext, goodCard, refusedBy } from '../../../support/payment/direct-payment-context.ts';

const token = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';

const read = (card: DirectCardFields, cvcOptional = false) =>
  readDirectCard(directContext({ card }).fields, { dealer: { cvcOptional }, today: '20260115' });
const refusal = (...call: Parameters<typeof read>): string | undefined => refusedBy(() => read(...call));

describe('The card of a direct payment (dealer interface 2.2)', () => {
  test('is number, expiry and CVC, read as they are sent', () => {
    expect(read({ ...goodCard, number: '4111-1111 1111 1111', expiryMonth: '1', expiryYear: '2026' })).toEqual({
      kind: 'card',
      number: '4111111111111111',
      expiryMonth: '01',
      expiryYear: '2026',
      cvc: '123',
      holderName: 'Elif Yılmaz',
    });
  });

  test('needs no name of its holder', () => {
    expect(read({ ...goodCard, holderName: undefined })).not.toHaveProperty('holderName');
  });

  test('needs no CVC where the dealer may charge without it; one that is given must be right', () => {
    const { cvc: _cvc, holderName: _name, ...card } = goodCard;
    expect(read(card, true)).toEqual({ kind: 'card', number: goodCard.number, expiryMonth: '12', expiryYear: '2030' });
    expect(read(goodCard, true)).toEqual(read(goodCard));
    expect(refusal(card)).toMatch(/^InvalidCardInfo: CvcNumber /);
    expect(refusal({ ...card, cvc: '12' }, true)).toMatch(/^InvalidCardInfo: CvcNumber /);
    expect(refusal({ ...card, number: '4111111111111112' }, true)).toMatch(/^InvalidCardInfo: CardNumber /);
    expect(refusal({ ...card, expiryYear: '2020' }, true)).toMatch(/^InvalidCardInfo: ExpMonth /);
  });

  test('is a token with a CVC or without one, in small or capital letters (decisions: cards in a request)', () => {
    expect(read({ token: token.toUpperCase() })).toEqual({ kind: 'token', token });
    expect(read({ token, cvc: '000', holderName: 'Elif' })).toEqual({ kind: 'token', token, cvc: '000' });
  });

  test.each<[string, DirectCardFields]>([
    ['CardNumber or CardToken is required.', { expiryMonth: '12', expiryYear: '2030', cvc: '123' }],
    ['CardNumber is not the number of a card.', { ...goodCard, number: '4111111111111112' }],
    ['CardNumber is not the number of a card.', { ...goodCard, number: '411111111111' }],
    [
      'ExpMonth and ExpYear must name a month that is not over, written MM and YYYY.',
      { ...goodCard, expiryMonth: '12', expiryYear: '2025' },
    ],
    [
      'ExpMonth and ExpYear must name a month that is not over, written MM and YYYY.',
      { ...goodCard, expiryMonth: undefined },
    ],
    ['CvcNumber must be the security number of the card: 3 digits, 4 on American Express.', { ...goodCard, cvc: '12' }],
    [
      'CvcNumber must be the security number of the card: 3 digits, 4 on American Express.',
      { ...goodCard, cvc: undefined },
    ],
    ['CvcNumber must be the security number of the card: 3 digits, 4 on American Express.', { token, cvc: 'abc' }],
  ])('InvalidCardInfo: %s', (sentence, card) => {
    expect(refusal(card)).toBe(`InvalidCardInfo: ${sentence}`);
  });

  test('number and token together, and a text that is no token, have reasons of their own', () => {
    const together = refusal({ ...goodCard, token });
    expect(together).toBe('OnlyCardTokenOrCardNumber: CardNumber and CardToken must not be sent together.');
    expect(refusal({ token: '4111111111111111' })).toBe(
      'CardTokenNotFound: CardToken is not the token of a stored card of this dealer.',
    );
  });

  test.each([
    ['4111 1111 x', '41111111'],
    ['411111', '411111'],
    ['41111', undefined],
    ['4111x1111', undefined],
    [undefined, undefined],
  ])('%s begins with the digits of a BIN: %s', (number, digits) => {
    expect(cardDigitsOf(directContext({ card: { ...goodCard, number } }).fields)).toBe(digits);
  });
});

describe('The customer of a direct payment (dealer interface 2.6)', () => {
  const elif = customerOf('D1', { dealerCustomerId: 1033, customerCode: 'C-1033' });
  const ali = customerOf('D1', { dealerCustomerId: 1034, customerCode: 'C-1034' });
  const chosen = (customer: DirectCustomerFields, found = {}, dealer = {}) => {
    const context = directContext({ customer, dealer });
    return chooseDirectCustomer(context.fields, context.dealer, found);
  };
  const refusalOf = (...call: Parameters<typeof chosen>) => refusedBy(() => chosen(...call));

  test('is nobody where neither identifier is given', () => {
    expect(chosen({ firstName: 'Elif', cardName: 'Maaş kartı' })).toEqual({ kind: 'none' });
  });

  test('is nobody, and is not looked up, for a dealer without the card-storage feature (dealer interface 2.2)', () => {
    const customer = { dealerCustomerId: 99, customerCode: 'C-nobody' };
    expect(chosen(customer, {}, { cardStorage: false })).toEqual({ kind: 'none' });
    const { fields, dealer } = directContext({ customer, dealer: { cardStorage: false } });
    expect(namesStoredCustomer(fields, dealer)).toBe(false);
    expect(namesStoredCustomer(fields, { ...dealer, cardStorage: true })).toBe(true);
  });

  test('is the one whom the identifiers lead to', () => {
    expect(chosen({ dealerCustomerId: 1033 }, { byId: elif })).toEqual({ kind: 'known', customer: elif });
    expect(chosen({ customerCode: 'C-1033' }, { byCode: elif })).toEqual({ kind: 'known', customer: elif });
    const both = { dealerCustomerId: 1033, customerCode: 'C-1033' };
    expect(chosen(both, { byId: elif, byCode: elif })).toEqual({ kind: 'known', customer: elif });
  });

  test('is registered under a new CustomerCode, with a phone in one spelling', () => {
    const customer = { customerCode: 'C-new', firstName: 'Elif', gender: 0, gsmNumber: '+90 530 1111111' };
    expect(chosen(customer)).toEqual({
      kind: 'new',
      customerCode: 'C-new',
      details: { firstName: 'Elif', gsmNumber: '5301111111' },
    });
  });

  test('is refused with InvalidRequest where a rule about customers is broken: there is no code for it (dealer interface 2.6 and 7.2)', () => {
    const unknown = 'InvalidRequest: CustomerInformation.DealerCustomerId is not the id of a customer of this dealer.';
    const mismatch =
      'InvalidRequest: CustomerInformation.DealerCustomerId and CustomerInformation.CustomerCode do not belong to the same customer.';
    const both = { dealerCustomerId: 1033, customerCode: 'C-1034' };
    expect(refusalOf({ dealerCustomerId: 99 })).toBe(unknown);
    expect(refusalOf(both)).toBe(unknown);
    expect(refusalOf(both, { byId: elif, byCode: ali })).toBe(mismatch);
    expect(refusalOf(both, { byId: elif })).toBe(mismatch);
    expect(refusalOf(both, { byCode: ali })).toBe(mismatch);
    expect(refusalOf({ customerCode: 'C-new' })).toBe(
      'InvalidRequest: CustomerInformation.FirstName is required for a customer who is not registered yet.',
    );
  });
});
