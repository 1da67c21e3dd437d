import { type Check, commandCheck } from './check-kinds.ts';

/**
 * Lint rules that need types, and every finding of the compiler: one program is loaded and checked for both. Each file belongs
 * to the nearest tsconfig.json, so what runs in browsers is checked against the types of browsers.
 */
export const lintWithTypes: Check = commandCheck('lint and types (oxlint)', 'oxlint', [
  '--type-aware',
  '--type-check',
  '--deny-warnings',
]);
