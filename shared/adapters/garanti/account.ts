import type { AccountOf } from '../../ports/bank-gateway.ts';

export type GarantiAccount = AccountOf<'garanti'>;
