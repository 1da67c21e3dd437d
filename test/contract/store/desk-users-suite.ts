import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dynamoDeskMails, dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { readEvent } from '../../../shared/adapters/dynamodb/outbox/event-item.ts';
import { newInvitation, newReset } from '../../../shared/desk/account/mailed-link.ts';
import { deskUserIdOf } from '../../../shared/desk/call/secrets.ts';
import type { DeskMembership, DeskUser } from '../../../shared/domain/desk/user.ts';
import type { DeskChange } from '../../../shared/ports/desk-users.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const newCode = (): string => `D${randomUUID().slice(0, 8)}`;
const moment = { sealer: clearVault, nowMs: NOON };

export const newDeskUser = (changes: Partial<DeskUser> = {}): DeskUser => {
  const email = `${randomUUID()}@people.example`;
  return {
    userId: deskUserIdOf(email),
    version: 1,
    email,
    name: 'Ayşe Yılmaz',
    language: 'tr',
    createdAtMs: NOON,
    epoch: 1,
    ...changes,
  };
};

const fullUser = (): DeskUser =>
  newDeskUser({
    password: { algorithm: 'scrypt', cost: 32_768, blockSize: 8, parallelism: 3, salt: 's', hash: 'h' },
    code: { sealedSecret: 'sealed', secretVersion: 2, enrolledAtMs: NOON, lastStep: 7, recoveryCodes: ['a', 'b'] },
    wrongCodes: { day: '20260115', count: 3 },
  });

const memberOf = ({ userId }: DeskUser, dealerCode: string, changes: Partial<DeskMembership> = {}): DeskMembership => ({
  dealerCode,
  userId,
  role: 'cashier',
  version: 1,
  addedAtMs: NOON,
  ...changes,
});

