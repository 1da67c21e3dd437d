import type { HttpContract } from '../../shared/http/contract.ts';

export const contract = {
  name: 'get-customer',
  routes: [{ method: 'POST', path: '/DealerCustomer/GetCustomer' }],
} as const satisfies HttpContract;
