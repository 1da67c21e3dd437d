import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { importBins, removeOtherBins, showBin } from '../../../../../functions/operator/operate/commands/bin.ts';

const IMPORT = '5f0b8a52-8d1c-4c39-9a5e-0f6f4f1f4b1a';
const OTHER = '00000000-8d1c-4c39-9a5e-0f6f4f1f4b1a';
const PAGE = 500;

interface Stored {
  readonly bins?: readonly { readonly bin: string; readonly importId?: string }[];
  readonly next?: string;
}

const scene = ({ bins = [], next }: Stored = {}) => {
  const asked: unknown[] = [];
  const records = {
    binShards: 3,
    bin: async (digits: string) => bins.find(({ bin }) => bin === digits),
    binsOfShard: async (...of: readonly unknown[]) => {
      asked.push(of);
      return { bins, ...(next === undefined ? {} : { next }) };
    },
  };
  return { asked, call: { deps: { records } } as unknown as CommandCall };
};

describe('import-bins', () => {
  const plan = (bins: readonly object[], more: object = {}) => importBins.plan({ bins, ...more }, scene().call);

  test('writes each entry with the name of its bank, and with its import', async () => {
    const entries = [
      { bin: '411111', bankCode: '64', brand: 'Visa', creditType: null },
      { bin: '41111122', bankName: 'Some Bank', bankCode: null },
    ];
    const { change, changed, result } = await plan(entries, { importId: IMPORT });
    expect(change).toEqual({
      kind: 'bins',
      record: {
        bins: [
          { bin: '411111', bankCode: '64', bankName: expect.stringMatching(/\w/), brand: 'Visa', importId: IMPORT },
          { bin: '41111122', bankName: 'Some Bank', importId: IMPORT },
        ],
      },
    });
    expect([changed, result]).toEqual([['411111', '41111122'], { imported: 2 }]);
    const { change: without } = await plan([{ bin: '411111', bankCode: '64', bankName: 'Own name' }], {
      importId: null,
    });
    expect(without).toMatchObject({ record: { bins: [{ bankName: 'Own name' }] } });
    expect(without).not.toHaveProperty('record.bins.0.importId');
  });

  const entry = { bin: '411111', bankCode: '64' };
  test.each<readonly [string, readonly object[], string, string]>([
    ['no entry', [], 'bins', 'must have at least one entry'],
    ['a BIN that stands twice', [entry, { ...entry, bin: '511111' }, entry], 'bins.0.bin', 'stands in the list twice'],
    [
      'an entry without an issuer',
      [entry, { bin: '511111' }],
      'bins.1.bankCode',
      'is required where there is no bankName',
    ],
    ['seven digits', [{ ...entry, bin: '4111111' }], 'bins.0.bin', 'must be 6 or 8 digits'],
    ['nine digits', [{ ...entry, bin: '411111222' }], 'bins.0.bin', 'must be 6 or 8 digits'],
    ['letters', [{ ...entry, bin: '41111x' }], 'bins.0.bin', 'must be 6 or 8 digits'],
    ['a brand that there is not', [{ ...entry, brand: 'Other' }], 'bins.0.brand', 'must be one of '],
  ])('refuses %s', async (_what, bins, field, problem) => {
    await expect(plan(bins)).rejects.toMatchObject({
      code: 'InvalidInput',
      sentence: expect.stringMatching(new RegExp(`^bins(?:\\.\\d)?(?:\\.\\w+)? ${problem}`)),
      field:
        field === 'bins.0.bin' && problem.startsWith('stands') ? expect.stringMatching(/^bins\.[02]\.bin$/) : field,
    });
  });

  test.each([IMPORT.toUpperCase(), ` ${IMPORT}`, `${IMPORT}0`])('takes no import "%s"', async (importId) => {
    await expect(plan([entry], { importId })).rejects.toMatchObject({
      field: 'importId',
      sentence: 'importId must be a UUID in small letters.',
    });
  });
});

describe('remove-other-bins', () => {
  const own = { bin: '411111', importId: IMPORT };
  const others = [{ bin: '511111', importId: OTHER }, { bin: '52222222' }];
  const plan = async (input: object = {}, stored: Stored = { bins: [own, ...others] }) => {
    const { call, asked } = scene(stored);
    const planned = await removeOtherBins.plan({ importId: IMPORT, bin: own.bin, ...input }, call);
    return { ...planned, asked };
  };

  test('removes what the import did not write, a page of a shard at a time', async () => {
    expect(await plan()).toEqual({
      change: { kind: 'remove-bins', record: { bins: ['511111', '52222222'] } },
      changed: ['511111', '52222222'],
      result: { removed: 2, next: '1' },
      asked: [[0, { limit: PAGE }]],
    });
  });

  test('goes on in the middle of a shard, with the next shard, and ends behind the last one', async () => {
    const more = { bins: [own], next: '41111122' };
    expect(await plan({ cursor: '1' }, more)).toMatchObject({ result: { removed: 0, next: '1:41111122' } });
    const { asked, result } = await plan({ cursor: '1:41111122' });
    expect([asked, result.next]).toEqual([[[1, { limit: PAGE, after: '41111122' }]], '2']);
    expect((await plan({ cursor: '2:411111' })).result).toEqual({ removed: 2 });
    expect((await plan({ cursor: null })).asked).toEqual([[0, { limit: PAGE }]]);
  });

  test('removes nothing where there was no such import', async () => {
    for (const bins of [[], others, [{ bin: own.bin }], [{ ...own, importId: OTHER }]]) {
      const { call, asked } = scene({ bins });
      await expect(removeOtherBins.plan({ importId: IMPORT, bin: own.bin }, call)).rejects.toMatchObject({
        code: 'NotPossible',
        field: 'bin',
        sentence: expect.stringContaining('nothing was removed'),
      });
      expect(asked).toEqual([]);
    }
  });

  test.each(['', 'x', 'x:411111', '0:', '0:41', '0:4111111', '0:x11111', '0:411111xx', ' 0', '0 ', '10'])(
    'takes no cursor "%s"',
    async (cursor) => {
      await expect(plan({ cursor })).rejects.toMatchObject({
        field: 'cursor',
        sentence: cursor === '' ? expect.any(String) : 'cursor must be a cursor of this command.',
      });
    },
  );
});

test('show-bin shows an entry without its import, and tells that there is none', async () => {
  const { call } = scene({ bins: [{ bin: '411111', importId: IMPORT }] });
  expect(await showBin.show({ bin: '411111' }, call)).toEqual({ bin: '411111' });
  await expect(showBin.show({ bin: '511111' }, call)).rejects.toMatchObject({
    code: 'NotFound',
    sentence: 'There is no entry for BIN 511111.',
  });
});
