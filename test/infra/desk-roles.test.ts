import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionsOfDesk } from '../../infra/functions/all-functions.ts';
import { plainDesk } from './desk-settings.ts';
import { listOf, roleSchema } from './role-grants.ts';

const plain = plainDesk();
const WRITING = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** Each statement of the role about the table: which actions, and on which partitions. */
const tableRights = (role: string) => {
  const found = plain.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith(`${role}Role`));
  expect(found).toHaveLength(1);
  const statements = roleSchema
    .parse(found[0]?.properties)
    .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements
    .map(({ Effect, Action, Condition }) => ({
      effect: Effect,
      actions: listOf(Action).toSorted(),
      condition: Condition,
    }))
    .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));
};

/** Partitions that a role may write; "all" where no condition limits them. */
const writable = (role: string): readonly string[] | 'all' => {
  const writing = tableRights(role).filter(
    ({ effect, actions }) => effect === 'Allow' && actions.some((action) => WRITING.includes(action)),
  );
  expect(writing).toHaveLength(1);
  const condition = writing[0]?.condition;
  if (condition === undefined) return 'all';
  // A request that names no partition would pass the first condition alone.
  expect(condition).toMatchObject({ Null: { 'dynamodb:LeadingKeys': 'false' } });
  const { 'ForAllValues:StringLike': keys } = z
    .object({
      'ForAllValues:StringLike': z.object({ 'dynamodb:LeadingKeys': z.union([z.string(), z.array(z.string())]) }),
    })
    .parse(condition);
  return listOf(keys['dynamodb:LeadingKeys']);
};

describe('The roles of the desk (rule 55)', () => {
  test('what shows pages writes sessions alone', () => {
    expect(writable('ShowDesk')).toEqual(['DESK-SESSION#*']);
    const writing = tableRights('ShowDesk')
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ actions }) => actions.filter((one) => WRITING.includes(one)));
    expect(writing).toEqual(['dynamodb:UpdateItem']);
  });

  const matches = (patterns: readonly string[], key: string) =>
    patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(key));

  const deniedTo = (role: string) =>
    tableRights(role)
      .filter(({ effect }) => effect === 'Deny')
      .map(({ actions, condition }) => ({
        actions,
        keys: z
          .object({ 'ForAnyValue:StringLike': z.object({ 'dynamodb:LeadingKeys': z.array(z.string()) }) })
          .parse(condition)['ForAnyValue:StringLike']['dynamodb:LeadingKeys'],
      }));

  test.each(['SignInAtDesk', 'ChangeDeskAccount'])('%s writes users, and neither reads nor writes payments', (role) => {
    const patterns = writable(role);
    if (patterns === 'all') return expect.unreachable('it may write all partitions');
    for (const key of ['DESK-USER#u', 'DESK-SESSION#s', 'DEALER#1001#DESK', 'OUTBOX#3']) {
      expect(matches(patterns, key), key).toBe(true);
    }
    for (const key of ['ORDER#o', 'MOVED#1001#2026-01-01', 'LINK#l']) expect(matches(patterns, key), key).toBe(false);
    const [denied, ...others] = deniedTo(role);
    expect(others).toEqual([]);
    expect(denied?.actions).toEqual(
      tableRights(role)
        .filter(({ effect }) => effect === 'Allow')
        .flatMap(({ actions }) => actions)
        .toSorted(),
    );
    const closed = denied?.keys ?? [];
    const ofPayers = ['PAYMENT#5', 'CARD#t', 'CARD-HASH#h', 'CUSTOMER#5', 'CUSTOMER-CODE#h', 'SALE#5', 'PLAN#5'];
    const ofDealers = ['WEBHOOKS', 'VIRTUAL-POS', 'SUB-DEALERS', 'DEFINITIONS', 'LIMIT#day', 'LINK#5', 'STATEMENT#5'];
    for (const key of ['PAY#p', ...[...ofPayers, ...ofDealers].map((one) => `DEALER#1001#${one}`)]) {
      expect(matches(closed, key), key).toBe(true);
    }
    for (const key of ['DEALER#1001', 'DEALER#1001#LOOKS', 'DEALER#1001#DESK', 'DESK-USER#u']) {
      expect(matches(closed, key), key).toBe(false);
    }
    return undefined;
  });

  test('only what acts may write a payment; it deletes nothing, and makes nobody a user', () => {
    expect(writable('ActAtDesk')).toBe('all');
    expect(deniedTo('ActAtDesk').at(-1)).toEqual({
      actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
      keys: ['DESK-USER#*', 'DEALER#*#DESK'],
    });
  });

  test('every action on the table that a role has is one that its work needs', () => {
    const allowed = (role: string) =>
      tableRights(role)
        .filter(({ effect }) => effect === 'Allow')
        .flatMap(({ actions }) => actions.map((one) => one.slice('dynamodb:'.length)))
        .toSorted();
    expect(allowed('SignInAtDesk')).toEqual(['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem']);
    // Pages ask the listing as well.
    expect(allowed('ShowDesk')).toEqual(['BatchGetItem', 'GetItem', 'Query', 'Query', 'UpdateItem']);
    expect(allowed('ActAtDesk')).toEqual(['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem']);
    expect(allowed('ChangeDeskAccount')).toEqual([
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ]);
  });

  test.each(['ShowDesk', 'ActAtDesk'])('%s touches no mailed link, no mail and no sign-in', (role) => {
    const [closed] = deniedTo(role);
    expect(closed?.keys).toEqual(['DESK-LINK#*', 'DESK-MAIL#*', 'DESK-SIGN-IN#*']);
    expect(closed?.actions).toEqual(expect.arrayContaining(['dynamodb:GetItem', 'dynamodb:UpdateItem']));
  });

  test('only what acts calls banks and opens merchants’ keys, and what shows opens nothing', () => {
    const opening = (name: string) => functionsOfDesk().find((one) => one.name === name)?.opens;
    expect(
      functionsOfDesk()
        .filter(({ callsBanks }) => callsBanks === true)
        .map(({ name }) => name),
    ).toEqual(['act-at-desk']);
    expect(opening('act-at-desk')).toEqual(['merchant-key']);
    expect(opening('show-desk')).toEqual([]);
    for (const { name, boxes } of functionsOfDesk()) expect(boxes, name).toBeUndefined();
  });
});
