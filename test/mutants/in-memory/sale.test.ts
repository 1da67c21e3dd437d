import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/sale/get-sale.test.ts');
await import('../../operations/sale/payment-plans.test.ts');
await import('../../component/sale/plan-costs.test.ts');
await import('../../operations/sale/products-and-schedules.test.ts');
await import('../../operations/sale/recurring-sales.test.ts');
