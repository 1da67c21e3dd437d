import { deskAccountRuntime } from '../../../shared/adapters/runtime/desk-account.ts';
import { deskVisitHandler } from '../../../shared/desk/call/desk-call.ts';
import { contract } from './contract.ts';
import { signInAtDesk } from './sign-in-at-desk.ts';

const runtime = deskAccountRuntime(process.env);

export const handler = deskVisitHandler({ ...runtime, name: contract.name }, signInAtDesk(runtime));
