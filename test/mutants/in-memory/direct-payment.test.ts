import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../operations/direct-payment/bank-codes.test.ts');
await import('../../operations/direct-payment/direct-payment.test.ts');
await import('../../operations/direct-payment/once.test.ts');
await import('../../component/direct-payment/secrets.test.ts');
await import('../../operations/direct-payment/without-cvc.test.ts');
