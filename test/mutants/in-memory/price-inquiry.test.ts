import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/price-inquiry/price-inquiries.test.ts');
