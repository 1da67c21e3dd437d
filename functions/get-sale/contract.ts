import type { HttpContract } from '../../shared/http/contract.ts';

export const contract = {
  name: 'get-sale',
  routes: [{ method: 'POST', path: '/DealerSale/GetSale' }],
} as const satisfies HttpContract;
