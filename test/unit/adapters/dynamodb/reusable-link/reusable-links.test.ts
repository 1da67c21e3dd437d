import { expect, test } from 'vitest';
import { reusableLinkKeys } from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-link-keys.ts';
import { dynamoReusableLinks } from '../../../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { reusableLinksSuite } from '../../../../contract/store/reusable-links-suite.ts';
import { reusableLinkWith } from '../../../../support/link/reusable-links.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

// The contract of the store runs on both engines. Over a table in memory it is quick enough to be tried for each planted bug.
const world = { direct: new MemoryTable() };

reusableLinksSuite(() => world);

test('A reusable link is never found for another dealer, though both had one name for it', async () => {
  const link = reusableLinkWith();
  const links = dynamoReusableLinks(world.direct, { nameOfLink: () => link.name });
  await links.create(link);
  expect(await links.findByCode(link.dealerCode, 'any')).toMatchObject({ link });
  expect(await links.findByCode('another', 'any')).toBeUndefined();
});

test('The keys of a reusable link are those that stored rows have', () => {
  const name = 'a'.repeat(26);
  expect(reusableLinkKeys.link(name)).toEqual({ pk: `LINK#${name}`, sk: '1#LINK' });
  expect(reusableLinkKeys.places(name, 7)).toEqual({ pk: `LINK#${name}`, sk: '2#PLACES#07' });
});
