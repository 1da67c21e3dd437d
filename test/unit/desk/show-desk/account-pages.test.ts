import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { showActivity } from '../../../../functions/desk/show-desk/activity.ts';
import type { ShowDeskPage } from '../../../../functions/desk/show-desk/desk-pages.ts';
import { showLooks } from '../../../../functions/desk/show-desk/looks.ts';
import { showSettings } from '../../../../functions/desk/show-desk/settings.ts';
import { showDesk } from '../../../../functions/desk/show-desk/show-desk.ts';
import { showUsers } from '../../../../functions/desk/show-desk/users.ts';
import { settingsTexts } from '../../../../shared/pages/desk/account/settings-texts.ts';
import { usersTexts } from '../../../../shared/pages/desk/account/users-texts.ts';
import { ask, dealerOfPages as dealer, ASKED_AT_MS as NOW_MS, randomness } from '../../../support/desk/asked-pages.ts';
import { deskCallWith, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';

describe('What was changed of a dealer', () => {
  const entryAt = (index: number) => ({
    position: `${String(NOW_MS - index).padStart(15, '0')}#00000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
    entry: {
      commandId: randomUUID(),
      command: 'desk-change-looks',
      dealerCode: 'D1',
      atMs: NOW_MS - index,
      inputFingerprint: 'x',
      changed: ['looks'],
      result: {},
      by: { email: 'somebody@people.example', name: 'Somebody' },
    },
  });
  const scene = (count: number) => {
    const asked: unknown[] = [];
    const audit = {
      auditOfDealer: async (query: unknown) => {
        asked.push(query);
        return Array.from({ length: count }, (_, index) => entryAt(index));
      },
    };
    return { show: showActivity({ audit: audit as never }), asked };
  };

  test('is shown 25 entries at a time, and goes on behind the last of them', async () => {
    const more = scene(26);
    const { markup } = pageOf(await ask(more.show));
    expect(markup).toContain(`/desk/activity?month=202611&amp;after=${encodeURIComponent(entryAt(24).position)}`);
    expect(markup.match(/>Somebody</g)).toHaveLength(25);
    expect(more.asked).toEqual([{ dealerCode: 'D1', month: '202611', after: undefined, limit: 26 }]);
    expect(pageOf(await ask(scene(25).show)).markup).not.toContain('after=');
    expect(pageOf(await ask(scene(0).show)).statusCode).toBe(200);
  });

  test.each([
    [{ month: '202412' }, { month: '202412' }],
    [{ month: '202411' }, { month: '202611' }],
    [{ after: entryAt(3).position }, { after: entryAt(3).position }],
    [{ after: 'x' }, { after: undefined }],
  ])('of %j is asked for as %j', async (query, expected) => {
    const { show, asked } = scene(0);
    await ask(show, { query });
    expect(asked).toEqual([expect.objectContaining(expected)]);
  });

  test('is shown to everybody who may see the desk, and has no pages below it', async () => {
    expect(pageOf(await ask(scene(1).show, { role: 'viewer' })).markup).toContain('>Somebody<');
    const { show, asked } = scene(1);
    expect(await ask(show, { id: 'x' })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('Settings, users and looks', () => {
  const userId = 'user-of-manager';
  const memberOf = (id: string) => ({ dealerCode: 'D1', userId: id, role: 'manager', version: 1, addedAtMs: 0 });
  const userOf = (id: string) => ({
    ...deskCallWith({ dealer, nowMs: NOW_MS }).user,
    userId: id,
    name: `Name of ${id}`,
  });
  const users = {
    ofDealer: async () => ({ members: [memberOf(userId), memberOf('other')], invitations: [], codeRule: undefined }),
    findAll: async (ids: readonly string[]) => ids.map(userOf),
  };
  const [own, ofDealer, looks] = [
    showSettings({ randomness }),
    showUsers({ users: users as never, randomness }),
    showLooks({ storedLooks: { of: async () => ({ displayName: 'Own name' }) }, randomness }),
  ];

  test.each(['profile', 'password', 'codes-shown'] as const)('the settings say what was done: %s', async (done) => {
    const { statusCode, markup } = pageOf(await ask(own, { query: { done } }));
    expect(statusCode).toBe(200);
    expect(markup).toContain(settingsTexts.en.notices[done]);
  });

  test('the settings say nothing that was not done', async () => {
    const plain = pageOf(await ask(own)).markup;
    for (const done of ['too-many', 'unavailable', 'x']) {
      expect(pageOf(await ask(own, { query: { done } })).markup.length).toBe(plain.length);
    }
    expect(await ask(own, { id: 'x' })).toBeUndefined();
  });

  test('the settings lead managers alone to what is of the dealer', async () => {
    expect(pageOf(await ask(own)).markup).toContain('href="/desk/users"');
    expect(pageOf(await ask(own, { role: 'viewer' })).markup).not.toContain('href="/desk/users"');
  });

  test.each(['invited', 'role', 'removed', 'withdrawn', 'codes'] as const)(
    'the users say what was done: %s',
    async (done) => {
      expect(pageOf(await ask(ofDealer, { query: { done } })).markup).toContain(usersTexts.en.notices[done]);
      const claimed = pageOf(await ask(ofDealer, { query: { done: 'last-manager' } })).markup;
      expect(claimed).not.toContain(usersTexts.en.notices['last-manager']);
    },
  );

  test('the users are listed and shown one by one, to managers alone', async () => {
    expect(pageOf(await ask(ofDealer)).markup).toContain('Name of other');
    const { markup } = pageOf(await ask(ofDealer, { id: 'other' }));
    expect(markup).toContain('Name of other');
    expect(markup).toContain('/desk/users/remove');
    expect(pageOf(await ask(ofDealer, { id: userId })).markup).not.toContain('/desk/users/remove');
    expect(await ask(ofDealer, { id: 'nobody' })).toBeUndefined();
    expect(await ask(ofDealer, { id: 'other', view: 'x' })).toBeUndefined();
    expect(pageOf(await ask(ofDealer, { role: 'cashier' })).statusCode).toBe(403);
  });

  test('the looks are shown as they are stored, to managers alone', async () => {
    const { statusCode, markup } = pageOf(await ask(looks, { query: { done: 'saved' } }));
    expect(statusCode).toBe(200);
    expect(markup).toContain('value="Own name"');
    expect(markup.length).toBeGreaterThan(pageOf(await ask(looks, { query: { done: 'x' } })).markup.length);
    expect(pageOf(await ask(looks, { role: 'cashier' })).statusCode).toBe(403);
    expect(await ask(looks, { id: 'x' })).toBeUndefined();
  });
});

describe('The pages of the desk', () => {
  const pageWith =
    (name: string, answered = true): ShowDeskPage =>
    async (_call, asked) =>
      answered ? { location: `${name}/${asked.id}/${asked.view}` } : undefined;
  const desk = showDesk({
    today: pageWith('today'),
    payments: pageWith('payments'),
    users: pageWith('users', false),
  } as never);
  const open = async (parameters: Readonly<Record<string, string>>, route = 'GET /desk/{page}') => {
    const call = deskCallWith({ dealer, nowMs: NOW_MS });
    return desk({ ...call, page: { ...call.page, parameters, route } });
  };

  test.each([
    [{}, 'GET /desk', 'today/undefined/undefined'],
    [{ page: 'payments' }, 'GET /desk/{page}', 'payments/undefined/undefined'],
    [{ page: 'payments', id: '1', view: 'refund' }, 'GET /desk/{page}/{id}/{view}', 'payments/1/refund'],
    [{}, 'POST /desk/payments', 'payments/undefined/undefined'],
  ])('%j of %s is %s', async (parameters, route, location) => {
    expect(locationOf(await open(parameters, route))).toBe(location);
  });

  test.each([
    [{ page: 'toString' }, undefined],
    [{ page: 'nothing' }, undefined],
    [{ page: 'users' }, undefined],
    [{}, 'POST /desk/nothing'],
  ])('%j of %s is none', async (parameters, route) => {
    expect(pageOf(await open(parameters, route)).statusCode).toBe(404);
  });
});
