import { describe, expect, test } from 'vitest';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { type Answer, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { newReusableLink } from '../../support/link/made-links.ts';
import { lockedPlace } from '../../support/link/places-by-hand.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';

type Members = Readonly<Record<string, unknown>>;

const least = ({ definition }: TestDealer) => ({
  LinkCode: 'BREAD-1',
  DealerCustomerTypeId: definition.dealerCustomerTypeId,
  Amount: 27.5,
  Title: 'Bread course',
  ReturnHash: 1,
});

const create = (dealer: TestDealer, fields: Members = {}): Promise<Answer> =>
  dealer.callLink('CreateUserPosLink', { ...least(dealer), ...fields });

const made = async (dealer: TestDealer, fields: Members = {}): Promise<Members> => {
  const answer = await create(dealer, fields);
  expect(answer).toMatchObject({ ResultCode: 'Success' });
  return answer.Data as Members;
};

const read = async (dealer: TestDealer, operation: string, fields: Members): Promise<Members> => {
  const answer = await dealer.callLink(operation, fields);
  expect(answer).toMatchObject({ ResultCode: 'Success' });
  return answer.Data as Members;
};

const get = (dealer: TestDealer, LinkCode = 'BREAD-1') => read(dealer, 'GetUserPosLink', { LinkCode });
const update = (dealer: TestDealer, fields: Members) =>
  dealer.callLink('UpdateUserPosLink', { LinkCode: 'BREAD-1', ...fields });

describe('CreateUserPosLink (decisions: reusable links)', () => {
  test('makes one link of calls at once, and answers each of them with it', async () => {
    const dealer = await newDealer();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(dealer, { MaxPayments: 50 })));
    expect(new Set(answers.map(({ Data }) => JSON.stringify(Data))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await get(dealer)).toMatchObject({ Places: { Free: 50, Held: 0, Paid: 0 }, State: 'active' });
  });

  test('answers the same request with the same link, and refuses another request with its code', async () => {
    const dealer = await newDealer();
    const first = await made(dealer);
    expect(await made(dealer, { Amount: '27.50', IsPreAuth: false })).toEqual(first);
    // A known code is answered before the amount is looked at.
    expect(await create(dealer, { Amount: 0 })).toMatchObject({
      ResultCode: 'PaymentUserPos.CreateUserPosLink.LinkCodeAlreadyUsed',
    });
    expect(await made(await newDealer())).not.toEqual(first);
  });

  test.each([
    [
      'a share of an open amount beside scenario 1 or 6',
      { CommissionScenario: 2, SubDealer: [{ DealerId: 1, Rate: 50 }] },
    ],
    [
      'rates that leave something in scenario 1',
      { CommissionScenario: 1, SubDealer: [{ DealerId: 1, Rate: 99.9999 }] },
    ],
    ['an amount beside a rate', { CommissionScenario: 6, SubDealer: [{ DealerId: 1, Rate: 50, Amount: 5 }] }],
    ['a sub-dealer of nobody', { CommissionScenario: 6, SubDealer: [{ DealerId: 1, Rate: 50 }] }],
    ['five suggested amounts', { OpenAmount: { Min: 5, Max: 50, Suggested: [5, 6, 7, 8, 9] } }],
    ['limits that cross', { OpenAmount: { Min: 50, Max: 5 } }],
    ['a question that nobody knows', { Ask: [{ Field: 'Address', Need: 'required' }] }],
    ['a question twice', { Ask: [1, 2].map(() => ({ Field: 'Email', Need: 'optional' })) }],
    ['a label of a name', { Ask: [{ Field: 'Email', Need: 'optional', Label: 'Mail' }] }],
    ['a label that is too long', { Ask: [{ Field: 'Note', Need: 'optional', Label: 'x'.repeat(41) }] }],
    ['a title with a card number', { Title: 'Card 4111 1111 1111 1111' }],
    ['a redirect with a query', { RedirectUrl: 'https://shop.example/?a=b' }],
    ['a link without ReturnHash', { ReturnHash: '' }],
  ])('refuses %s with InvalidRequest', async (_what, fields) => {
    const dealer = await newDealer();
    const open = { Amount: undefined, OpenAmount: { Min: 5, Max: 5000 } };
    expect(await create(dealer, { ...open, ...fields })).toMatchObject({
      ResultCode: 'PaymentUserPos.CreateUserPosLink.InvalidRequest',
    });
  });
});

