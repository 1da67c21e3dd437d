import { useStack } from '../../support/app/stack-of-tests.ts';
import { memoryStack, overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
// The contracts of the embedded bank begin with its ledger as they load.
useStack(memoryStack);
await import('../../contract/garanti/bank-wire.test.ts');
await import('../../contract/nestpay/capture.test.ts');
await import('../../contract/nestpay/day.test.ts');
await import('../../contract/nestpay/refusals.test.ts');
await import('../../contract/nestpay/wire.test.ts');
await import('../../contract/virtual-pos-capture.test.ts');
await import('../../contract/virtual-pos-day.test.ts');
await import('../../contract/virtual-pos-list.test.ts');
await import('../../contract/virtual-pos-three-d.test.ts');
await import('../../operations/payment/garanti.test.ts');
