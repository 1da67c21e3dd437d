import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/every-operation/examples.test.ts');
await import('../../operations/every-operation/fault-examples.test.ts');
await import('../../operations/every-operation/order-of-refusals.test.ts');
