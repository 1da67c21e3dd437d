import { describe, expect, test } from 'vitest';
import { cachedAccounts } from '../../../../shared/adapters/accounts/cached-accounts.ts';
import { hashPassword } from '../../../../shared/adapters/accounts/password-hash.ts';
import type { DealerAccount, StoredCredential } from '../../../../shared/ports/dealers.ts';
import { StoreUnavailable } from '../../../../shared/ports/store-errors.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeDealers } from '../../../fakes/dealers.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';

const LIFE_MS = 60_000;

const credential = (password: string, changes: Partial<StoredCredential> = {}): StoredCredential => ({
  credentialId: password,
  username: 'apiuser',
  revoked: false,
  ...hashPassword(password),
  ...changes,
});

const accountWith = (dealerCode: string, ...credentials: readonly StoredCredential[]): DealerAccount => ({
  dealer: dealerWith({ dealerCode }),
  credentials,
});

const claim = (dealerCode: string, password: string, username = 'apiuser') => ({ dealerCode, username, password });

const newAccounts = (lifeMs = LIFE_MS) => {
  const clock = new FakeClock();
  const dealers = new FakeDealers();
  dealers.accounts.set('D1', accountWith('D1', credential('right')));
  return { clock, dealers, accounts: cachedAccounts({ dealers, clock, lifeMs }) };
};

describe('who is let in (dealer interface 5)', () => {
  test('the right credential answers its dealer', async () => {
    const { accounts } = newAccounts();
    expect(await accounts.authenticate(claim('D1', 'right'))).toMatchObject({ dealerCode: 'D1' });
  });

  test.each([
    ['a wrong password', claim('D1', 'wrong')],
    ['an unknown user', claim('D1', 'right', 'someone')],
    ['an unknown dealer', claim('D2', 'right')],
  ])('%s answers nothing, and it is not told which it was', async (_what, wrong) => {
    const { accounts } = newAccounts();
    expect(await accounts.authenticate(wrong)).toBeUndefined();
  });

  test('a dealer that is not enabled is not let in', async () => {
    const { accounts, dealers } = newAccounts();
    const { dealer, credentials } = accountWith('D1', credential('right'));
    dealers.accounts.set('D1', { dealer: { ...dealer, enabled: false }, credentials });
    expect(await accounts.authenticate(claim('D1', 'right'))).toBeUndefined();
  });

  test('two credentials of one user are valid at once during rotation, a revoked one is not', async () => {
    const { accounts, dealers } = newAccounts();
    const revoked = credential('revoked', { revoked: true });
    dealers.accounts.set('D1', accountWith('D1', credential('old'), credential('new'), revoked));
    expect(await accounts.authenticate(claim('D1', 'old'))).toBeDefined();
    expect(await accounts.authenticate(claim('D1', 'new'))).toBeDefined();
    expect(await accounts.authenticate(claim('D1', 'revoked'))).toBeUndefined();
  });
});

