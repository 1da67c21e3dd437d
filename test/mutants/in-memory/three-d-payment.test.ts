import { overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
await import('../../component/three-d-payment/changed-calls.test.ts');
await import('../../operations/three-d-payment/changed-calls.test.ts');
await import('../../component/three-d-payment/mobile-changed-calls.test.ts');
await import('../../operations/three-d-payment/mobile-codes.test.ts');
await import('../../operations/three-d-payment/shop-payment.test.ts');
await import('../../operations/three-d-payment/start-mobile-3d.test.ts');
