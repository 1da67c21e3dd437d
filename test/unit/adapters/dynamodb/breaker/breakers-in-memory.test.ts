import { breakersSuite } from '../../../../contract/store/breakers-suite.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

const store = new MemoryTable();

breakersSuite(() => ({ store }));
