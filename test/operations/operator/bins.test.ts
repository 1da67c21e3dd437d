import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { demoBins } from '../../../infra/local/demo-bins.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { numbersFrom } from '../../support/new-numbers.ts';
import { newOperator, operatedDealer } from '../../support/operator/operators.ts';
import { interruptedTable } from '../../support/store/interrupted-table.ts';

const nextFirst = numbersFrom(0, 1000);

/** BINs belong to the whole service, so each test uses some that no card and no other test has. */
const newBins = (length: number): string[] => {
  const first = nextFirst();
  return Array.from({ length }, (_, index) => `0${String(first).padStart(3, '0')}${String(index).padStart(4, '0')}`);
};
const entriesOf = (bins: readonly string[], bankCode = '64') => bins.map((bin) => ({ bin, bankCode }));

describe('import-bins and show-bin', () => {
  test('an entry is shown as it was imported, and its bank is found for a card', async () => {
    const { done, store } = newOperator();
    const [bin = '', other = ''] = newBins(2);
    const bins = [
      { bin, bankCode: '0064', bankName: 'A name', brand: 'Visa' },
      { bin: other, bankCode: '46' },
    ];
    expect(await done('import-bins', { bins })).toEqual({ imported: 2 });
    expect(await done('show-bin', { bin })).toEqual({ bin, bankCode: '64', bankName: 'A name', brand: 'Visa' });
    expect(await done('show-bin', { bin: other })).toEqual({ bin: other, bankCode: '46', bankName: 'Akbank' });
    expect(await dynamoBinDirectory(store).find(`${bin}00000000`)).toMatchObject({ bankCode: '64' });
  });

  test('an entry tells brand, kind, programme and largest count of its cards, in one spelling', async () => {
    const { done, refused } = newOperator();
    const [bin = ''] = newBins(1);
    const facts = { creditType: 'debit', category: 'commercial', group: 'BONUS', cardName: 'Business' } as const;
    const entry = { bin, bankCode: '62', brand: 'AMEX', maxInstallments: '9', foreign: 'true', ...facts };
    await done('import-bins', { bins: [entry] });
    expect(await done('show-bin', { bin })).toEqual({
      bin,
      bankCode: '62',
      bankName: 'Garanti BBVA',
      brand: 'American Express',
      maxInstallments: 9,
      foreign: true,
      ...facts,
    });
    await done('import-bins', { bins: [{ bin, bankCode: '62', group: null }] });
    expect(await done('show-bin', { bin })).toEqual({ bin, bankCode: '62', bankName: 'Garanti BBVA' });
    for (const [field, value] of Object.entries({ brand: 'Diners', creditType: 'prepaid', maxInstallments: 0 })) {
      const error = await refused('import-bins', { bins: [{ bin, bankCode: '62', [field]: value }] });
      expect(error).toMatchObject({ code: 'InvalidInput', field: `bins.0.${field}` });
    }
  });

  test('an issuer that is no bank of the list has a name and no code, and its cards go to the default virtual POS', async () => {
    const { done, refused, store } = newOperator();
    const [bin = ''] = newBins(1);
    await done('import-bins', { bins: [{ bin, bankName: 'Papara', brand: 'Mastercard' }] });
    expect(await done('show-bin', { bin })).toEqual({ bin, bankName: 'Papara', brand: 'Mastercard' });
    expect((await dynamoBinDirectory(store).find(`${bin}00000000`))?.bankCode).toBeUndefined();
    const nameless = await refused('import-bins', { bins: [{ bin, brand: 'Visa' }] });
    expect(nameless).toMatchObject({ code: 'InvalidInput', field: 'bins.0.bankCode' });
  });

  test('the entries of the demo are imported as they are', async () => {
    expect(await newOperator().done('import-bins', { bins: demoBins })).toEqual({ imported: demoBins.length });
  });

  test('an entry takes the place of the one before, and the audit entry names the BINs', async () => {
    const { done, run, audit } = newOperator();
    const bins = newBins(2);
    await done('import-bins', { bins: entriesOf(bins) });
    const commandId = randomUUID();
    await run('import-bins', { bins: entriesOf(bins.slice(0, 1), '46') }, commandId);
    expect(await done('show-bin', { bin: bins[0] })).toMatchObject({ bankCode: '46' });
    expect(await done('show-bin', { bin: bins[1] })).toMatchObject({ bankCode: '64' });
    const row = await audit(commandId);
    expect(row).toMatchObject({ command: 'import-bins', changed: bins.slice(0, 1), result: { imported: 1 } });
    expect(row).not.toHaveProperty('dealerCode');
  });

  test.each([1, 19, 20, 21, 39, 40, 500])(
    '%i entries are imported by one command, in transactions of at most 20 actions',
    async (length) => {
      const bins = newBins(length);
      const sizes: number[] = [];
      const { done, store } = newOperator({
        through: (table) => ({
          ...table,
          transact: (writes) => {
            sizes.push(writes.length);
            return table.transact(writes);
          },
        }),
      });
      expect(await done('import-bins', { bins: entriesOf(bins) })).toEqual({ imported: length });
      expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(length + 1);
      for (const bin of [bins.at(0), bins.at(-1)])
        expect(await dynamoBinDirectory(store).find(bin ?? '')).toMatchObject({ bankCode: '64' });
    },
  );

  test.each(['before', 'after'] as const)(
    'a crash %s any write is mended by a repeat with the same id',
    async (when) => {
      const bins = newBins(45);
      for (let call = 0; call < 8; call += 1) {
        const commandId = randomUUID();
        const bankCode = call % 2 === 0 ? '64' : '46';
        const crashing = newOperator({ through: (table) => interruptedTable(table, { call, when }).table });
        await crashing.run('import-bins', { bins: entriesOf(bins, bankCode) }, commandId);
        const { run, store } = newOperator();
        const repeat = await run('import-bins', { bins: entriesOf(bins, bankCode) }, commandId);
        expect(repeat).toMatchObject({ ok: true, result: { imported: 45 } });
        const banks = await Promise.all(bins.map(async (bin) => (await dynamoBinDirectory(store).find(bin))?.bankCode));
        expect(new Set(banks)).toEqual(new Set([bankCode]));
      }
    },
  );

  test('a command that was applied is not applied again: its repeat changes nothing', async () => {
    const { run, done } = newOperator();
    const [bin = ''] = newBins(1);
    const commandId = randomUUID();
    const first = () => run('import-bins', { bins: entriesOf([bin]) }, commandId);
    await first();
    await done('import-bins', { bins: entriesOf([bin], '46') });
    expect(await first()).toMatchObject({ ok: true, applied: false, result: { imported: 1 } });
    expect(await done('show-bin', { bin })).toMatchObject({ bankCode: '46' });
  });

  test.each([
    ['bins', []],
    ['bins', entriesOf(newBins(501))],
    ['bins', 'x'],
    ['bins.1.bin', entriesOf(['00000001', '00000001'])],
    ['bins.0.bin', entriesOf(['0000001'])],
    ['bins.0.bin', entriesOf(['4111111111111111'])],
    ['bins.0.bankCode', entriesOf(['00000001'], '7')],
    ['bins.0.bankCode', [{ bin: '00000001' }]],
    ['bins.0.issuer', [{ bin: '00000001', bankCode: '64', issuer: 'x' }]],
  ])('a wrong list is refused at %s', async (field, bins) => {
    const { refused } = newOperator();
    expect(await refused('import-bins', { bins })).toMatchObject({ code: 'InvalidInput', field });
  });

  test('a BIN that is not there is NotFound, and a whole card number is refused', async () => {
    const { refused } = newOperator();
    expect(await refused('show-bin', { bin: '000000' })).toMatchObject({ code: 'NotFound' });
    expect(await refused('show-bin', { bin: '4111111111111111' })).toMatchObject({
      code: 'InvalidInput',
      field: 'bin',
    });
  });
});

describe('put-virtual-pos', () => {
  const fields = {
    bankName: 'B',
    gateway: 'https://b.example',
    rates: {},
    clientId: 'c',
    apiUser: 'u',
    apiPassword: 'p',
    storeKey: 's',
  };

  test('takes the code of a known bank, and stores it in one spelling', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const key = { dealerCode, posId: 'pos' };
    for (const bankCode of ['7', '9999', 'isbank', '']) {
      const error = await refused('put-virtual-pos', { ...key, bankCode, ...fields });
      expect(error).toMatchObject({ code: 'InvalidInput', field: 'bankCode' });
    }
    await done('put-virtual-pos', { ...key, bankCode: '0064', ...fields });
    expect(await done('show-virtual-pos', key)).toMatchObject({ bankCode: '64' });
  });
});
