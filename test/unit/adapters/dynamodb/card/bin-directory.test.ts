import { expect, test } from 'vitest';
import { binItem, dynamoBinDirectory } from '../../../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

test('a BIN of 8 digits wins over one of 6, in whatever order the table answers them', async () => {
  const table = new MemoryTable();
  await table.transact([
    { put: binItem({ bin: '454671', bankCode: '64' }) },
    { put: binItem({ bin: '45467112', bankCode: '46' }) },
  ]);
  const inReverse = Object.assign(Object.create(table), {
    getMany: async (...given: Parameters<typeof table.getMany>) => (await table.getMany(...given)).toReversed(),
  });
  for (const answered of [table, inReverse]) {
    expect(await dynamoBinDirectory(answered).find('4546711200000000')).toMatchObject({ bankCode: '46' });
    expect(await dynamoBinDirectory(answered).find('4546711300000000')).toMatchObject({ bankCode: '64' });
  }
});
