import { statementsSuite } from '../../../../contract/store/statements-suite.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

// The fault runs make statements over the table in memory, so it keeps the same contract as the engines.
const store = new MemoryTable();
statementsSuite(() => ({ store }));
