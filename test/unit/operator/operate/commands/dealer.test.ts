import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { listDealers, putDealer, showDealer } from '../../../../../functions/operator/operate/commands/dealer.ts';
import type { Dealer } from '../../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../../shared/domain/money/money.ts';
import { noticeEvents, planNoticeEvents } from '../../../../../shared/domain/outbox/event.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const [TODAY, TOMORROW] = ['20270115', '20270116'];
const THOUSAND = { daily: minor(100_000), monthly: minor(1_000_000), shards: 1 };

const plain = { dealerCode: 'D1', currencies: ['TL'], limits: { TL: { values: THOUSAND } } } as const;

interface Stored {
  readonly dealer?: Dealer;
  readonly looks?: object;
  readonly more?: readonly string[];
  readonly codes?: readonly string[];
}

const callWith = ({ dealer, looks, more = [], codes = [] }: Stored = {}): CommandCall => {
  const listed = (name: string) => async () => ({ records: [], more: more.includes(name) });
  const deps = {
    dealers: { load: async () => (dealer === undefined ? undefined : { dealer, credentials: [] }) },
    looks: { of: async () => looks },
    outgoing: { ownAddresses: [], loopback: false },
    records: {
      definitionIds: listed('definitions'),
      subDealers: listed('subDealers'),
      virtualPosList: listed('virtualPos'),
    },
    dealerDirectory: {
      page: async ({ after = '', limit }: { readonly after?: string; readonly limit: number }) =>
        codes
          .filter((code) => code > after)
          .slice(0, limit)
          .map((dealerCode) => ({ dealerCode })),
    },
  };
  return { deps, nowMs: Date.UTC(2027, 0, 15, 9), today: TODAY, tomorrow: TOMORROW } as unknown as CommandCall;
};

/** The dealer after a put of a dealer with a limit of 1000.00 a day and 10000.00 a month in lira. */
const put = async (input: object, changes: Partial<Dealer> = {}, looks?: object) => {
  const dealer = dealerWith({ ...plain, ...changes });
  const stored = looks === undefined ? { dealer } : { dealer, looks };
  const planned = await putDealer.plan({ dealerCode: 'D1', version: 1, ...input }, callWith(stored));
  if (planned.change.kind !== 'dealer') throw new Error('no dealer is put');
  return { ...planned, record: planned.change.record, looks: planned.change.looks };
};

const NEW = {
  dealerCode: 'D1',
  name: 'Store',
  allowedAddresses: 'any address',
  allowedRedirectHosts: 'any host',
  cardLimit: { count: 5, amount: '100' },
};
const LIMIT = { daily: '1000', monthly: '10000' };