/** The contract of DeskUsers, DeskMails and the changes of the desk (rule 53), on one engine. */
export const deskUsersSuite = (world: () => StoreWorld): void => {
  const ports = () => {
    const { store } = world();
    const changes = dynamoOperatorChanges(store);
    const apply = async (record: DeskChange, commandId: string = randomUUID()) =>
      (
        await changes.apply(
          { kind: 'desk', record },
          { commandId, command: 'desk-test', atMs: NOON, changed: [], inputFingerprint: 'f', result: {} },
        )
      ).kind;
    return { store, changes, apply, users: dynamoDeskUsers(store), mails: dynamoDeskMails(store) };
  };

  describe('users of the desk', () => {
    test('a user is read as it was written, with and without what it may lack', async () => {
      const { apply, users } = ports();
      for (const user of [newDeskUser(), fullUser()]) {
        expect(await apply({ user })).toBe('applied');
        expect(await users.find(user.userId)).toEqual(user);
      }
      expect(await users.find(deskUserIdOf('nobody@people.example'))).toBeUndefined();
    });

    test('each version takes the place of the one before: of two at once one is written', async () => {
      const { apply, users } = ports();
      const user = newDeskUser();
      await apply({ user });
      expect(await apply({ user })).toBe('conflict');
      expect(await apply({ user: { ...user, version: 3 } })).toBe('conflict');
      const both = await Promise.all(['one', 'other'].map((name) => apply({ user: { ...user, version: 2, name } })));
      expect(both.toSorted((a, b) => a.localeCompare(b))).toEqual(['applied', 'conflict']);
      expect((await users.find(user.userId))?.version).toBe(2);
    });

    test('many users come in one answer, without those that are not there', async () => {
      const { apply, users } = ports();
      const [one, other] = [newDeskUser(), newDeskUser()];
      await apply({ user: one });
      await apply({ user: other });
      const found = await users.findAll([one.userId, deskUserIdOf('nobody@people.example'), other.userId]);
      expect(new Set(found)).toEqual(new Set([one, other]));
      expect(await users.findAll([])).toEqual([]);
    });

    test('a device is known of the user that signed in with it, and of no other', async () => {
      const { apply, users } = ports();
      const [one, other] = [newDeskUser(), newDeskUser()];
      await apply({ remembers: { userId: one.userId, deviceId: 'd', atMs: NOON } });
      await apply({ remembers: { userId: one.userId, deviceId: 'd', atMs: NOON + 1 } });
      expect(await users.knowsDevice(one.userId, 'd')).toBe(true);
      expect(await users.knowsDevice(one.userId, 'e')).toBe(false);
      expect(await users.knowsDevice(other.userId, 'd')).toBe(false);
    });
  });

  describe('memberships of the desk', () => {
    test('are the same by dealer and by user, in every version, and of no other dealer', async () => {
      const { apply, users } = ports();
      const [mine, others] = [newCode(), newCode()];
      const user = newDeskUser();
      const first = memberOf(user, mine);
      await apply({ membership: first });
      await apply({ membership: memberOf(user, others, { role: 'viewer' }) });
      const second = { ...first, role: 'manager', version: 2 } as const;
      expect(await apply({ membership: second })).toBe('applied');
      expect(await apply({ membership: second })).toBe('conflict');
      expect(await users.membership(mine, user.userId)).toEqual(second);
      expect(
        (await users.membershipsOf(user.userId))
          .map(({ dealerCode }) => dealerCode)
          .toSorted((a, b) => a.localeCompare(b)),
      ).toEqual([mine, others].toSorted((a, b) => a.localeCompare(b)));
      expect((await users.ofDealer(mine)).members).toEqual([second]);
    });

    test('one that is removed is gone from both lists, and only in the version that was read', async () => {
      const { apply, users } = ports();
      const dealerCode = newCode();
      const user = newDeskUser();
      const membership = memberOf(user, dealerCode);
      await apply({ membership });
      expect(await apply({ removes: { ...membership, version: 2 } })).toBe('conflict');
      expect(await apply({ removes: membership })).toBe('applied');
      expect(await users.membership(dealerCode, user.userId)).toBeUndefined();
      expect(await users.membershipsOf(user.userId)).toEqual([]);
      expect(await users.ofDealer(dealerCode)).toEqual({ members: [], invitations: [] });
      expect(await apply({ removes: membership })).toBe('conflict');
    });
  });

  describe('whose sign-ins of the desk need a code', () => {
    test('is written in each version once, and told with the users of its dealer alone', async () => {
      const { apply, users } = ports();
      const dealerCode = newCode();
      expect((await users.ofDealer(dealerCode)).codeRule).toBeUndefined();
      const codeRule = { dealerCode, version: 1, codesFor: 'everybody' } as const;
      expect(await apply({ codeRule })).toBe('applied');
      expect(await apply({ codeRule })).toBe('conflict');
      expect(await apply({ codeRule: { ...codeRule, version: 2, codesFor: 'managers' } })).toBe('applied');
      expect(await users.ofDealer(dealerCode)).toEqual({
        members: [],
        invitations: [],
        codeRule: { dealerCode, version: 2, codesFor: 'managers' },
      });
      expect((await users.ofDealer(newCode())).codeRule).toBeUndefined();
    });
  });

  describe('mailed links of the desk', () => {
    const invited = (dealerCode: string, email: string) =>
      newInvitation(
        {
          email,
          name: 'Deniz',
          language: 'en',
          role: 'viewer',
          dealer: { dealerCode, name: 'Shop', listingShards: 1 },
        },
        moment,
      );

    test('an invitation is written with its link, its mail and its event, and read by its link', async () => {
      const { apply, users, mails, store } = ports();
      const dealerCode = newCode();
      const { written } = await invited(dealerCode, newDeskUser().email);
      expect(await apply({ invites: written })).toBe('applied');
      expect(await users.mailedLink(written.link.linkId)).toEqual(written.link);
      expect(await mails.find(written.mail.mailId)).toEqual(written.mail);
      expect((await users.ofDealer(dealerCode)).invitations).toEqual([written.invitation]);
      expect(readEvent(await store.get(keys.event(written.event.eventId)))).toEqual(written.event);
    });

    test('a mail that was sent is forgotten, and its link stays good', async () => {
      const { apply, users, mails } = ports();
      const { written } = await invited(newCode(), newDeskUser().email);
      await apply({ invites: written });
      await mails.remove(written.mail.mailId);
      await mails.remove(written.mail.mailId);
      expect(await mails.find(written.mail.mailId)).toBeUndefined();
      expect(await users.mailedLink(written.link.linkId)).toEqual(written.link);
    });

    test('a later invitation takes the place of an earlier one: the first link is good no more', async () => {
      const { apply, users } = ports();
      const [dealerCode, { email }] = [newCode(), newDeskUser()];
      const [first, second] = [await invited(dealerCode, email), await invited(dealerCode, email)];
      await apply({ invites: first.written });
      await apply({ invites: second.written });
      expect(await users.mailedLink(first.written.link.linkId)).toBeUndefined();
      expect((await users.ofDealer(dealerCode)).invitations).toEqual([second.written.invitation]);
      // Nobody can use the first one up, and with it the second one's place.
      expect(await apply({ uses: first.written.link })).toBe('conflict');
      expect(await apply({ uses: second.written.link })).toBe('applied');
    });

    test('a link is used once, with all that its use writes, or with nothing of it', async () => {
      const { apply, users } = ports();
      const dealerCode = newCode();
      const user = newDeskUser();
      const { written } = await invited(dealerCode, user.email);
      await apply({ invites: written });
      const use = (name: string): DeskChange => ({
        user: { ...user, name },
        membership: memberOf(user, dealerCode),
        uses: written.link,
      });
      const both = await Promise.all([apply(use('one')), apply(use('other'))]);
      expect(both.toSorted((a, b) => a.localeCompare(b))).toEqual(['applied', 'conflict']);
      expect(await users.mailedLink(written.link.linkId)).toBeUndefined();
      expect((await users.ofDealer(dealerCode)).invitations).toEqual([]);
      const late = newDeskUser();
      expect(await apply({ user: late, uses: written.link })).toBe('conflict');
      expect(await users.find(late.userId)).toBeUndefined();
    });

    test('an invitation that was withdrawn cannot be followed', async () => {
      const { apply, users } = ports();
      const { written } = await invited(newCode(), newDeskUser().email);
      await apply({ invites: written });
      expect(await apply({ withdraws: written.invitation })).toBe('applied');
      expect(await users.mailedLink(written.link.linkId)).toBeUndefined();
      expect(await apply({ uses: written.link })).toBe('conflict');
      expect(await apply({ withdraws: written.invitation })).toBe('conflict');
    });

    test('a reset is read with the epoch that it was asked for in', async () => {
      const { apply, users } = ports();
      const user = newDeskUser({ epoch: 5 });
      const { written } = await newReset(user, { dealerCode: newCode(), name: 'Shop', listingShards: 1 }, moment);
      expect(await apply({ mails: written })).toBe('applied');
      expect(await users.mailedLink(written.link.linkId)).toEqual({ ...written.link, epoch: 5 });
      expect(await apply({ mails: written })).toBe('conflict');
    });

    test('a repeated command writes nothing again, and tells of the first', async () => {
      const { apply } = ports();
      const commandId = randomUUID();
      const user = newDeskUser();
      expect(await apply({ user }, commandId)).toBe('applied');
      expect(await apply({ user: newDeskUser() }, commandId)).toBe('command-known');
    });
  });
};
