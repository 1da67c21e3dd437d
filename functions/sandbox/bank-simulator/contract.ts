import type { HttpContract } from '../../../shared/http/contract.ts';

/** The embedded bank: the wires of NestPay and of Garanti (GVPS) from the bank's side. It exists in sandbox stages only (rule 22). */
export const contract = {
  name: 'bank-simulator',
  routes: [
    { method: 'POST', path: '/fim/api' },
    { method: 'POST', path: '/fim/est3Dgate' },
    { method: 'GET', path: '/fim/challenge/{reference}' },
    { method: 'POST', path: '/fim/challenge/{reference}' },
    { method: 'POST', path: '/VPServlet' },
    { method: 'POST', path: '/servlet/gt3dengine' },
    { method: 'GET', path: '/servlet/challenge/{reference}' },
    { method: 'POST', path: '/servlet/challenge/{reference}' },
  ],
} as const satisfies HttpContract;
