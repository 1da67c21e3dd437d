import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/sale/get-sale.test.ts');
await import('../../component/sale/payment-plans.test.ts');
await import('../../component/sale/plan-costs.test.ts');
await import('../../component/sale/products-and-schedules.test.ts');
await import('../../component/sale/recurring-sales.test.ts');
