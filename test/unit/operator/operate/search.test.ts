import { expect, test } from 'vitest';
import { currentExample } from '../../../../functions/operator/operate/current-example.ts';
import { search } from '../../../../functions/operator/operate/search.ts';
import { shownUsers } from '../../../../functions/operator/operate/user-views.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ position: `p${index}`, index }));

/** Searches a list of so many rows, of which those of an even number may be wanted. */
const searchIn = async (count: number, { limit, isChoosy = false }: { limit: number; isChoosy?: boolean }) => {
  const asked: unknown[] = [];
  const { found, next } = await search({
    limit,
    after: 'p',
    page: async (query) => {
      asked.push(query);
      return rows(Math.min(count, query.limit));
    },
    wanted: isChoosy ? ({ index }) => index % 2 === 0 : undefined,
  });
  return { asked, found: found.map(({ index }) => index), next };
};

test.each([
  [{ limit: 2 }, 5, 2, [0, 1], 'p1'],
  [{ limit: 2 }, 2, 2, [0, 1], 'p1'],
  [{ limit: 2 }, 1, 2, [0], undefined],
  [{ limit: 2 }, 0, 2, [], undefined],
  [{ limit: 2, isChoosy: true }, 5, 500, [0, 2], 'p2'],
  [{ limit: 9, isChoosy: true }, 5, 500, [0, 2, 4], undefined],
])(
  'a page of %j of %d rows reads %d of them, finds %j and goes on behind %s',
  async (options, count, size, found, next) => {
    expect(await searchIn(count, options)).toEqual({ asked: [{ after: 'p', limit: size }], found, next });
  },
);

test('after many rows without a match a search goes on behind them', async () => {
  const { found, next } = await searchIn(600, { limit: 300, isChoosy: true });
  expect([found.length, next]).toEqual([250, 'p499']);
});

test.each([
  [undefined, { version: 1, name: 'A' }],
  [{ version: 4 }, { version: 4, name: 'A' }],
  [{ version: 0 }, { name: 'A' }],
  ['none', { name: 'A' }],
])('an example of a record that is stored as %j names its version: %j', async (shown, expected) => {
  const asked: unknown[] = [];
  const example = { version: 1, name: 'A' };
  const of = shown === undefined ? { example } : { example, shownBy: 'show-stage' as const };
  const show = async (...given: readonly unknown[]) => {
    asked.push(given);
    return typeof shown === 'object' ? shown : undefined;
  };
  expect(await currentExample(of, show)).toEqual(expected);
  expect(asked).toEqual(shown === undefined ? [] : [['show-stage', {}]]);
});

test('users are shown by name, each with its credentials, the newest first', () => {
  const credential = (username: string, credentialId: string, issuedAtMs?: number) =>
    ({ username, credentialId, ...(issuedAtMs === undefined ? {} : { issuedAtMs }) }) as never;
  const all = [
    credential('b', '1'),
    credential('a', '2', 1000),
    credential('b', '3', 2000),
    credential('a', '4', 3000),
  ];
  expect(shownUsers(all)).toEqual([
    {
      username: 'a',
      credentials: [
        { credentialId: '4', issuedAt: '1970-01-01T00:00:03.000Z', newest: true },
        { credentialId: '2', issuedAt: '1970-01-01T00:00:01.000Z', newest: false },
      ],
    },
    {
      username: 'b',
      credentials: [
        { credentialId: '3', issuedAt: '1970-01-01T00:00:02.000Z', newest: true },
        { credentialId: '1', newest: false },
      ],
    },
  ]);
});
