import { describe } from 'vitest';
import { paymentPlansSuite } from '../../../../contract/store/payment-plans-suite.ts';
import { MemoryTable } from '../../../../support/store/memory-table.ts';

describe('Payment plans in the memory table', () => {
  const store = new MemoryTable();
  paymentPlansSuite(() => ({ store }));
});