describe('what the cache keeps (rule 35)', () => {
  test('a dealer is loaded once within its life and again after it', async () => {
    const { accounts, clock, dealers } = newAccounts();
    await accounts.authenticate(claim('D1', 'right'));
    clock.advance(LIFE_MS - 1);
    await accounts.authenticate(claim('D1', 'right'));
    expect(dealers.loads).toHaveLength(1);
    clock.advance(1);
    await accounts.authenticate(claim('D1', 'right'));
    expect(dealers.loads).toHaveLength(2);
  });

  test('a revoked credential dies within the life of the entry', async () => {
    const { accounts, clock, dealers } = newAccounts(1000);
    expect(await accounts.authenticate(claim('D1', 'right'))).toBeDefined();
    dealers.accounts.set('D1', accountWith('D1', credential('right', { revoked: true })));
    clock.advance(999);
    expect(await accounts.authenticate(claim('D1', 'right'))).toBeDefined();
    clock.advance(1);
    expect(await accounts.authenticate(claim('D1', 'right'))).toBeUndefined();
  });

  test('an unknown dealer is remembered for 5 s', async () => {
    const { accounts, clock, dealers } = newAccounts();
    await accounts.authenticate(claim('D2', 'right'));
    dealers.accounts.set('D2', accountWith('D2', credential('right')));
    clock.advance(4999);
    expect(await accounts.authenticate(claim('D2', 'right'))).toBeUndefined();
    expect(dealers.loads).toHaveLength(1);
    clock.advance(1);
    expect(await accounts.authenticate(claim('D2', 'right'))).toBeDefined();
  });

  test('a failed comparison loads the dealer anew, once, when its entry is older than 2 s', async () => {
    const { accounts, clock, dealers } = newAccounts();
    await accounts.authenticate(claim('D1', 'right'));
    dealers.accounts.set('D1', accountWith('D1', credential('issued now')));
    clock.advance(1999);
    expect(await accounts.authenticate(claim('D1', 'issued now'))).toBeUndefined();
    expect(dealers.loads).toHaveLength(1);
    clock.advance(1);
    expect(await accounts.authenticate(claim('D1', 'issued now'))).toBeDefined();
    expect(await accounts.authenticate(claim('D1', 'wrong'))).toBeUndefined();
    expect(dealers.loads).toHaveLength(2);
  });

  test('1,000 dealers are kept: one more puts out the one that was unused for longest', async () => {
    const { accounts, dealers } = newAccounts();
    const shared = credential('right');
    for (let index = 0; index < 1000; index += 1) dealers.accounts.set(`K${index}`, accountWith(`K${index}`, shared));
    await accounts.authenticate(claim('D1', 'right'));
    for (let index = 0; index < 999; index += 1) await accounts.authenticate(claim(`K${index}`, 'right'));
    await accounts.authenticate(claim('D1', 'right'));
    expect(dealers.loads).toHaveLength(1000);
    await accounts.authenticate(claim('K999', 'right'));
    await accounts.authenticate(claim('D1', 'right'));
    await accounts.authenticate(claim('K1', 'right'));
    expect(dealers.loads).toHaveLength(1001);
    await accounts.authenticate(claim('K0', 'right'));
    expect(dealers.loads).toHaveLength(1002);
  });

  test('invented dealer codes put no dealer out, and 100 of them are remembered', async () => {
    const { accounts, dealers } = newAccounts();
    await accounts.authenticate(claim('D1', 'right'));
    for (let index = 0; index < 1100; index += 1) await accounts.authenticate(claim(`U${index}`, 'x'));
    await accounts.authenticate(claim('D1', 'right'));
    await accounts.authenticate(claim('U1000', 'x'));
    expect(dealers.loads).toHaveLength(1101);
    await accounts.authenticate(claim('U999', 'x'));
    expect(dealers.loads).toHaveLength(1102);
  });

  test('a failed read is not kept: the next request reads again', async () => {
    const { accounts, dealers } = newAccounts();
    dealers.failure = new StoreUnavailable('unknown', 'TimeoutError');
    await expect(accounts.authenticate(claim('D1', 'right'))).rejects.toBe(dealers.failure);
    dealers.failure = undefined;
    expect(await accounts.authenticate(claim('D1', 'right'))).toBeDefined();
  });
});

describe('calls at the same time (rule 35)', () => {
  const many = (accounts: ReturnType<typeof newAccounts>['accounts'], password: string) =>
    Promise.all(Array.from({ length: 20 }, () => accounts.authenticate(claim('D1', password))));

  test('share the first load', async () => {
    const { accounts, dealers } = newAccounts();
    const answers = await many(accounts, 'right');
    expect(answers.every((answer) => answer?.dealerCode === 'D1')).toBe(true);
    expect(dealers.loads).toHaveLength(1);
  });

  test('share the load that renews an entry whose life is over', async () => {
    const { accounts, clock, dealers } = newAccounts();
    await accounts.authenticate(claim('D1', 'right'));
    clock.advance(LIFE_MS);
    await many(accounts, 'right');
    expect(dealers.loads).toHaveLength(2);
  });

  test('share the load that follows a failed comparison', async () => {
    const { accounts, clock, dealers } = newAccounts();
    await accounts.authenticate(claim('D1', 'right'));
    clock.advance(2000);
    dealers.accounts.set('D1', accountWith('D1', credential('issued now')));
    const answers = await many(accounts, 'issued now');
    expect(answers.every((answer) => answer !== undefined)).toBe(true);
    expect(dealers.loads).toHaveLength(2);
  });

  test('that meet a failed load all fail, and leave nothing behind', async () => {
    const { accounts, dealers } = newAccounts();
    dealers.failure = new StoreUnavailable('unknown', 'TimeoutError');
    await expect(many(accounts, 'right')).rejects.toBe(dealers.failure);
    expect(dealers.loads).toHaveLength(1);
    dealers.failure = undefined;
    await many(accounts, 'right');
    expect(dealers.loads).toHaveLength(2);
  });
});
