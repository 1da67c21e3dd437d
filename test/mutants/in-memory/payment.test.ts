import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/payment/share-changes.test.ts');
await import('../../component/payment/steps-of-payments.test.ts');
