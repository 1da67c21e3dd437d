import { expect, test } from 'vitest';
import { functionDefinitions } from '../../../infra/functions/all-functions.ts';
import { deskWrites } from '../../../shared/adapters/dynamodb/desk/desk-changes.ts';
import type { DeskMembership } from '../../../shared/domain/desk/user.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { notingTable } from '../../support/store/noting-table.ts';

const still: DeskMembership = { dealerCode: '1001', userId: 'U', role: 'manager', version: 1, addedAtMs: 0 };

test('what manages users may ask whether whoever does it still is a manager', async () => {
  const { table, actions } = notingTable(new MemoryTable());
  await table.transact(deskWrites({ codeRule: { dealerCode: '1001', codesFor: 'everybody', version: 1 }, still }));
  const role = functionDefinitions.find(({ name }) => name === 'change-desk-account');
  expect(actions()).toContain('ConditionCheckItem');
  expect(role?.table).toEqual(expect.arrayContaining([...actions()]));
});
