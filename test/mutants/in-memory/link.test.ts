import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/link/codes.test.ts');
await import('../../component/link/create-payment-request.test.ts');
await import('../../component/link/other-trx-code.test.ts');
await import('../../component/link/own-operations.test.ts');