describe('put-dealer: limits (rule 18)', () => {
  test('a first limit of a new dealer, or of a further currency, holds at once', async () => {
    const { change, result } = await putDealer.plan({ ...NEW, limits: { TL: LIMIT } }, callWith());
    expect(change).toMatchObject({ record: { limits: { TL: { values: THOUSAND } }, version: 1 } });
    expect(result).not.toHaveProperty('limitsFrom');
    const { record, result: further } = await put({ limits: { USD: { ...LIMIT, shards: 4 } } });
    expect(record.limits).toEqual({ TL: { values: THOUSAND }, USD: { values: { ...THOUSAND, shards: 4 } } });
    expect(further).not.toHaveProperty('limitsFrom');
  });

  test('a changed limit holds from the next midnight, and the answer says from when', async () => {
    const { record, result } = await put({ limits: { TL: { daily: '2000', monthly: 'unlimited' } } });
    const upcoming = { values: { daily: 200_000, monthly: 'unlimited', shards: 1 }, from: TOMORROW };
    expect(record.limits.TL).toMatchObject({ values: THOUSAND, upcoming });
    expect(result).toMatchObject({ changed: ['limits'], limitsFrom: { TL: TOMORROW } });
  });

  test('a limit that is put once more stays as it is, whether it holds or is to come', async () => {
    const { record, changed } = await put({ limits: { TL: { ...LIMIT, shards: null } } });
    expect([record.limits, changed]).toEqual([plain.limits, []]);
    const limits = { TL: { values: { ...THOUSAND, daily: minor(1) }, upcoming: { values: THOUSAND, from: TOMORROW } } };
    const again = await put({ limits: { TL: LIMIT } }, { limits });
    expect(again.record.limits).toEqual(limits);
    expect(again.result).toMatchObject({ limitsFrom: { TL: TOMORROW } });
  });

  test('a limit that came into force is told as no later one', async () => {
    const limits = { TL: { values: THOUSAND, upcoming: { values: THOUSAND, from: TODAY } } };
    expect((await put({ name: 'Other' }, { limits })).result).not.toHaveProperty('limitsFrom');
  });

  test.each([
    [{ limits: null }, 'limits', 'cannot be removed'],
    [{ limits: { TL: null } }, 'limits.TL', 'cannot be removed: take the currency out of currencies instead'],
    [{ limits: { TL: { monthly: '1' } } }, 'limits.TL.daily', 'is required'],
    [{ limits: { TL: { daily: '1' } } }, 'limits.TL.monthly', 'is required'],
    [{ limits: { TL: { daily: null, monthly: '1' } } }, 'limits.TL.daily', 'is required'],
    [{ limits: { TL: { daily: '1', monthly: null } } }, 'limits.TL.monthly', 'is required'],
    [{ cardLimit: { count: 1, amount: null } }, 'cardLimit.amount', 'is required'],
    [{ cardLimit: { count: null, amount: '1' } }, 'cardLimit.count', 'is required'],
    [{ currencies: ['TL', 'EUR'] }, 'limits.EUR', 'is required, because currencies names it'],
    [{ cardLimit: { count: 1 } }, 'cardLimit.amount', 'is required'],
    [{ cardLimit: { amount: '1' } }, 'cardLimit.count', 'is required'],
    [{ cardLimit: null }, 'cardLimit', 'cannot be removed'],
    [{ listingShards: 1 }, 'listingShards', 'never goes down, and is 2: what was listed stays where it is'],
  ])('refuses %j', async (input, field, problem) => {
    await expect(put(input, { listingShards: 2 })).rejects.toMatchObject({
      code: 'InvalidInput',
      field,
      sentence: `${field} ${problem}.`,
    });
  });

  test('a new dealer needs limits, and a limit of each of its currencies', async () => {
    await expect(putDealer.plan(NEW, callWith())).rejects.toMatchObject({
      field: 'limits',
      sentence: 'limits is required for a new record.',
    });
    await expect(putDealer.plan({ ...NEW, limits: { USD: LIMIT } }, callWith())).rejects.toMatchObject({
      field: 'limits.TL',
    });
    await expect(putDealer.plan({ ...NEW, version: 4, limits: { TL: LIMIT } }, callWith())).rejects.toMatchObject({
      code: 'NotFound',
      sentence: expect.stringContaining('dealer D1'),
    });
  });

  test('the limit of a card and the number of listing shards are changed at once', async () => {
    const { record } = await put({ cardLimit: { count: 'unlimited', amount: '50' }, listingShards: 3 });
    expect(record).toMatchObject({ cardLimit: { count: 'unlimited', amount: 5000 }, listingShards: 3, version: 2 });
    expect((await put({ listingShards: 1 })).record.listingShards).toBe(1);
  });
});

