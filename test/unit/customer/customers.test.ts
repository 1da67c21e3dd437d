import { describe, expect, test } from 'vitest';
import type { PortsInMemory } from '../../../test/support/operations/ports-in-memory.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { type ChangedPorts, serviceInMemory } from '../../support/operations/service-in-memory.ts';

const BLOCKS = ['DealerCustomerAuthentication', 'DealerCustomerRequest'] as const;
const CARD = { CardHolderFullName: 'Elif Y', CardNumber: '4111111111111111', ExpMonth: '12', ExpYear: '2030' };
const ELIF = { CustomerCode: 'C-1', FirstName: 'Elif', LastName: 'Kaya', Password: 'a secret word' };

const never = (): never => {
  throw new Error('no bank is asked');
};

const scene = async (changes?: ChangedPorts) => {
  const bank = { charge: never } as unknown as PortsInMemory['bank'];
  const options = { gateway: 'https://bank.example', bank, clock: new FakeClock() };
  const service = await serviceInMemory({ ...options, ...(changes === undefined ? {} : { changes }) });
  const call = async (operation: string, fields: object) => {
    const { Data, ResultCode, ResultMessage } = await service.call(`/DealerCustomer/${operation}`, BLOCKS, fields);
    const data = Data as Record<string, unknown>;
    return {
      data,
      customer: data?.DealerCustomer as Record<string, unknown>,
      code: ResultCode.split('.').at(-1),
      said: ResultMessage,
    };
  };
  return { ...service, ask: call };
};

/** Ids of customers of which the first ones are in use. */
const idsInUse =
  (used: number): ChangedPorts =>
  ({ customerBook }) => {
    let tried = 0;
    return {
      customerBook: {
        ...customerBook,
        add: async (...added) => {
          tried += 1;
          return tried <= used ? 'id-taken' : customerBook.add(...added);
        },
      },
    };
  };

describe('The password of a customer', () => {
  test.each([
    ['AddCustomer', {}],
    ['AddCustomerWithCard', CARD],
  ])('is kept sealed by %s, and told to whoever asks for the customer', async (operation, more) => {
    const { ask, table } = await scene();
    expect((await ask(operation, { ...ELIF, ...more })).code).toBe('Success');
    expect(await ask('GetCustomer', { CustomerCode: 'C-1' })).toMatchObject({
      customer: { Password: 'a secret word' },
    });
    expect(JSON.stringify(table.rows())).not.toContain('a secret word');
  });

  test.each([
    ['AddCustomer', {}],
    ['AddCustomerWithCard', CARD],
  ])('may be missing in %s', async (operation, more) => {
    const { ask, table } = await scene();
    const { Password: _none, ...withoutPassword } = ELIF;
    await ask(operation, { ...withoutPassword, ...more });
    expect((await ask('GetCustomer', { CustomerCode: 'C-1' })).customer.Password).toBe('');
    expect(JSON.stringify(table.rows())).not.toContain('sealedPassword');
  });

  test('is another one after a change, and stays where a change names none', async () => {
    const { ask } = await scene();
    await ask('AddCustomer', ELIF);
    await ask('UpdateCustomer', { CustomerCode: 'C-1', FirstName: 'Deniz' });
    const before = await ask('GetCustomer', { CustomerCode: 'C-1' });
    expect(before.customer).toMatchObject({ FirstName: 'Deniz', Password: 'a secret word' });
    await ask('UpdateCustomer', { CustomerCode: 'C-1', Password: 'another one' });
    expect(await ask('GetCustomer', { CustomerCode: 'C-1' })).toMatchObject({ customer: { Password: 'another one' } });
  });
});

describe('The id of a new customer', () => {
  test.each([
    ['AddCustomer', {}],
    ['AddCustomerWithCard', CARD],
  ])('passes over four that an operator gave away, and gives up after five: %s', async (operation, more) => {
    const few = await scene(idsInUse(4));
    expect((await few.ask(operation, { ...ELIF, ...more })).code).toBe('Success');
    const many = await scene(idsInUse(5));
    expect((await many.ask(operation, { ...ELIF, ...more })).code).toBe('EX');
  });

  test('is counted apart from other ids', async () => {
    const asked: string[] = [];
    const { ask } = await scene(({ identifiers }) => ({
      identifiers: {
        ...identifiers,
        next: (kind) => {
          asked.push(kind);
          return identifiers.next(kind);
        },
      },
    }));
    await ask('AddCustomer', ELIF);
    await ask('AddCustomerWithCard', { ...ELIF, ...CARD, CustomerCode: 'C-2' });
    expect(asked).toEqual(['customer', 'customer']);
  });
});

