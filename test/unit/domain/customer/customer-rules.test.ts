import { describe, expect, test } from 'vitest';
import {
  cardOfToken,
  cardToAdd,
  customerDetailsIn,
  namedCustomer,
  refuseCardStorage,
  refuseFullFile,
  requireCustomerName,
  requiredCode,
  tokenIn,
  tooManyAdditions,
} from '../../../../shared/domain/customer/customer-rules.ts';
import { refusedBy } from '../../../support/payment/direct-payment-context.ts';

const today = '20260115';
const customer = { dealerCode: 'D1', dealerCustomerId: 1, customerCode: 'C-1', version: 1 };
const other = { ...customer, dealerCustomerId: 2, customerCode: 'C-2' };
const good = { number: '4111 1111 1111 1111', expiryMonth: '1', expiryYear: '26', holderName: ' Elif Y ' };
const add = (fields: object, takesCard = (_number: string) => true) =>
  cardToAdd({ ...good, ...fields }, { today, takesCard });

describe('The details of a customer (dealer interface 2.12)', () => {
  test('are read as they are stored; what is not given is absent', () => {
    const fields = { gender: 0, gsmNumber: '+90 530 111 11 11', birthDate: '20260114', firstName: 'Elif' };
    expect(customerDetailsIn({ fields, today })).toEqual({
      firstName: 'Elif',
      birthDate: '20260114',
      gsmNumber: '5301111111',
    });
  });

  test.each([1, 2])('keep the gender %i', (gender) => {
    expect(customerDetailsIn({ fields: { gender }, today })).toEqual({ gender });
  });

  test('have no phone where none is given', () => {
    expect(customerDetailsIn({ fields: {}, today })).toEqual({});
  });

  test.each([
    [{ gender: 3 }, 'Gender'],
    [{ birthDate: today }, 'BirthDate'],
    [{ birthDate: '19850230' }, 'BirthDate'],
    [{ gsmNumber: '2121111111' }, 'GsmNumber'],
    [{ email: 'x' }, 'Email'],
    [{ firstName: '4111111111111111' }, 'FirstName'],
    [{ lastName: '4111 1111 1111 1111' }, 'LastName'],
    [{ address: 'card 4111111111111111' }, 'Address'],
  ])('%j is refused by name', (fields, name) => {
    expect(refusedBy(() => customerDetailsIn({ fields, today }))).toMatch(new RegExp(`^InvalidRequest: ${name} `));
  });
});

describe('The customer that identifiers name (dealer interface 4)', () => {
  const both = { dealerCustomerId: 1, customerCode: 'C-1' };
  test.each([
    [{ dealerCustomerId: 1 }, { byId: customer }, undefined],
    [{ customerCode: 'C-1' }, { byCode: customer }, undefined],
    [both, { byId: customer, byCode: customer }, undefined],
    [both, { byId: customer, byCode: other }, 'CustomerCodeDoesntMatchDealerCustomerId'],
    [both, { byId: customer }, 'CustomerCodeDoesntMatchDealerCustomerId'],
    [both, { byCode: customer }, 'CustomerCodeDoesntMatchDealerCustomerId'],
    [both, {}, 'DealerCustomerNotFound'],
    [{ customerCode: 'C-9' }, {}, 'DealerCustomerNotFound'],
  ])('%j among %j', (names, found, reason) => {
    expect(refusedBy(() => namedCustomer(names, found))?.split(':')[0]).toBe(reason);
  });
});

describe('The names of a customer in a request (dealer interface 4)', () => {
  test.each([[{}], [{ dealerCustomerId: 1 }]])(
    '%j gives no code, which a customer who is registered needs',
    (names) => {
      expect(refusedBy(() => requiredCode(names))).toBe('InvalidRequest: CustomerCode is required.');
    },
  );

  test('the code of a customer who is registered has no blanks around it', () => {
    expect(requiredCode({ customerCode: ' C-1 ' })).toBe('C-1');
  });

  test.each([{ dealerCustomerId: 1 }, { customerCode: 'C-1' }, { dealerCustomerId: 1, customerCode: 'C-1' }])(
    '%j is enough',
    (names) => expect(refusedBy(() => requireCustomerName(names))).toBeUndefined(),
  );

  test('one of both must be given', () => {
    expect(refusedBy(() => requireCustomerName({}))).toBe(
      'CustomerCodeOrDealerCustomerIdMustBeGiven: CustomerCode or DealerCustomerId must be given.',
    );
  });

  test('the refusals say what to look at', () => {
    expect(refusedBy(() => namedCustomer({ customerCode: 'C-9' }, {}))).toBe(
      'DealerCustomerNotFound: No customer of this dealer has the given DealerCustomerId or CustomerCode.',
    );
    const both = { dealerCustomerId: 1, customerCode: 'C-2' };
    expect(refusedBy(() => namedCustomer(both, { byId: customer, byCode: other }))).toBe(
      'CustomerCodeDoesntMatchDealerCustomerId: CustomerCode and DealerCustomerId do not belong to the same customer.',
    );
  });
});