describe('put-dealer: what the dealer is told, and what payers see', () => {
  const noticeAddress = 'https://shop.example/notice';

  test('plain notices go to an address that the stage may call, with the ends of plans where they are wanted', async () => {
    const { record } = await put({ noticeAddress: 'https://SHOP.example/notice' });
    expect(record).toMatchObject({ noticeAddress, wantedEvents: { notice: noticeEvents } });
    const { change } = await putDealer.plan({ ...NEW, noticeAddress, limits: { TL: LIMIT } }, callWith());
    expect(change).toMatchObject({ record: { noticeAddress, wantedEvents: { notice: noticeEvents } } });
    const both = await put({ planNotice: true }, { noticeAddress, wantedEvents: { receipts: [] } });
    const told = [...noticeEvents, ...planNoticeEvents];
    expect(both.record.wantedEvents).toEqual({ notice: told, receipts: [] });
  });

  test('without an address nobody is told, and wishes of others stay', async () => {
    const wantedEvents = { notice: noticeEvents, receipts: noticeEvents };
    const { record } = await put({ noticeAddress: null }, { noticeAddress, wantedEvents });
    expect(record).not.toHaveProperty('noticeAddress');
    expect(record.wantedEvents).toEqual({ receipts: noticeEvents });
    expect((await put({ name: 'Other' })).record).not.toHaveProperty('wantedEvents');
  });

  test('an address that is stored stays, and a new one must be one that the stage may call (rule 41)', async () => {
    const before = 'http://old.example/';
    expect((await put({ name: 'Other' }, { noticeAddress: before })).record.noticeAddress).toBe(before);
    expect((await put({ noticeAddress: before }, { noticeAddress: before })).record.noticeAddress).toBe(before);
    await expect(put({ noticeAddress: 'http://shop.example/' })).rejects.toMatchObject({
      code: 'InvalidInput',
      field: 'noticeAddress',
    });
  });

  test('members of the contact that are removed are left out', async () => {
    const before = { contact: { email: 'a@shop.example', phone: '+902121111111' } };
    const { looks, changed } = await put({ contact: { email: 'b@shop.example', phone: null } }, {}, before);
    expect(looks).toEqual({ contact: { email: 'b@shop.example' } });
    expect(changed).toEqual(['contact']);
  });
});

describe('show-dealer', () => {
  const show = (stored: Stored) => showDealer.show({ dealerCode: 'D1' }, callWith(stored));

  test('shows limits with what is to come, amounts in currency units and a logo by its size', async () => {
    const upcoming = { values: { ...THOUSAND, daily: minor(5) }, from: TOMORROW };
    const limits = {
      TL: { values: THOUSAND, upcoming },
      USD: { values: THOUSAND, upcoming: { ...upcoming, from: TODAY } },
    };
    const dealer = dealerWith({
      ...plain,
      limits,
      fixedAmount: minor(50),
      cardLimit: { count: 5, amount: minor(250) },
    });
    const values = { daily: 1000, monthly: 10_000, shards: 1 };
    expect(await show({ dealer, looks: { logo: 'AAAA', colour: '#000' }, more: ['subDealers'] })).toMatchObject({
      limits: {
        TL: { ...values, upcoming: { ...values, daily: 0.05, from: TOMORROW } },
        USD: { ...values, daily: 0.05 },
      },
      fixedAmount: 0.5,
      cardLimit: { count: 5, amount: 2.5 },
      logo: '3 bytes',
      colour: '#000',
      more: ['subDealers'],
    });
    const without = await show({ dealer });
    expect([without.more, 'logo' in without]).toEqual([[], false]);
  });

  test('tells that there is no such dealer', async () => {
    await expect(show({})).rejects.toMatchObject({ code: 'NotFound', sentence: 'There is no dealer D1.' });
  });
});

test('list-dealers goes on behind a full page', async () => {
  const codes = Array.from({ length: 501 }, (_, index) => `D${String(index).padStart(3, '0')}`);
  const first = await listDealers.show({}, callWith({ codes }));
  expect([(first.dealers as unknown[]).length, first.next]).toEqual([500, 'D499']);
  expect(await listDealers.show({ after: first.next }, callWith({ codes }))).toEqual({
    dealers: [{ dealerCode: 'D500' }],
  });
  expect(await listDealers.show({ after: null }, callWith())).toEqual({ dealers: [] });
});
