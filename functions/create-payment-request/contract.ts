import type { HttpContract } from '../../shared/http/contract.ts';

export const contract = {
  name: 'create-payment-request',
  routes: [{ method: 'POST', path: '/PaymentUserPos/CreateUserPosPayment' }],
} as const satisfies HttpContract;
