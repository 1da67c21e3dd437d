import { reusableLinksSuite } from '../../../../contract/store/reusable-links-suite.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

// The contract of the store runs on both engines. Over a table in memory it is quick enough to be tried for each planted bug.
const world = { direct: new MemoryTable() };

reusableLinksSuite(() => world);
