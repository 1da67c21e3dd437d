import { expect, test } from 'vitest';
import { LastWritten } from '../../bench/last-written.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const put = (number: number) => ({ put: { pk: `P#${number}`, sk: 'S', duePk: 'DUE#1', dueSk: '1', other: 'x' } });

test('the index keys of rows that were written last are known, and older rows are forgotten', async () => {
  const known = new LastWritten();
  const store = known.watching(new MemoryTable());
  await store.transact([put(0)]);
  expect(known.peek({ pk: 'P#0', sk: 'S' })).toEqual({ listPk: undefined, duePk: 'DUE#1' });
  for (let number = 1; number <= 30_000; number += 1) known.keep(put(number).put);
  expect(known.peek({ pk: 'P#0', sk: 'S' })).toBeUndefined();
  expect(known.peek({ pk: 'P#30000', sk: 'S' })).toEqual({ listPk: undefined, duePk: 'DUE#1' });
});
