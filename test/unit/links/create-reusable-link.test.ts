import { describe, expect, test } from 'vitest';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../shared/domain/money/rate.ts';
import type { ReusableLinkFields } from '../../../shared/domain/reusable-link/link-fields.ts';
import { type CreateReusableLinkDependencies, createReusableLink } from '../../../shared/links/create-reusable-link.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { posWith } from '../../support/dealer/virtual-pos.ts';
import { subDealerWith } from '../../support/payment/splits.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const rate = (text: string): Rate => parseRate(text) ?? expect.unreachable();

/** A dealer who may do everything, over a table in memory; the definition changes as the test says. */
const world = (changes: Partial<CreateReusableLinkDependencies> = {}) => {
  const dealer = dealerWith({ dealerCode: 'D1', topDealerRates: { '1': rate('1.2') } });
  const stored = { definition: definitionWith('D1') };
  const clock = new FakeClock();
  let id = 100_000;
  const deps: CreateReusableLinkDependencies = {
    definitions: {
      find: async (asked) => (asked === stored.definition.dealerCustomerTypeId ? stored.definition : undefined),
    },
    virtualPosDirectory: { ofDealer: async () => [posWith({ dealerCode: 'D1' })] },
    subDealers: { find: async (_dealer, ids) => ids.map((one) => subDealerWith(one, { dealerCode: 'D1' })) },
    reusableLinks: dynamoReusableLinks(new MemoryTable(), paymentNames),
    identifiers: {
      next: async () => {
        id += 1;
        return id;
      },
    },
    paymentNames,
    randomness: systemRandomness,
    clock,
    sandbox: false,
    ...changes,
  };
  const fields = (more: Partial<ReusableLinkFields> = {}): ReusableLinkFields => ({
    linkCode: 'BREAD-1',
    title: 'Bread course',
    dealerCustomerTypeId: stored.definition.dealerCustomerTypeId,
    amount: minor(2750),
    openAmount: { suggested: [] },
    questions: [],
    subDealers: [],
    returnHash: 1,
    ...more,
  });
  const create = (more: Partial<ReusableLinkFields> = {}) => createReusableLink({ dealer, fields: fields(more) }, deps);
  const change = (definition: Partial<Definition>) => {
    stored.definition = { ...stored.definition, ...definition };
  };
  return { create, change, clock };
};

describe('Creation of a reusable link (rules 6, 13)', () => {
  test('a known code is answered before any refusal that can change', async () => {
    const { create, change, clock } = world();
    const expireDate = '2027-01-15 18:00';
    const { link } = await create({ expireDate });
    change({ directPayment: false });
    await expect(create({ linkCode: 'BREAD-2' })).rejects.toThrow('InvalidPaymentPermission');
    expect(await create({ expireDate })).toEqual({ link, replayed: true });
    clock.advance(365 * 86_400_000);
    expect(await create({ expireDate })).toEqual({ link, replayed: true });
    await expect(create({ expireDate, amount: minor(2800) })).rejects.toThrow('LinkCodeAlreadyUsed');
    await expect(create({ expireDate, amount: undefined })).rejects.toThrow('LinkCodeAlreadyUsed');
  });

  test('the same request in another spelling is the same; each member makes another one', async () => {
    const { create } = world();
    const { link } = await create({ language: 'TR', expireDate: '20271231' });
    const again = await create({
      language: 'tr',
      expireDate: '20271231',
      currency: 'TL',
      isPreAuth: 0,
      installmentNumber: 1,
    });
    expect(again).toEqual({ link, replayed: true });
    for (const other of [
      { title: 'Cake course' },
      { description: 'Bring flour.' },
      { maxPayments: 3 },
      { expireDate: undefined },
      { questions: [{ field: 'Email', need: 'required' }] },
      { isThreeD: 1 },
    ]) {
      await expect(create({ language: 'TR', expireDate: '20271231', ...other })).rejects.toThrow('LinkCodeAlreadyUsed');
    }
  });

  test('an id that is taken is drawn again', async () => {
    const table = new MemoryTable();
    const ids = [7, 7, 8];
    const { create } = world({
      reusableLinks: dynamoReusableLinks(table, paymentNames),
      identifiers: { next: async () => ids.shift() ?? expect.unreachable() },
    });
    expect((await create()).link.userPosLinkId).toBe(7);
    expect((await create({ linkCode: 'BREAD-2' })).link.userPosLinkId).toBe(8);
  });

  test('an open amount is tried at both ends: what only the least of them breaks is refused', async () => {
    const { create } = world();
    const open = (min: number) => ({
      amount: undefined,
      openAmount: { min: minor(min), max: minor(100_000), suggested: [] },
      commissionScenario: 6,
      subDealers: [{ dealerId: 1774, rate: rate('100') }],
    });
    // Scenario 6 leaves the commission to the rest: with all of it shared none is left, and that is the dealer's choice.
    expect((await create(open(1000))).link.rates).toEqual([{ dealerId: 1774, rate: 1_000_000 }]);
    const tooSmall = { ...open(1), linkCode: 'BREAD-2', subDealers: [{ dealerId: 1774, rate: rate('10') }] };
    await expect(create(tooSmall)).rejects.toMatchObject({
      sentence: 'One Rate of SubDealer must give at least 0.01 of OpenAmount.Min.',
    });
  });

  test('a refusal names the member as links spell it', async () => {
    const { create } = world();
    await expect(create({ currency: 'TRY' })).rejects.toMatchObject({
      reason: 'InvalidCurrencyCode',
      sentence: expect.stringContaining('CurrencyCode must be TL'),
    });
  });
});
