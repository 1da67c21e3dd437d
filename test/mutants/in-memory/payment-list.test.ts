import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/payment-list/payment-lists.test.ts');
await import('../../component/payment-list/update-payment.test.ts');
