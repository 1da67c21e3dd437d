import { deskRuntime } from '../../../shared/adapters/runtime/desk.ts';
import { deskLinksRuntime } from '../../../shared/adapters/runtime/desk-links.ts';
import { deskHandler } from '../../../shared/desk/desk-call.ts';
import { contract } from './contract.ts';
import { showLinks } from './links.ts';
import { showDesk } from './show-desk.ts';
import { showToday } from './today.ts';

const runtime = deskRuntime(process.env);
const links = deskLinksRuntime(process.env, runtime);

export const handler = deskHandler(
  { ...runtime, name: contract.name },
  showDesk({ today: showToday(), links: showLinks(links) }),
);
