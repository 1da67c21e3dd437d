import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/customer/customers-and-cards.test.ts');
