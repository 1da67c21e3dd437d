import { deskActingRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { deskHandler } from '../../../shared/desk/desk-call.ts';
import { actAtDesk } from './act-at-desk.ts';
import { contract } from './contract.ts';
import { actOnPayments } from './payments.ts';

const runtime = deskActingRuntime(process.env);

export const handler = deskHandler(
  { ...runtime, name: contract.name },
  actAtDesk({ payments: actOnPayments(runtime) }),
);
