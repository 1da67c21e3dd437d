import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/reusable-link/dealer-view.test.ts');
await import('../../operations/reusable-link/link-operations.test.ts');
await import('../../operations/reusable-link/pay-by-link.test.ts');
await import('../../operations/reusable-link/places.test.ts');
await import('../../component/reusable-link/refusals.test.ts');
await import('../../operations/reusable-link/repeats.test.ts');
