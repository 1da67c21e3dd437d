import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/payment-list/payment-lists.test.ts');
