import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { issueCredential, revokeCredential } from '../../../../../functions/operator/operate/commands/credential.ts';
import { dealerWith } from '../../../../support/dealer/dealers.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const idOf = (last: number): string => `00000000-0000-4000-8000-00000000000${last}`;

const credentialWith = (credentialId: string, username = 'shop', issuedAtMs: number | undefined = NOON_MS) => ({
  credentialId,
  username,
  revoked: false,
  ...(issuedAtMs === undefined ? {} : { issuedAtMs }),
});
type Credential = ReturnType<typeof credentialWith>;

const callWith = (credentials: readonly Credential[]): CommandCall => {
  const deps = {
    dealers: { load: async (code: string) => (code === 'D1' ? { dealer: dealerWith(), credentials: [] } : undefined) },
    records: { users: async () => ({ version: 7, credentials }) },
    passwords: { issue: () => ({ password: 'secret-password', passwordHash: 'hash' }) },
    randomness: { guid: () => 'new-id' },
  };
  return { deps, nowMs: NOON_MS } as unknown as CommandCall;
};

describe('issue-credential', () => {
  const plan = (credentials: readonly Credential[], input: object = {}) =>
    issueCredential.plan({ dealerCode: 'D1', username: 'shop', ...input }, callWith(credentials));

  test('makes a credential that is valid, and shows its password once', async () => {
    const { secrets, ...kept } = await plan([credentialWith(idOf(1))]);
    expect(secrets).toEqual({ password: 'secret-password' });
    const issue = {
      credentialId: 'new-id',
      username: 'shop',
      passwordHash: 'hash',
      revoked: false,
      issuedAtMs: NOON_MS,
    };
    expect(kept).toEqual({
      dealerCode: 'D1',
      change: { kind: 'users', record: { dealerCode: 'D1', version: 7, issue } },
      changed: ['credentials'],
      result: { dealerCode: 'D1', username: 'shop', credentialId: 'new-id' },
    });
    expect(JSON.stringify(kept)).not.toContain('secret-password');
  });

  test('makes no third one of a user, and tells which are there', async () => {
    const both = [credentialWith(idOf(1)), credentialWith(idOf(2))];
    await expect(plan(both)).rejects.toMatchObject({
      code: 'NotPossible',
      field: 'username',
      sentence: `User shop has 2 valid credentials: revoke ${idOf(1)} or ${idOf(2)} first.`,
    });
    await expect(plan(both, { username: 'second' })).resolves.toMatchObject({ result: { username: 'second' } });
  });

  test('makes no further user of a dealer that has many, and a second credential of one of them', async () => {
    const many = Array.from({ length: 50 }, (_, index) => credentialWith(`id-${index}`, `user-${index}`));
    await expect(plan(many)).rejects.toMatchObject({
      field: 'username',
      sentence: expect.stringMatching(/^The dealer has \d+ API users already: revoke one/),
    });
    await expect(plan(many, { username: 'user-3' })).resolves.toBeDefined();
  });

  test.each(['', ' shop', 'shop ', 'a b', 'x'.repeat(65)])('takes no user "%s"', async (username) => {
    await expect(plan([], { username })).rejects.toMatchObject({ code: 'InvalidInput', field: 'username' });
  });
});

describe('revoke-credential', () => {
  const [first, second, other] = [
    credentialWith(idOf(1)),
    credentialWith(idOf(2), 'shop', NOON_MS + 1),
    credentialWith(idOf(3), 'other'),
  ];
  const plan = (input: object, credentials: readonly Credential[] = [first, second, other]) =>
    revokeCredential.plan({ dealerCode: 'D1', username: 'shop', ...input }, callWith(credentials));

  test('revokes the one that is named, and tells what is left to the dealer', async () => {
    const { change, changed, result } = await plan({ credentialId: idOf(1) });
    expect(change).toEqual({ kind: 'users', record: { dealerCode: 'D1', version: 7, revoke: [first] } });
    expect(changed).toEqual(['credentials']);
    expect(result).toMatchObject({ username: 'shop', revoked: [idOf(1)] });
    expect(JSON.stringify(result.left)).not.toContain(idOf(1));
    for (const id of [idOf(2), idOf(3)]) expect(JSON.stringify(result.left)).toContain(id);
  });

  test('revokes all of a user, and none of another', async () => {
    const { change, result } = await plan({ all: true });
    expect(change).toMatchObject({ record: { revoke: [first, second] } });
    expect(result.revoked).toEqual([idOf(1), idOf(2)]);
  });

  test('revokes nothing that was not named', async () => {
    const early = credentialWith(idOf(4), 'shop', undefined);
    const { issuedAtMs: _none, ...undated } = early;
    await expect(plan({}, [first, undated as Credential])).rejects.toMatchObject({
      code: 'InvalidInput',
      field: 'credentialId',
      sentence: `credentialId is required, or all=true; user shop has ${idOf(1)} (issued 2027-01-15T09:00:00.000Z) and ${idOf(4)} (issued earlier).`,
    });
    await expect(plan({ all: false })).rejects.toMatchObject({ field: 'credentialId' });
    await expect(plan({ all: true, credentialId: idOf(1) })).rejects.toMatchObject({
      field: 'all',
      sentence: 'all and credentialId exclude each other.',
    });
  });

  test('finds only what is the user’s own', async () => {
    await expect(plan({ credentialId: idOf(3) })).rejects.toMatchObject({
      code: 'NotFound',
      sentence: `There is no valid credential ${idOf(3)} of user shop of dealer D1.`,
    });
    await expect(plan({ all: true }, [other])).rejects.toMatchObject({
      code: 'NotFound',
      sentence: 'There is no valid credential of user shop of dealer D1.',
    });
    await expect(plan({ all: true, dealerCode: 'D2' })).rejects.toMatchObject({ code: 'NotFound' });
  });

  test.each([`x${idOf(1)}`, `${idOf(1)}0`, idOf(1).replace('4', 'g')])(
    'takes no credential "%s"',
    async (credentialId) => {
      await expect(plan({ credentialId })).rejects.toMatchObject({
        field: 'credentialId',
        sentence: expect.stringContaining('must be a credential id, as show-dealer lists it'),
      });
    },
  );
});
