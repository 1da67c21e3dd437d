import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/card/stored-card-at-gate.test.ts');
