import type { HttpContract } from '../../../shared/http/contract.ts';

/** The reference of the API with its files. It exists in sandbox stages only (rule 49). */
export const contract = {
  name: 'show-documents',
  routes: [
    { method: 'GET', path: '/docs' },
    { method: 'HEAD', path: '/docs' },
    { method: 'GET', path: '/docs/{file}' },
    { method: 'HEAD', path: '/docs/{file}' },
  ],
} as const satisfies HttpContract;
