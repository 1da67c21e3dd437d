import { describe, expect, test } from 'vitest';
import { contract as actAtDesk } from '../../../functions/desk/act-at-desk/contract.ts';
import { linkActs } from '../../../functions/desk/act-at-desk/links.ts';
import { reusableLinkActs } from '../../../functions/desk/act-at-desk/reusable-links.ts';
import { saleActs } from '../../../functions/desk/act-at-desk/sales.ts';
import { accountPosts } from '../../../functions/desk/change-desk-account/change-desk-account.ts';
import { contract as changeDeskAccount } from '../../../functions/desk/change-desk-account/contract.ts';
import { contract as showDesk } from '../../../functions/desk/show-desk/contract.ts';
import { paymentActions } from '../../../shared/desk/payment/payment-actions.ts';
import { type DeskAction, type DeskRole, deskActions, deskRoles, mayDo } from '../../../shared/domain/desk/roles.ts';
import { BEGINS_WITH, PAGES, POSTS } from '../../support/desk/expected-rights.ts';

/** The last parts of the expected posts below a path, such as the acts on links. */
const actsBelow = (subject: string): string[] =>
  POSTS.filter(([path]) => path.startsWith(`/${subject}/`))
    .map(([path]) => path.split('/').at(-1) ?? '')
    .toSorted();

describe('The table of roles and actions (rule 54)', () => {
  test('is the one that the desk goes by', () => {
    expect(deskActions.toSorted()).toEqual(Object.keys(BEGINS_WITH).toSorted());
    const may = (role: DeskRole, action: DeskAction) =>
      deskRoles.indexOf(role) >= deskRoles.indexOf(BEGINS_WITH[action]);
    for (const role of deskRoles)
      for (const action of deskActions)
        expect([role, action, mayDo(role, action)]).toEqual([role, action, may(role, action)]);
  });

  test('has every post that the desk takes, and every action it has', () => {
    expect(actsBelow('payments')).toEqual(paymentActions.toSorted());
    expect(actsBelow('links')).toEqual(
      Object.keys(linkActs)
        .filter((act) => act !== 'make')
        .toSorted(),
    );
    expect(actsBelow('reusable-links')).toEqual(Object.keys(reusableLinkActs).toSorted());
    expect(actsBelow('sales')).toEqual(Object.keys(saleActs).toSorted());
    for (const [subject, posts] of Object.entries(accountPosts))
      expect(actsBelow(subject)).toEqual(Object.keys(posts).toSorted());
    const expected = [...POSTS, ...Object.values(PAGES).flat()].map(([, action]) => action);
    expect([...new Set(expected)].toSorted()).toEqual(deskActions.toSorted());
  });

  test('has every route of the three functions behind a session', () => {
    const paths = {
      POST: POSTS.map(([path]) => path),
      GET: Object.values(PAGES)
        .flat()
        .map(([path]) => path),
    };
    for (const { method, path } of [...actAtDesk.routes, ...changeDeskAccount.routes, ...showDesk.routes]) {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      expect([method, path, paths[method].some((one) => pattern.test(`/desk${one}`))]).toEqual([method, path, true]);
    }
  });
});
