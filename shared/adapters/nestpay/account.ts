import type { AccountOf } from '../../ports/bank-gateway.ts';

export type NestPayAccount = AccountOf<'nestpay'>;
