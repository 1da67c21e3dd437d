import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/link/codes.test.ts');
await import('../../operations/link/create-payment-request.test.ts');
await import('../../operations/link/other-trx-code.test.ts');
await import('../../operations/link/own-operations.test.ts');
