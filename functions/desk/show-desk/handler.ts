import { deskRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { deskPaymentsRuntime } from '../../../shared/adapters/runtime/desk-payments.ts';
import { deskHandler } from '../../../shared/desk/desk-call.ts';
import { contract } from './contract.ts';
import { showPayments } from './payments.ts';
import { showDesk } from './show-desk.ts';
import { showToday } from './today.ts';

const runtime = deskRuntime(process.env);

export const handler = deskHandler(
  { ...runtime, name: contract.name },
  showDesk({ today: showToday(), payments: showPayments(deskPaymentsRuntime(process.env, runtime)) }),
);