/** A book whose changes meet those of others so many times. */
const metByOthers =
  (method: 'replace' | 'remove', times: number): ChangedPorts =>
  ({ customerBook }) => {
    let met = 0;
    const meets = <Call extends readonly unknown[]>(change: (...call: Call) => Promise<boolean>) => {
      return async (...call: Call): Promise<boolean> => {
        met += 1;
        return met <= times ? false : change(...call);
      };
    };
    return { customerBook: { ...customerBook, [method]: meets(customerBook[method] as never) } };
  };

describe('A customer whom others change at the same time', () => {
  test.each([
    ['UpdateCustomer', 'replace', 5, { FirstName: 'Deniz' }],
    ['RemoveCustomer', 'remove', 10, {}],
  ] as const)(
    '%s is planned anew, and says after its rounds that it failed',
    async (operation, method, rounds, more) => {
      const few = await scene(metByOthers(method, rounds - 1));
      await few.ask('AddCustomer', ELIF);
      expect((await few.ask(operation, { CustomerCode: 'C-1', ...more })).code).toBe('Success');
      const many = await scene(metByOthers(method, rounds));
      await many.ask('AddCustomer', ELIF);
      expect((await many.ask(operation, { CustomerCode: 'C-1', ...more })).code).toBe('EX');
      expect((await many.ask('GetCustomer', { CustomerCode: 'C-1' })).customer).toMatchObject({ FirstName: 'Elif' });
    },
  );

  test('AddCard is planned anew, and says after five rounds that it failed', async () => {
    const busy =
      (times: number): ChangedPorts =>
      ({ customerBook }) => {
        let met = 0;
        return {
          customerBook: {
            ...customerBook,
            addCard: async (...added) => {
              met += 1;
              return met <= times ? 'customer-changed' : customerBook.addCard(...added);
            },
          },
        };
      };
    for (const [times, code] of [
      [4, 'Success'],
      [5, 'EX'],
    ] as const) {
      const { ask } = await scene(busy(times));
      await ask('AddCustomer', ELIF);
      expect((await ask('AddCard', { CustomerCode: 'C-1', ...CARD })).code).toBe(code);
    }
  });
});

describe('A card that a customer has', () => {
  test('keeps its token when it is added again, stands first, and its new expiry counts', async () => {
    const { ask } = await scene();
    await ask('AddCustomerWithCard', { ...ELIF, ...CARD });
    await ask('AddCard', { CustomerCode: 'C-1', ...CARD, CardNumber: '5555555555554444' });
    const again = await ask('AddCard', { CustomerCode: 'C-1', ...CARD, ExpYear: '2031', CardName: 'New' });
    const cards = again.data.CardList as readonly Record<string, unknown>[];
    expect(cards).toMatchObject([{ ExpYear: '2031', CardName: 'New' }, {}]);
    expect(new Set(cards.map(({ CardToken }) => CardToken)).size).toBe(2);
    const listed = (await ask('GetCardList', { CustomerCode: 'C-1' })).data.CardList as readonly object[];
    expect(listed).toHaveLength(2);
  });

  test('is found where another call changes it at the same time', async () => {
    let met = 0;
    const { ask } = await scene(({ customerBook }) => ({
      customerBook: {
        ...customerBook,
        renewCard: async (...renewed) => {
          met += 1;
          return met === 1 ? 'card-changed' : customerBook.renewCard(...renewed);
        },
      },
    }));
    await ask('AddCustomerWithCard', { ...ELIF, ...CARD });
    expect((await ask('AddCard', { CustomerCode: 'C-1', ...CARD })).code).toBe('Success');
    expect(met).toBe(2);
  });
});
