import { describe, expect, test } from 'vitest';
import {
  type DeskAction,
  deskActions,
  deskRoles,
  mayDo,
  mayVoidCharge,
  movesMoney,
  roleInForce,
} from '../../../../shared/domain/desk/roles.ts';

const allowed = (role: (typeof deskRoles)[number]): readonly DeskAction[] =>
  deskActions.filter((action) => mayDo(role, action));

describe('roles of the desk (rules 53 and 54)', () => {
  test('a viewer sees, also who did what, and changes its own account', () => {
    expect(allowed('viewer')).toEqual(['see', 'own-account', 'see-audit']);
  });

  test('a cashier also makes, sends and cancels links, and voids', () => {
    expect(allowed('cashier')).toEqual([
      ...allowed('viewer'),
      'make-link',
      'send-link',
      'cancel-link',
      'send-receipt',
      'resend-webhook',
      'void',
    ]);
  });

  test('a manager may do everything', () => {
    expect(allowed('manager')).toEqual(deskActions);
  });

  test('what moves money is named, and no viewer does any of it', () => {
    const moving = deskActions.filter(movesMoney);
    expect(moving.toSorted()).toEqual(['approve-pool', 'capture', 'refund', 'undo-pool', 'void']);
    expect(moving.filter((action) => mayDo('viewer', action))).toEqual([]);
  });

  test('a cashier voids a charge until midnight in Istanbul, a manager also later, a viewer never', () => {
    const lastMinute = Date.UTC(2026, 0, 15, 20, 59);
    const midnight = Date.UTC(2026, 0, 15, 21);
    const may = deskRoles.map((role) => [
      mayVoidCharge(role, lastMinute, lastMinute),
      mayVoidCharge(role, lastMinute, midnight),
    ]);
    expect(may).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
  });

  test('a manager without a one-time code has the rights of a cashier', () => {
    expect(deskRoles.map((role) => roleInForce(role, false))).toEqual(['viewer', 'cashier', 'cashier']);
    expect(deskRoles.map((role) => roleInForce(role, true))).toEqual(deskRoles);
  });
});
