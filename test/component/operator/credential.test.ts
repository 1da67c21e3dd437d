import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isPassword } from '../../../shared/adapters/accounts/password-hash.ts';
import { dynamoDealers } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { type Input, operatedDealer } from '../../support/operator/operators.ts';

const passwordOf = (result: Input): string => String(result.password);

describe('issue-credential and revoke-credential', () => {
  test('a password is shown once, and only its salted hash is stored', async () => {
    const { run, audit, store, dealerCode } = await operatedDealer();
    const commandId = randomUUID();
    const input = { dealerCode, username: 'apiuser' };
    const first = await run('issue-credential', input, commandId);
    if (!first.ok) throw new Error(first.error.message);
    const password = passwordOf(first.result);
    expect(password).toMatch(/^[A-Za-z0-9_-]{32}$/);

    const { password: _shownOnce, ...open } = first.result;
    expect(await run('issue-credential', input, commandId)).toEqual({
      ok: true,
      commandId,
      applied: false,
      result: open,
    });
    expect(JSON.stringify(await audit(commandId))).not.toContain(password);

    const account = await dynamoDealers(store).load(dealerCode);
    expect(account?.credentials).toHaveLength(1);
    expect(JSON.stringify(account)).not.toContain(password);
    const [stored] = account?.credentials ?? [];
    expect(stored !== undefined && isPassword(password, stored)).toBe(true);
  });

  test('two credentials of a user are valid at once, and a third is refused by the names of the two', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const user = { dealerCode, username: 'apiuser' };
    const ids = [await done('issue-credential', user), await done('issue-credential', user)].map((one) =>
      String(one.credentialId),
    );
    const error = await refused('issue-credential', user);
    expect(error).toMatchObject({ code: 'NotPossible', field: 'username' });
    for (const id of ids) expect(error.message).toContain(id);
    expect(await done('issue-credential', { dealerCode, username: 'other' })).toHaveProperty('password');
  });

  test('ten at once leave two valid credentials', async () => {
    const { run, done, dealerCode } = await operatedDealer();
    const issue = () => run('issue-credential', { dealerCode, username: 'apiuser' });
    const answers = await Promise.all(Array.from({ length: 10 }, issue));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    const { users } = await done('show-dealer', { dealerCode });
    expect(users).toEqual([{ username: 'apiuser', credentialIds: [expect.any(String), expect.any(String)] }]);
  });

  test('a dealer has at most twenty users', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    for (let user = 0; user < 20; user += 1) await done('issue-credential', { dealerCode, username: `user-${user}` });
    const error = await refused('issue-credential', { dealerCode, username: 'one-more' });
    expect(error).toMatchObject({ code: 'NotPossible', field: 'username' });
    expect(await done('issue-credential', { dealerCode, username: 'user-7' })).toHaveProperty('password');
  });

  test('one credential can be revoked, or all of a user', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const user = { dealerCode, username: 'apiuser' };
    const first = await done('issue-credential', user);
    const second = await done('issue-credential', user);
    const { credentialId } = first;
    expect(await done('revoke-credential', { ...user, credentialId })).toMatchObject({ revoked: [credentialId] });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({
      users: [{ username: 'apiuser', credentialIds: [second.credentialId] }],
    });
    expect(await done('revoke-credential', user)).toMatchObject({ revoked: [second.credentialId] });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ users: [] });
    expect(await refused('revoke-credential', user)).toMatchObject({ code: 'NotFound' });
  });

  test('a credential of another dealer is out of reach (rule 37)', async () => {
    const [mine, other] = [await operatedDealer(), await operatedDealer()];
    const { credentialId } = await other.done('issue-credential', {
      dealerCode: other.dealerCode,
      username: 'apiuser',
    });
    const error = await mine.refused('revoke-credential', {
      dealerCode: mine.dealerCode,
      username: 'apiuser',
      credentialId,
    });
    expect(error).toMatchObject({ code: 'NotFound' });
  });
});
