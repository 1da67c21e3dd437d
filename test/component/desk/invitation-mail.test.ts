import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dynamoDeskUsers } from '../../../shared/adapters/dynamodb/desk/desk-users.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { formTo, newDeskBrowser } from '../../support/desk/desk-browser.ts';
import { signedInAt } from '../../support/desk/desk-people.ts';
import { waitForMessages } from '../../support/message/inbox.ts';

test('a manager’s invitation leaves by e-mail, and its link makes a user of the dealer once (rule 53)', async () => {
  const dealer = await newDealer();
  const { baseUrl } = dealer.stack;
  const { browser } = await signedInAt(dealer);
  const email = `${randomUUID()}@people.example`;
  const invite = '/desk/users/invite';
  // Refused, so the page shows the users again, which the function reads by their memberships.
  const nowhere = { name: 'Can Demir', email: 'nowhere', role: 'cashier', language: 'tr' };
  const refused = await browser.submit(formTo(await browser.get('/desk/users'), invite), nowhere);
  expect(refused.status).toBe(422);
  const form = formTo(refused, invite);
  await browser.submit(form, { name: 'Can Demir', email, role: 'cashier', language: 'tr' });
  const [mail] = await waitForMessages(baseUrl, email);
  expect(mail?.subject).toBe('Panele davetiniz');
  const [address = ''] = /https?:\S+\/desk\/invitation\/[A-Za-z0-9_-]{43}/.exec(mail?.text ?? '') ?? [];
  expect(address).toContain(`${baseUrl}/desk/invitation/`);
  const path = new URL(address).pathname;
  const guest = newDeskBrowser(baseUrl);
  const page = await guest.get(path);
  expect(page.status).toBe(200);
  const typed = { password: 'Incir-Receli-2026', name: 'Can Demir' };
  const answer = await guest.post(formTo(page, path), typed);
  expect(answer.location).toBe('/desk');
  const { members, invitations } = await dynamoDeskUsers(dealer.store).ofDealer(dealer.dealer.dealerCode);
  expect(members.map(({ role }) => role).toSorted()).toEqual(['cashier', 'manager']);
  expect(invitations).toEqual([]);
  expect((await newDeskBrowser(baseUrl).get(path)).status).not.toBe(200);
});
