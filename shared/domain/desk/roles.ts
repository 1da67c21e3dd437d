import { istanbulDayOf } from '../calendar.ts';

/** Roles of the desk, each with the rights of those before it. */
export const deskRoles = ['viewer', 'cashier', 'manager'] as const;
export type DeskRole = (typeof deskRoles)[number];

/**
 * What can be done at the desk, with the role that it begins with (rule 54). `see`: every page of money and customers, and CSV.
 * `own-account`: own name, language, password and one-time codes.
 */
const LOWEST_ROLE = {
  see: 'viewer',
  'own-account': 'viewer',
  'see-audit': 'viewer',
  'make-link': 'cashier',
  'send-link': 'cashier',
  'cancel-link': 'cashier',
  'send-receipt': 'cashier',
  'resend-webhook': 'cashier',
  void: 'cashier',
  refund: 'manager',
  capture: 'manager',
  'approve-pool': 'manager',
  'undo-pool': 'manager',
  'pause-sale': 'manager',
  'manage-users': 'manager',
  'change-looks': 'manager',
} as const satisfies Readonly<Record<string, DeskRole>>;

export type DeskAction = keyof typeof LOWEST_ROLE;
export const deskActions = Object.keys(LOWEST_ROLE) as readonly DeskAction[];

/** Actions that move money: they say first what will happen, and ask for the password again (rule 54). */
const MONEY_ACTIONS: readonly DeskAction[] = ['void', 'refund', 'capture', 'approve-pool', 'undo-pool'];

export const movesMoney = (action: DeskAction): boolean => MONEY_ACTIONS.includes(action);

/** True where the role may do it, whatever it is done to. */
export const mayDo = (role: DeskRole, action: DeskAction): boolean =>
  deskRoles.indexOf(role) >= deskRoles.indexOf(LOWEST_ROLE[action]);

/** True where the role may void a charge of that moment: a cashier on the same Istanbul day alone. */
export const mayVoidCharge = (role: DeskRole, chargedAtMs: number, nowMs: number): boolean =>
  role === 'manager' || (mayDo(role, 'void') && istanbulDayOf(chargedAtMs) === istanbulDayOf(nowMs));

/** The role that a session has: a manager without a one-time code has a cashier's (rule 53). */
export const roleInForce = (role: DeskRole, hasCode: boolean): DeskRole =>
  role === 'manager' && !hasCode ? 'cashier' : role;
