import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/dealer/get-dealer.test.ts');
