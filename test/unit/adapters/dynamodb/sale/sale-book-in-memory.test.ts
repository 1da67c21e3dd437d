import { saleBookSuite } from '../../../../contract/store/sale-book-suite.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

saleBookSuite(() => new MemoryTable());
