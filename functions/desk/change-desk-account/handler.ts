import { deskAccountRuntime } from '../../../shared/adapters/runtime/desk-account.ts';
import { deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { changeDeskAccount } from './change-desk-account.ts';
import { contract } from './contract.ts';
import { looksFileForm } from './looks-file-form.ts';

const runtime = deskAccountRuntime(process.env);

export const handler = deskHandler(
  { ...runtime, name: contract.name, fileForm: looksFileForm },
  changeDeskAccount(runtime),
);
