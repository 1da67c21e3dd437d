import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/customer/customers-and-cards.test.ts');
