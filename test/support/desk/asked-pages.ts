import { randomUUID } from 'node:crypto';
import type { ShowDeskPage } from '../../../functions/desk/show-desk/desk-pages.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { deskCallWith } from './desk-calls.ts';

/** When pages are asked for, and the dealer whose they are. */
export const ASKED_AT_MS = Date.UTC(2026, 10, 28, 9);
export const dealerOfPages = dealerWith({ dealerCode: 'D1' });
export const randomness = { guid: () => randomUUID() };

interface Asked {
  readonly id?: string;
  readonly view?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly role?: DeskRole;
}

/** Asks for a page of the desk, as a manager where no role is named. */
export const ask = (show: ShowDeskPage, { id, view, query = {}, role = 'manager' }: Asked = {}) =>
  show(deskCallWith({ dealer: dealerOfPages, nowMs: ASKED_AT_MS, query, role }), { id, view });
