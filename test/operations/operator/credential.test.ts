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
    expect(users).toMatchObject([{ username: 'apiuser', credentials: [{ newest: true }, { newest: false }] }]);
  });

  test('a dealer has at most twenty users', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    for (let user = 0; user < 20; user += 1) await done('issue-credential', { dealerCode, username: `user-${user}` });
    const error = await refused('issue-credential', { dealerCode, username: 'one-more' });
    expect(error).toMatchObject({ code: 'NotPossible', field: 'username' });
    expect(await done('issue-credential', { dealerCode, username: 'user-7' })).toHaveProperty('password');
  });

  test('one credential is revoked by its id, all of a user by the word alone, and the answer says what is left', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const user = { dealerCode, username: 'apiuser' };
    const { credentialId } = await done('issue-credential', user);
    const second = await done('issue-credential', user);
    const left = [{ username: 'apiuser', credentials: [{ credentialId: second.credentialId, newest: true }] }];
    expect(await done('revoke-credential', { ...user, credentialId })).toMatchObject({ revoked: [credentialId], left });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ users: left });
    expect(await refused('revoke-credential', { ...user, credentialId })).toMatchObject({ code: 'NotFound' });
    const all = await done('revoke-credential', { ...user, all: true });
    expect(all).toMatchObject({ revoked: [second.credentialId], left: [] });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ users: [] });
    expect(await refused('revoke-credential', { ...user, all: true })).toMatchObject({ code: 'NotFound' });
  });

  test('a user name alone revokes nothing: the refusal lists the ids with the time of their issue', async () => {
    const { done, refused, dealerCode } = await operatedDealer();
    const user = { dealerCode, username: 'apiuser' };
    const ids = [await done('issue-credential', user), await done('issue-credential', user)];
    const error = await refused('revoke-credential', user);
    expect(error).toMatchObject({ code: 'InvalidInput', field: 'credentialId' });
    for (const { credentialId } of ids) expect(error.message).toContain(`${String(credentialId)} (issued 20`);
    const both = { ...user, all: true, credentialId: ids[0]?.credentialId };
    expect(await refused('revoke-credential', both)).toMatchObject({ code: 'InvalidInput', field: 'all' });
    expect(await done('show-dealer', { dealerCode })).toMatchObject({ users: [{ credentials: [{}, {}] }] });
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
