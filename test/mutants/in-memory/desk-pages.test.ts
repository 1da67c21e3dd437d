import { useStack } from '../../support/app/stack-of-tests.ts';
import { memoryStack, overMemory } from '../../support/operations/memory-stack.ts';

overMemory();
// Tests of the desk ask for its address as they load.
useStack(memoryStack);
await import('../../operations/desk/customers.test.ts');
await import('../../operations/desk/forms.test.ts');
await import('../../operations/desk/links.test.ts');
await import('../../operations/desk/other-dealers.test.ts');
await import('../../operations/desk/payment-acts.test.ts');
await import('../../operations/desk/payments.test.ts');
await import('../../operations/desk/reusable-links.test.ts');
await import('../../operations/desk/roles.test.ts');
await import('../../operations/desk/sessions.test.ts');
await import('../../operations/desk/settings.test.ts');
await import('../../operations/desk/sign-in.test.ts');
await import('../../operations/desk/today.test.ts');
