import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actOnReusableLinks } from '../../../../functions/desk/act-at-desk/reusable-links.ts';
import { fieldsOfForm, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';
import { makingLinks, type Posted } from './making-links-scene.ts';

const LIST = '/desk/reusable-links';
/** Where the form of a new one posts to. */
const FORM = `${LIST}/new/make`;

const scene = async (changes: Parameters<typeof makingLinks>[0] = {}) => {
  const made = await makingLinks(changes);
  const act = actOnReusableLinks(made.deps);
  const make = (typed: Readonly<Record<string, string>> = {}, posted: Posted = {}) =>
    act(made.callOf({ ...posted, typed: { title: 'Pottery', amount: '25', ...typed } }), { id: 'new', action: 'make' });
  const idIn = (location: string | undefined): number => Number(/(\d+)\?done=made$/.exec(location ?? '')?.[1]);
  return {
    ...made,
    make,
    idIn,
    /** Makes one, and answers its id. */
    made: async () => idIn(locationOf(await make())),
    act: (id: number | string, action: string, posted: Posted = {}) =>
      act(made.callOf(posted), { id: String(id), action }),
    stored: async (id: number) => (await made.deps.reusableLinks.findById('D1', id))?.link,
  };
};

describe('Making a reusable link at the desk (rule 54)', () => {
  test('makes it once, however often its form is posted, with an audit entry of its terms', async () => {
    const { make, idIn, deps, stored } = await scene();
    const once = randomUUID();
    const location = locationOf(await make({}, { once }));
    const id = idIn(location);
    expect(location).toBe(`${LIST}/${id}?done=made`);
    expect(locationOf(await make({}, { once }))).toBe(location);
    const link = await stored(id);
    expect(link).toMatchObject({ title: 'Pottery', amount: { kind: 'fixed', amount: 2500 }, active: true });
    expect(await deps.changes.findCommand(once)).toMatchObject({
      command: 'desk-create-reusable-link',
      dealerCode: 'D1',
      changed: ['reusableLink'],
      result: { dealerCode: 'D1', linkCode: link?.linkCode, userPosLinkId: id },
      after: { title: 'Pottery', amount: { kind: 'fixed', amount: 2500 }, currency: 'TL' },
    });
  });

  test('that was made with the same form and other fields makes none, and offers another press', async () => {
    const { make } = await scene();
    const once = randomUUID();
    await make({}, { once });
    const { statusCode, markup } = pageOf(await make({ title: 'Painting' }, { once }));
    expect([statusCode, markup.includes('Another link was made with this form before')]).toEqual([422, true]);
    const { once: next = '' } = fieldsOfForm(markup, FORM);
    expect(next).not.toBe(once);
    expect(locationOf(await make({ title: 'Painting' }, { once: next }))).toMatch(/\?done=made$/);
  });

  test.each([
    [{ title: '' }, 'Type what is paid for'],
    [{ amount: '' }, 'Type an amount, or the least and the most.'],
    [{ maxPayments: 'x' }, 'Type a number from 1 to 1,000,000.'],
    [{ currency: 'XXX' }, 'Payments in this currency cannot be taken'],
    [{ description: '4111 1111 1111 1111' }, 'Do not type a card number into a text'],
  ])('of %j makes none; the form says why and may be posted again', async (typed, sentence) => {
    const { make, deps } = await scene();
    const once = randomUUID();
    const { statusCode, markup } = pageOf(await make(typed, { once }));
    expect([statusCode, markup.includes(sentence)]).toEqual([422, true]);
    expect(fieldsOfForm(markup, FORM)).toMatchObject({ once });
    expect(await deps.changes.findCommand(once)).toBeUndefined();
  });

  test('whose form came incomplete makes none, and the next one is complete', async () => {
    const { make } = await scene();
    const { statusCode, markup } = pageOf(await make({}, { once: '' }));
    expect([statusCode, markup.includes('The form came incomplete')]).toEqual([422, true]);
    expect(fieldsOfForm(markup, FORM).once).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('whose records changed meanwhile makes none', async () => {
    const { make, deps } = await scene();
    const once = randomUUID();
    deps.changes.apply = async () => ({ kind: 'conflict' });
    const { statusCode, markup } = pageOf(await make({}, { once }));
    expect([statusCode, markup.includes('The records changed meanwhile')]).toEqual([422, true]);
    expect(fieldsOfForm(markup, FORM).once).not.toBe(once);
  });

  test('is not possible for a dealer without the channel or the operation', async () => {
    for (const changes of [{ barredOperations: ['CreateUserPosLink'] }, { channels: [] }] as const) {
      const { make } = await scene(changes);
      const { statusCode, markup } = pageOf(await make());
      expect([statusCode, markup.includes('This merchant may not make links')]).toEqual([422, true]);
    }
  });
});

describe('Closing and opening a reusable link at the desk (rule 54)', () => {
  test('changes it once, with an audit entry of both states; one that is so already stays as it is', async () => {
    const { made, act, stored, deps } = await scene();
    const id = await made();
    const [closing, opening] = [randomUUID(), randomUUID()];
    expect(locationOf(await act(id, 'close', { once: closing }))).toBe(`${LIST}/${id}?done=closed`);
    expect(await stored(id)).toMatchObject({ active: false, version: 2 });
    expect(locationOf(await act(id, 'close'))).toBe(`${LIST}/${id}?done=closed`);
    expect(await stored(id)).toMatchObject({ version: 2 });
    expect(await deps.changes.findCommand(closing)).toMatchObject({
      command: 'desk-close-reusable-link',
      dealerCode: 'D1',
      result: { dealerCode: 'D1', userPosLinkId: id, version: 2 },
      before: { active: true },
      after: { active: false },
    });
    expect(locationOf(await act(id, 'open', { once: opening }))).toBe(`${LIST}/${id}?done=opened`);
    expect(await stored(id)).toMatchObject({ active: true, version: 3 });
    expect(await deps.changes.findCommand(opening)).toMatchObject({
      command: 'desk-open-reusable-link',
      before: { active: false },
      after: { active: true },
    });
  });

  test('is not possible for a dealer who may not, and leads back to the link', async () => {
    const { made, act, stored, dealer, callOf, deps } = await scene();
    const id = await made();
    const barred = { ...callOf(), dealer: { ...dealer, barredOperations: ['UpdateUserPosLink'] as const } };
    const answer = await actOnReusableLinks(deps)(barred, { id: String(id), action: 'close' });
    const { statusCode, markup } = pageOf(answer);
    expect([statusCode, markup.includes(`href="${LIST}/${id}"`)]).toEqual([409, true]);
    expect(await stored(id)).toMatchObject({ active: true });
    expect(await act(id, 'close')).toMatchObject({ location: `${LIST}/${id}?done=closed` });
  });

  test('is not for a viewer', async () => {
    const { made, act, make } = await scene();
    const id = await made();
    for (const action of ['close', 'open']) {
      expect(pageOf(await act(id, action, { role: 'viewer' })).statusCode).toBe(403);
    }
    expect(pageOf(await make({}, { role: 'viewer' })).statusCode).toBe(403);
  });

  test.each([
    ['7', 'delete'],
    ['7', 'toString'],
    ['99', 'close'],
    ['x', 'close'],
    ['7', 'make'],
  ])('what does not exist: %s/%s', async (id, action) => {
    expect(await (await scene()).act(id, action)).toBeUndefined();
  });
});
