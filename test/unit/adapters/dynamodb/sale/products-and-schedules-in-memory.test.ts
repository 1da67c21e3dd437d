import { productsAndSchedulesSuite } from '../../../../contract/store/products-and-schedules-suite.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

productsAndSchedulesSuite(() => new MemoryTable());
