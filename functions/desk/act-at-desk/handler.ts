import { deskActingRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { deskLinkActsRuntime } from '../../../shared/adapters/runtime/desk-links.ts';
import { deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { actAtDesk } from './act-at-desk.ts';
import { contract } from './contract.ts';
import { actOnLinks } from './links.ts';
import { actOnPayments } from './payments.ts';
import { actOnReusableLinks } from './reusable-links.ts';
import { actOnSales } from './sales.ts';

const runtime = deskActingRuntime(process.env);
const { linkCustomers: customers, ...links } = deskLinkActsRuntime(process.env, runtime);

export const handler = deskHandler(
  { ...runtime, name: contract.name },
  actAtDesk({
    payments: actOnPayments(runtime),
    links: actOnLinks({ ...links, customers }),
    'reusable-links': actOnReusableLinks(links),
    sales: actOnSales(links),
  }),
);
