import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../../functions/reusable-link/update-reusable-link/contract.ts';
import { updateReusableLink } from '../../../../functions/reusable-link/update-reusable-link/update-reusable-link.ts';
import { readBody } from '../../../../shared/http/body.ts';
import type { LinkWithPlaces } from '../../../../shared/ports/reusable-links.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';

const dealer = dealerWith({ dealerCode: 'D1' });
const link = reusableLinkWith({ dealerCode: 'D1', description: 'Before' });

/** Changes the link's activity; `lost` writes before the one that succeeds meet another change. */
const update = async (IsActive: 0 | 1, lost = 0) => {
  let [reads, writes] = [0, 0];
  const found: LinkWithPlaces = { link, places: [] };
  const find = async () => {
    reads += 1;
    return found;
  };
  const use = updateReusableLink({
    reusableLinks: {
      findByCode: find,
      findById: find,
      change: async () => {
        writes += 1;
        return writes > lost;
      },
    },
    clock: new FakeClock(),
  });
  const body = JSON.stringify({ IsActive, UserPosLinkId: link.userPosLinkId });
  const value = z.parse(contract.request, readBody({ body }));
  const call = { dealer, operation: 'UpdateUserPosLink', sourceAddress: '203.0.113.7' } as const;
  const answer = use({ ...call, read: { ok: true, value } });
  return { answer: await answer.catch((error: unknown) => error), done: () => [reads, writes] };
};

test('A change is answered with the link as it is now; its repeat changes nothing, and says so (rule 51)', async () => {
  const { answer, done } = await update(0);
  const ids = { UserPosLinkId: link.userPosLinkId, LinkCode: link.linkCode };
  expect([answer, done()]).toMatchObject([{ data: { ...ids, State: 'inactive' } }, [1, 1]]);
  expect(answer).not.toHaveProperty('replayed');
  const repeated = await update(1);
  expect([repeated.answer, repeated.done()]).toMatchObject([
    { data: { ...ids, State: 'active' }, replayed: true },
    [1, 0],
  ]);
});

test('A link that payers changed in between is read again, twenty times at most', async () => {
  const late = await update(0, 19);
  expect([late.answer, late.done()]).toMatchObject([{ data: { State: 'inactive' } }, [20, 20]]);
  const never = await update(0, 20);
  expect([never.answer, never.done()]).toMatchObject([
    { reason: 'MaxPaymentsNotAvailable', sentence: expect.stringContaining('repeat the request') },
    [20, 20],
  ]);
});
