import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/price-inquiry/price-inquiries.test.ts');
