import { describe, expect, test } from 'vitest';
import type { DeskRole } from '../../../../shared/domain/desk/roles.ts';
import { MAX_DESK_USERS } from '../../../../shared/domain/desk/user.ts';
import { invitationProblem, memberProblem } from '../../../../shared/domain/desk/user-changes.ts';

const member = (userId: string, role: DeskRole, hasCode = true) => ({
  membership: { dealerCode: 'D1', userId, role, version: 1, addedAtMs: 0 },
  hasCode,
});
const people = [member('boss', 'manager'), member('codeless', 'manager', false), member('till', 'cashier')];

describe('What a manager may change of the users of its dealer (rule 53)', () => {
  test.each([
    ['nobody gives itself rights', people, { by: 'boss', of: 'boss', role: 'manager' }, 'yourself'],
    ['nobody removes itself', people, { by: 'boss', of: 'boss' }, 'yourself'],
    ['who is no member cannot be changed', people, { by: 'boss', of: 'else', role: 'cashier' }, 'no-member'],
    ['a cashier becomes a manager', people, { by: 'boss', of: 'till', role: 'manager' }, undefined],
    ['a cashier is removed', people, { by: 'boss', of: 'till' }, undefined],
    ['a manager without a code is no last one', people, { by: 'boss', of: 'codeless' }, undefined],
    ['the last manager with a code is not removed', people, { by: 'till', of: 'boss' }, 'last-manager'],
    ['nor made a cashier', people, { by: 'till', of: 'boss', role: 'cashier' }, 'last-manager'],
    ['one of two managers is removed', [...people, member('two', 'manager')], { by: 'two', of: 'boss' }, undefined],
  ] as const)('%s', (_rule, members, change, problem) => {
    expect(memberProblem(members, change)).toBe(problem);
  });

  test('who is a member is not invited, and who was invited is invited anew', () => {
    const members = [{ userId: 'boss' }];
    expect(invitationProblem({ userId: 'boss', members, invitations: [] })).toBe('known-member');
    expect(invitationProblem({ userId: 'new', members, invitations: [{ userId: 'new' }] })).toBeUndefined();
  });

  test('members and open invitations together stay within the bound', () => {
    const members = Array.from({ length: MAX_DESK_USERS - 1 }, (_, index) => ({ userId: `u${index}` }));
    const invitations = [{ userId: 'invited' }];
    expect(invitationProblem({ userId: 'new', members, invitations: [] })).toBeUndefined();
    expect(invitationProblem({ userId: 'new', members, invitations })).toBe('too-many-users');
    expect(invitationProblem({ userId: 'invited', members, invitations })).toBeUndefined();
  });
});
