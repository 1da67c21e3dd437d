import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { deskUserItem, membershipItems } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { deskUserIdOf } from '../../../shared/desk/call/secrets.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import type { newDealer } from '../dealer/dealers.ts';
import { putRows } from '../store/store.ts';
import { type DeskAnswer, type DeskBrowser, formTo } from './desk-browser.ts';
import { quickHashOf } from './quick-passwords.ts';
import { forgetSignInsOfAddress } from './sign-in-counts.ts';

export const PASSWORD = 'a long walk by the sea';
const hashed = quickHashOf(PASSWORD);

/** A cashier of dealers who has signed in nowhere yet. */
export const newPerson = async (dealers: readonly Awaited<ReturnType<typeof newDealer>>[]): Promise<DeskUser> => {
  const email = `cashier-${randomUUID()}@people.example`;
  const userId = deskUserIdOf(email);
  const user: DeskUser = {
    userId,
    version: 1,
    email,
    name: 'Ayşe',
    language: 'en',
    createdAtMs: 0,
    epoch: 1,
    password: hashed,
  };
  const [first] = dealers;
  const memberships = dealers.flatMap(({ dealer: { dealerCode } }) => [
    ...membershipItems({ dealerCode, userId, role: 'cashier', version: 1, addedAtMs: 0 }),
  ]);
  const store = first?.store ?? expect.unreachable('no dealer');
  await forgetSignInsOfAddress({ store });
  await putRows(store, [deskUserItem(user), ...memberships]);
  return user;
};

/** Signs in by the form of the desk; answers what the sign-in led to. */
export const signIn = async (browser: DeskBrowser, email: string, password: string = PASSWORD): Promise<DeskAnswer> =>
  browser.post(formTo(await browser.open('/desk'), '/desk/sign-in'), { email, password });