describe('UpdateUserPosLink (decisions: reusable links; rule 51)', () => {
  test('changes what it may and nothing else, once, whatever a repeat brings', async () => {
    const dealer = await newDealer();
    await made(dealer, { MaxPayments: 30, Ask: [{ Field: 'FullName', Need: 'required' }], Language: 'TR' });
    const before = await get(dealer);
    const changes = { Description: 'Bring flour.', ExpireDate: '2049-12-31 18:00', MaxPayments: 20, IsActive: 0 };
    const first = await update(dealer, changes);
    expect(first).toMatchObject({ ResultCode: 'Success', Data: { State: 'inactive', MaxPayments: 20 } });
    const again = await update(dealer, changes);
    expect([again.Data, again.headers.get('idempotent-replayed')]).toEqual([first.Data, 'true']);
    const { Counts: _before, ...kept } = before;
    expect(await get(dealer)).toMatchObject({
      ...kept,
      State: 'inactive',
      Description: 'Bring flour.',
      ExpireDate: '2049-12-31T18:00:00',
      MaxPayments: 20,
      Places: { Free: 20, Held: 0, Paid: 0 },
    });
    // Its id names it as its code does.
    const { UserPosLinkId } = before;
    const byId = await dealer.callLink('UpdateUserPosLink', { UserPosLinkId, ...changes });
    expect([byId.Data, byId.headers.get('idempotent-replayed')]).toEqual([first.Data, 'true']);
    // What says what the link is already is no change.
    const same = { ...least(dealer), Language: 'tr', IsActive: 1, Ask: [{ Field: 'FullName', Need: 'required' }] };
    expect(await update(dealer, same)).toMatchObject({ ResultCode: 'Success', Data: { State: 'active' } });
  });

  test.each([
    ['Amount', { Amount: 28 }],
    ['CurrencyCode', { CurrencyCode: 'EUR' }],
    ['OpenAmount', { OpenAmount: { Min: 5, Max: 10 } }],
    ['Title', { Title: 'Cake course' }],
    ['Ask', { Ask: [{ Field: 'Email', Need: 'required' }] }],
    ['IsPreAuth', { IsPreAuth: 1 }],
    ['RedirectUrl', { RedirectUrl: 'https://shop.example/result' }],
    ['InstallmentNumber', { InstallmentNumber: 'x' }],
    ['SubDealer', { SubDealer: [{ DealerId: 1, Amount: 5 }] }],
  ])('refuses another %s with a sentence', async (member, fields) => {
    const dealer = await newDealer();
    await made(dealer);
    expect(await update(dealer, fields)).toMatchObject({
      ResultCode: 'PaymentUserPos.UpdateUserPosLink.InvalidRequest',
      ResultMessage: `${member} of a link never changes: make another link.`,
    });
  });

  test.each([
    ['IsActive must be 0 or 1.', { IsActive: 2 }],
    ['ExpireDate must be in the future.', { ExpireDate: '2020-01-01 10:00' }],
    ['Description must not hold a card number.', { Description: 'Card 4111 1111 1111 1111' }],
    ['MaxPayments must be a whole number from 1 to 1000000.', { MaxPayments: 1_000_001 }],
  ])('refuses: %s', async (ResultMessage, fields) => {
    const dealer = await newDealer();
    await made(dealer, { MaxPayments: 3 });
    expect(await update(dealer, fields)).toMatchObject({
      ResultCode: 'PaymentUserPos.UpdateUserPosLink.InvalidRequest',
      ResultMessage,
    });
  });

  test('goes never below what is paid or being paid, and tells both numbers', async () => {
    const dealer = await newDealer();
    const { link } = await newReusableLink(dealer, { linkCode: 'BREAD-1', maxPayments: 5 });
    await Promise.all([1, 2, 3].map(() => lockedPlace(dealer.store, link)));
    expect(await update(dealer, { MaxPayments: 2 })).toMatchObject({
      ResultCode: 'PaymentUserPos.UpdateUserPosLink.MaxPaymentsNotAvailable',
      ResultMessage: 'MaxPayments must not be below what is paid or being paid: 0 are paid, and 3 are being paid.',
    });
    expect(await update(dealer, { MaxPayments: 3 })).toMatchObject({ Data: { State: 'active', MaxPayments: 3 } });
    expect(await get(dealer)).toMatchObject({ Places: { Free: 0, Held: 3, Paid: 0 } });
  });

  test('is tried again while payers take places of every shard, and no place is lost or made', async () => {
    const dealer = await newDealer();
    const { link } = await newReusableLink(dealer, { linkCode: 'BREAD-1', maxPayments: 60 });
    const takes = Array.from({ length: 40 }, () => lockedPlace(dealer.store, link));
    const changes = [70, 50, 90].map((MaxPayments) => update(dealer, { MaxPayments }));
    const answers = await Promise.all(changes);
    const taken = (await Promise.all(takes)).filter(Boolean).length;
    expect(answers.map(({ ResultCode }) => ResultCode)).toEqual(['Success', 'Success', 'Success']);
    const { Places, MaxPayments } = await get(dealer);
    const { Free, Held, Paid } = Places as Readonly<Record<'Free' | 'Held' | 'Paid', number>>;
    expect([Free + Held + Paid, Held, Paid]).toEqual([MaxPayments, taken, 0]);
  });
});

