import { describe, expect, test } from 'vitest';
import { listReusableLinks } from '../../../../functions/reusable-link/list-reusable-links/list-reusable-links.ts';
import type { ReusableLink } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import type { LinkWithPlaces, ReusableLinkPageAsked } from '../../../../shared/ports/reusable-links.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

interface Listed {
  readonly UserPosLinkListCount: number;
  readonly UserPosLinkList: readonly { readonly UserPosLinkId: number }[];
  readonly BeforeUserPosLinkId: number;
}

/** The list over so many links with the ids 1, 2, 3 and so on, the newest first; the store answers pages of `pageSize`. */
const listOf = (
  count: number,
  { isActive = () => true, pageSize = 100 }: { isActive?: (id: number) => boolean; pageSize?: number } = {},
) => {
  const all: readonly LinkWithPlaces[] = Array.from({ length: count }, (_, index) => ({
    link: reusableLinkWith({ dealerCode: 'D1', userPosLinkId: index + 1, active: isActive(index + 1) }),
    places: [],
  }));
  const pages: ReusableLinkPageAsked[] = [];
  const use = listReusableLinks({
    reusableLinks: {
      findById: async (_dealerCode, id) => all[id - 1],
      list: async (_dealerCode, asked) => {
        pages.push(asked);
        const first = asked.behind === undefined ? 0 : (asked.behind as ReusableLink).userPosLinkId;
        const until = first + Math.min(asked.limit, pageSize);
        return { links: all.slice(first, until), isLast: until >= count };
      },
    },
    clock: new FakeClock(),
    baseUrl: 'https://pay.example',
  });
  const ask = async (request: { State?: string; BeforeUserPosLinkId?: number } = {}) => {
    const value = { State: undefined, BeforeUserPosLinkId: undefined, ...request };
    const call = { operation: 'GetUserPosLinkList', sourceAddress: '203.0.113.7' } as const;
    const { data } = await use({ dealer: dealerWith({ dealerCode: 'D1' }), ...call, read: { ok: true, value } });
    const { UserPosLinkList, UserPosLinkListCount, BeforeUserPosLinkId } = data as Listed;
    return {
      ids: UserPosLinkList.map(({ UserPosLinkId }) => UserPosLinkId),
      count: UserPosLinkListCount,
      goesOn: BeforeUserPosLinkId,
    };
  };
  return { ask, pages };
};

const from = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => first + index * step);

describe('The list of reusable links (decisions: reusable links)', () => {
  test.each([
    [0, 0, 0],
    [1, 1, 0],
    [100, 100, 0],
    [101, 100, 100],
  ])('of %d links has %d, and goes on behind %d', async (stored, count, goesOn) => {
    const { ask, pages } = listOf(stored);
    expect(await ask()).toEqual({ ids: from(1, count), count, goesOn });
    expect(pages).toEqual([{ limit: 100 }]);
  });

  test('goes on behind the link that the call names', async () => {
    const { ask } = listOf(130);
    expect(await ask({ BeforeUserPosLinkId: 100 })).toEqual({ ids: from(101, 30), count: 30, goesOn: 0 });
    await expect(ask({ BeforeUserPosLinkId: 131 })).rejects.toMatchObject({ reason: 'InvalidRequest' });
  });

  test('of one state looks through further pages until it is full, and its pages miss no link', async () => {
    const { ask, pages } = listOf(350, { isActive: (id) => id % 3 === 0 });
    const first = await ask({ State: 'active' });
    expect(first).toMatchObject({ ids: from(3, 100, 3), goesOn: 300 });
    expect(await ask({ State: 'active', BeforeUserPosLinkId: first.goesOn })).toEqual({
      ids: from(303, 16, 3),
      count: 16,
      goesOn: 0,
    });
    expect(pages.map(({ behind }) => (behind as ReusableLink | undefined)?.userPosLinkId)).toEqual([
      undefined,
      100,
      200,
      300,
    ]);
  });

  test('that is full within a page goes on behind the last link it has', async () => {
    const { ask } = listOf(150, { isActive: (id) => id > 20, pageSize: 75 });
    expect(await ask({ State: 'active' })).toEqual({ ids: from(21, 100), count: 100, goesOn: 120 });
  });

  test('of a state that is rare ends a call after ten pages, and says where to go on', async () => {
    const { ask, pages } = listOf(1200, { isActive: (id) => id === 1150 });
    expect(await ask({ State: 'active' })).toEqual({ ids: [], count: 0, goesOn: 1000 });
    expect(pages).toHaveLength(10);
    expect(await ask({ State: 'active', BeforeUserPosLinkId: 1000 })).toEqual({ ids: [1150], count: 1, goesOn: 0 });
  });

  test('refuses a state that is none', async () => {
    const { ask, pages } = listOf(1);
    await expect(ask({ State: 'Active' })).rejects.toMatchObject({ reason: 'InvalidRequest' });
    expect(pages).toEqual([]);
  });
});