describe('A card that a dealer stores (decisions: customers and cards)', () => {
  test('is read without a CVC', () => {
    const read = { number: '4111111111111111', expiryMonth: '01', expiryYear: '2026', holderName: 'Elif Y' };
    expect(add({ cvc: '123' })).toEqual(read);
    expect(add({ holderName: undefined })).not.toHaveProperty('holderName');
  });

  test.each([
    [{ number: '4111111111111112' }, 'InvalidCardInfo: CardNumber is not the number of a card.'],
    [{ number: undefined }, 'InvalidCardInfo: CardNumber is not the number of a card.'],
    [{ expiryMonth: '12', expiryYear: '25' }, 'InvalidCardInfo: ExpMonth and ExpYear must name a month that'],
    [{ holderName: '4111111111111111' }, 'InvalidRequest: CardHolderFullName must not hold a card number.'],
    [{ cardName: '4111111111111111' }, 'InvalidRequest: CardName must not hold a card number.'],
  ])('%j is refused', (fields, refusal) => {
    expect(refusedBy(() => add(fields))?.startsWith(refusal)).toBe(true);
  });

  test('is a test card in a sandbox', () => {
    expect(refusedBy(() => add({}, () => false))).toMatch(/^InvalidCardInfo: .* sandbox/);
  });

  test('needs a dealer who may store cards (dealer interface 2.2)', () => {
    expect(refusedBy(() => refuseCardStorage({ cardStorage: false }))).toBe(
      'InvalidRequest: This dealer may not store cards.',
    );
    expect(refusedBy(() => refuseCardStorage({ cardStorage: true }))).toBeUndefined();
  });

  test.each([
    ['too-many-for-customer', 'Too many cards were added for this customer within the hour: try again later.'],
    ['too-many-for-dealer', 'Too many cards were added by this dealer within the hour: try again later.'],
  ] as const)('is refused behind too many others, and whose they are: %s', (of, sentence) => {
    const refused = refusedBy(() => {
      throw tooManyAdditions(of);
    });
    expect(refused).toBe(`TooManyCards: ${sentence}`);
  });

  test.each([0, 19])('may stand beside %i others', (count) => {
    expect(refusedBy(() => refuseFullFile(count))).toBeUndefined();
  });

  test('may not stand beside twenty others', () => {
    expect(refusedBy(() => refuseFullFile(20))).toMatch(/^TooManyCards: .*20 cards/);
  });
});

describe('A token in a request', () => {
  const token = '0b9c1f52-9f0a-4d7e-8f0a-2f4a6c1d3e5b';
  test.each([token, ` ${token} `, `{${token}}`, token.toUpperCase()])('%j is read', (text) => {
    expect(tokenIn(text)).toBe(token);
  });

  test.each([
    [undefined, 'CardTokenIsRequired'],
    ['x', 'CardTokenNotFound'],
    [`{${token}`, 'CardTokenNotFound'],
    [`${token}#`, 'CardTokenNotFound'],
  ])('%j is %s', (text, reason) => {
    expect(refusedBy(() => tokenIn(text))?.split(':')[0]).toBe(reason);
  });

  test('the refusals say that it is missing, or that it is none of this dealer', () => {
    const unknown = 'CardTokenNotFound: CardToken is not the token of a stored card of this dealer.';
    expect(refusedBy(() => tokenIn(undefined))).toBe('CardTokenIsRequired: CardToken is required.');
    expect([refusedBy(() => tokenIn('x')), refusedBy(() => cardOfToken(undefined))]).toEqual([unknown, unknown]);
  });

  test('what it leads to is answered as it is', () => {
    expect(cardOfToken(customer)).toBe(customer);
  });
});