describe('GetUserPosLinkList (decisions: reusable links)', () => {
  test('has 100 links an answer, newest first, and goes on behind the last one', async () => {
    const dealer = await newDealer();
    const nowMs = Date.now();
    const made105 = Array.from({ length: 105 }, (_, index) => ({ linkCode: `L-${index}`, createdAtMs: nowMs + index }));
    await Promise.all(
      made105.map((changes, index) => newReusableLink(dealer, { ...changes, userPosLinkId: 7000 + index })),
    );
    const codesOf = ({ UserPosLinkList }: Members) =>
      (UserPosLinkList as readonly Members[]).map(({ LinkCode }) => LinkCode);
    const newestFirst = made105.map(({ linkCode }) => linkCode).toReversed();
    const first = await read(dealer, 'GetUserPosLinkList', {});
    expect(codesOf(first)).toEqual(newestFirst.slice(0, 100));
    expect(first).toMatchObject({ UserPosLinkListCount: 100, BeforeUserPosLinkId: 7005 });
    const { BeforeUserPosLinkId } = first;
    const second = await read(dealer, 'GetUserPosLinkList', { BeforeUserPosLinkId });
    expect([codesOf(second), second.BeforeUserPosLinkId]).toEqual([newestFirst.slice(100), 0]);
  });

  test('finds links by their states, over pages that have none', async () => {
    const dealer = await newDealer();
    const nowMs = Date.now();
    const { link } = await newReusableLink(dealer, {
      linkCode: 'full',
      userPosLinkId: 9001,
      createdAtMs: nowMs - 1,
      maxPayments: 1,
    });
    await lockedPlace(dealer.store, link, 'paid');
    await newReusableLink(dealer, {
      linkCode: 'late',
      userPosLinkId: 9002,
      createdAtMs: nowMs,
      expiresAtMs: nowMs - 5,
    });
    await newReusableLink(dealer, { linkCode: 'off', userPosLinkId: 9003, createdAtMs: nowMs + 1, active: false });
    await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        newReusableLink(dealer, { userPosLinkId: 9100 + index, createdAtMs: nowMs + 10 + index }),
      ),
    );
    for (const [State, LinkCode] of [
      ['used-up', 'full'],
      ['expired', 'late'],
      ['inactive', 'off'],
    ]) {
      expect(await read(dealer, 'GetUserPosLinkList', { State })).toMatchObject({
        UserPosLinkListCount: 1,
        UserPosLinkList: [{ LinkCode, State }],
        BeforeUserPosLinkId: 0,
      });
    }
    const active = await read(dealer, 'GetUserPosLinkList', { State: 'active' });
    expect(active).toMatchObject({ UserPosLinkListCount: 100, BeforeUserPosLinkId: 9101 });
  });

  test('has no link of another dealer, by whatever id', async () => {
    const [dealer, other] = await Promise.all([newDealer(), newDealer()]);
    const { UserPosLinkId } = await made(dealer);
    expect(await read(other, 'GetUserPosLinkList', {})).toMatchObject({ UserPosLinkListCount: 0 });
    expect(await other.callLink('GetUserPosLink', { UserPosLinkId })).toMatchObject({
      ResultCode: 'PaymentUserPos.GetUserPosLink.UserPosLinkNotFound',
    });
    expect(
      await dynamoReusableLinks(dealer.store, paymentNames).findById(other.dealer.dealerCode, Number(UserPosLinkId)),
    ).toBeUndefined();
  });
});
