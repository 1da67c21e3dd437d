import { describe, expect, test } from 'vitest';
import { actAtDesk } from '../../../../functions/desk/act-at-desk/act-at-desk.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { deskCallWith, locationOf, pageOf } from '../../../support/desk/desk-calls.ts';

const dealer = dealerWith({ dealerCode: 'D1' });

/** A post to a route, and what its subject hears of it. */
const post = async (route: string | undefined, parameters: Readonly<Record<string, string>> = {}) => {
  const heard: object[] = [];
  const call = deskCallWith({ dealer, nowMs: 0, posted: {} });
  const page = { ...call.page, parameters, ...(route === undefined ? {} : { route }) };
  const answer = await actAtDesk({
    links: async (_call, asked) => {
      heard.push(asked);
      return { location: '/desk/links' };
    },
    payments: async () => undefined,
  })({ ...call, page });
  return { answer, heard };
};

describe('A post at the desk (rules 54, 55)', () => {
  test('is carried out by the subject that its route names, with the id and the action', async () => {
    const { answer, heard } = await post('/desk/links/{id}/{action}', { id: '7', action: 'cancel' });
    expect([locationOf(answer), heard]).toEqual(['/desk/links', [{ id: '7', action: 'cancel' }]]);
  });

  test('without an id and an action makes something', async () => {
    expect((await post('/desk/links')).heard).toEqual([{ id: '', action: 'make' }]);
  });

  test.each([
    ['whose subject finds nothing', '/desk/payments/{id}/{action}'],
    ['of a subject that there is not', '/desk/others'],
    ['of a name that every object has', '/desk/toString'],
    ['of the desk itself', '/desk'],
    ['without a route', undefined],
  ])('%s is answered as what does not exist', async (_what, route) => {
    const { answer, heard } = await post(route);
    expect([pageOf(answer).statusCode, heard]).toEqual([404, []]);
  });
});
