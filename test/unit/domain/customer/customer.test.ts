import { expect, test } from 'vitest';
import { newCustomerCode } from '../../../../shared/domain/customer/customer.ts';

test('the code of a new customer has no blanks around it, and keeps those inside', () => {
  expect(newCustomerCode(' C 1 ')).toBe('C 1');
});
