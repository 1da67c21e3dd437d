import { deskRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { late } from '../../../shared/adapters/runtime/late.ts';
import { deskHandler } from '../../../shared/desk/call/desk-call.ts';
import { actAtDesk } from './act-at-desk.ts';
import { contract } from './contract.ts';

const runtime = deskRuntime(process.env);
const ofLinks = async () => {
  const { deskLinkActsRuntime } = await import('../../../shared/adapters/runtime/desk-link-acts.ts');
  const { linkCustomers: customers, ...links } = deskLinkActsRuntime(process.env, runtime);
  return { links, customers };
};

// What is acted on is a part of the bundle, with what it takes: a call reads the one that it is about.
export const handler = deskHandler(
  { ...runtime, name: contract.name },
  actAtDesk({
    payments: late(async () => {
      const [{ actOnPayments }, { deskActingRuntime }] = await Promise.all([
        import('./payments.ts'),
        import('../../../shared/adapters/runtime/desk-acting.ts'),
      ]);
      return actOnPayments(deskActingRuntime(process.env, runtime));
    }),
    links: late(async () => {
      const [{ actOnLinks }, { links, customers }] = await Promise.all([import('./links.ts'), ofLinks()]);
      return actOnLinks({ ...links, customers });
    }),
    'reusable-links': late(async () => {
      const [{ actOnReusableLinks }, { links }] = await Promise.all([import('./reusable-links.ts'), ofLinks()]);
      return actOnReusableLinks(links);
    }),
    sales: late(async () => {
      const [{ actOnSales }, { links }] = await Promise.all([import('./sales.ts'), ofLinks()]);
      return actOnSales(links);
    }),
  }),
);
