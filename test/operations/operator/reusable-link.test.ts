import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import { dynamoReusableLinks } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import { newDealer } from '../../support/dealer/dealers.ts';
import { linkForm, newLinkBrowser } from '../../support/link/link-payer.ts';
import { forgetRequestsOfAddress } from '../../support/link/made-links.ts';
import { lockedPlace } from '../../support/link/places-by-hand.ts';
import { type Input, newOperator, OPERATED_BASE_URL } from '../../support/operator/operators.ts';
import { openPage, payThroughBank } from '../../support/payment/payer.ts';
import { paymentNames } from '../../support/payment/stored-payments.ts';

const scene = async (options: Parameters<typeof newDealer>[0] = {}) => {
  const dealer = await newDealer(options);
  const { dealerCode } = dealer.dealer;
  const { dealerCustomerTypeId } = dealer.definition;
  const named = { dealerCode, linkCode: 'BREAD-1' };
  const input = { ...named, dealerCustomerTypeId, title: 'Bread course', amount: '27.50', maxPayments: 30 };
  return { ...newOperator(), dealer, named, input };
};

const resultOf = (answer: OperateAnswer): Input => (answer.ok ? answer.result : expect.unreachable());

describe('put-link, show-link, list-links and deactivate-link (decisions: reusable links)', () => {
  test('a link is made once per command id, shown, and audited without its address', async () => {
    const { run, audit, done, dealer, named, input } = await scene();
    const commandId = randomUUID();
    const [first, second] = [await run('put-link', input, commandId), await run('put-link', input, commandId)];
    const { url, qr, ...known } = resultOf(first);
    expect([String(url), qr]).toEqual([expect.stringContaining(`${OPERATED_BASE_URL}/link/`), `${String(url)}/qr`]);
    expect(second).toEqual({ ok: true, commandId, applied: false, result: known });
    expect(known).toEqual({ ...named, userPosLinkId: known.userPosLinkId, version: 1 });
    const entry = await audit(commandId);
    expect(entry).toMatchObject({ command: 'put-link', dealerCode: named.dealerCode, changed: ['reusableLink'] });
    const secret = String(url).split('.').at(-1) ?? '';
    const shown = await done('show-link', named);
    for (const one of [entry, shown]) expect(JSON.stringify(one)).not.toContain(secret);
    expect(shown).toMatchObject({
      state: 'active',
      version: 1,
      amount: 27.5,
      places: { free: 30, held: 0, paid: 0 },
      counts: { opened: 0, started: 0, paid: 0, givenBack: 0, sums: [] },
      countsAreWhole: true,
    });
    expect(shown).not.toHaveProperty('formKey');
    expect(await done('show-link', { ...named, qr: true })).toMatchObject({ url, qr });
    const { dealerCode } = named;
    expect(await done('show-link', { dealerCode, userPosLinkId: known.userPosLinkId })).toMatchObject({
      title: 'Bread course',
    });
    // The dealer's own program has the very same link.
    const { Data } = await dealer.callLink('GetUserPosLink', { LinkCode: 'BREAD-1' });
    expect(Data).toMatchObject({ UserPosLinkId: known.userPosLinkId, Amount: 27.5, MaxPayments: 30 });
  });

  test('a dry run checks everything and writes nothing', async () => {
    const { invoke, done, named, input } = await scene();
    const event = { command: 'put-link', stage: 'local', dryRun: true };
    const tried = await invoke({ ...event, input });
    expect(tried).toMatchObject({ ok: true, applied: false, result: { version: 1 } });
    expect(resultOf(tried)).not.toHaveProperty('url');
    expect(await invoke({ ...event, input: { ...input, amount: undefined } })).toMatchObject({ ok: false });
    expect(await done('list-links', { dealerCode: named.dealerCode })).toEqual({
      dealerCode: named.dealerCode,
      links: [],
    });
  });

  test('an open amount with questions is taken as written', async () => {
    const { done, named, input } = await scene();
    const { amount: _none, ...open } = input;
    const ask = ['FullName:required', 'Note:optional:Allergies: nuts'];
    await done('put-link', { ...open, min: 5, max: '500.00', suggested: [10, 20], ask });
    expect(await done('show-link', named)).toMatchObject({
      min: 5,
      max: 500,
      suggested: [10, 20],
      ask: [
        { field: 'FullName', required: true },
        { field: 'Note', required: false, label: 'Allergies: nuts' },
      ],
    });
  });

  test('a change needs the version that it replaces, and changes what may change alone', async () => {
    const { done, refused, named, input } = await scene();
    await done('put-link', input);
    expect(await refused('put-link', { ...named, maxPayments: 40 })).toMatchObject({ code: 'VersionConflict' });
    const changes = { maxPayments: 40, description: 'Bring flour.', expireDate: '2049-12-31 18:00' };
    expect(await done('put-link', { ...named, version: 1, ...changes })).toMatchObject({
      version: 2,
      changed: ['description', 'expiresAtMs', 'maxPayments'],
    });
    expect(await done('show-link', named)).toMatchObject({
      places: { free: 40 },
      expiresAt: '2049-12-31T15:00:00.000Z',
    });
    expect((await refused('put-link', { ...named, version: 2, amount: '28.00' })).message).toContain(
      'Amount of a link never changes',
    );
    expect((await refused('put-link', { ...named, version: 2, maxPayments: null })).message).toContain(
      'cannot be removed',
    );
    await done('put-link', { ...named, version: 2, description: null, expireDate: null });
    const shown = await done('show-link', named);
    expect(shown).toMatchObject({ version: 3, maxPayments: 40 });
    for (const member of ['description', 'expiresAt']) expect(shown).not.toHaveProperty(member);
  });

  test('goes never below what is paid or being paid', async () => {
    const { done, refused, dealer, named, input } = await scene();
    await done('put-link', input);
    const { link } =
      (await dynamoReusableLinks(dealer.store, paymentNames).findByCode(named.dealerCode, 'BREAD-1')) ??
      expect.unreachable();
    for (const _ of [1, 2]) expect(await lockedPlace(dealer.store, link)).toBe(true);
    expect(await refused('put-link', { ...named, version: 1, maxPayments: 1 })).toMatchObject({
      code: 'NotPossible',
      message: 'MaxPayments must not be below what is paid or being paid: 0 are paid, and 2 are being paid.',
    });
  });

  test('deactivate-link switches a link off, once, and put-link on again', async () => {
    const { done, refused, dealer, named, input } = await scene();
    await done('put-link', input);
    expect(await done('deactivate-link', named)).toMatchObject({ version: 2, changed: ['active'] });
    expect(await done('show-link', named)).toMatchObject({ state: 'inactive', active: false });
    expect(await refused('deactivate-link', named)).toMatchObject({ code: 'NotPossible' });
    await done('put-link', { ...named, version: 2, active: true });
    expect(await dealer.callLink('GetUserPosLink', { LinkCode: 'BREAD-1' })).toMatchObject({
      Data: { State: 'active' },
    });
  });

  test('list-links goes on page by page, newest first, and finds a state', async () => {
    const { done, clock, named, input } = await scene();
    const { dealerCode } = named;
    const codes = ['L-1', 'L-2', 'L-3', 'L-4', 'L-5'];
    for (const linkCode of codes) {
      clock.nowMs += 1;
      await done('put-link', { ...input, linkCode });
    }
    await done('deactivate-link', { dealerCode, linkCode: 'L-2' });
    const listed: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < 9; page += 1) {
      const { links, next } = await done('list-links', {
        dealerCode,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      listed.push(...(links as readonly Input[]).map(({ linkCode }) => linkCode));
      cursor = next;
      if (next === undefined) break;
    }
    expect(listed).toEqual(codes.toReversed());
    const off = await done('list-links', { dealerCode, state: 'inactive' });
    expect(off).toMatchObject({ links: [{ linkCode: 'L-2', state: 'inactive' }] });
    expect(off).not.toHaveProperty('next');
  });

  test.each([
    ['a card number in the title', { title: 'Card 4111111111111111' }, 'InvalidInput', /title/],
    ['a moment of the past', { expireDate: '20200101' }, 'InvalidInput', /ExpireDate/],
    ['an unknown definition', { dealerCustomerTypeId: 1 }, 'NotPossible', /DealerCustomerTypeId/],
    ['both an amount and limits', { min: 5, max: 10 }, 'InvalidInput', /must not both be given/],
    ['a question that nobody knows', { ask: ['Address:required'] }, 'InvalidInput', /ask/],
  ])('refuses %s', async (_title, fields, code, message) => {
    const { refused, done, named, input } = await scene();
    expect(await refused('put-link', { ...input, ...fields })).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(await done('list-links', { dealerCode: named.dealerCode })).toMatchObject({ links: [] });
  });

  test('show-link and deactivate-link take one name, and know no link of another dealer', async () => {
    const { done, refused, named, input } = await scene();
    const { userPosLinkId } = await done('put-link', input);
    const other = await newDealer();
    for (const command of ['show-link', 'deactivate-link']) {
      expect(await refused(command, { ...named, userPosLinkId })).toMatchObject({ code: 'InvalidInput' });
      expect(await refused(command, { dealerCode: other.dealer.dealerCode, userPosLinkId })).toMatchObject({
        code: 'NotFound',
      });
    }
  });
});

describe('What operators see of a payment of a reusable link', () => {
  test('names the link in show-payment, lists and the export; its requests are listed where they are asked for', async () => {
    const dealer = await newBankDealer();
    const { dealerCode } = dealer.dealer;
    const { done } = newOperator();
    const { UserPosLinkId, Url } = (
      await dealer.callLink('CreateUserPosLink', {
        LinkCode: 'BREAD-1',
        Title: 'Bread course',
        DealerCustomerTypeId: dealer.definition.dealerCustomerTypeId,
        Amount: 27.5,
        ReturnHash: 1,
        InstallmentNumber: 1,
        SetInstallmentBy: 1,
        CommissionByDealer: 12,
      })
    ).Data as Input;
    await forgetRequestsOfAddress(dealer);
    const browser = newLinkBrowser();
    const { location = '' } = await browser.post(linkForm(await browser.open(String(Url))));
    await payThroughBank(await openPage(location), 'approved');
    const { otherTrxCode } = await dealer.linkAt(location);
    const names = { userPosLinkId: UserPosLinkId, linkCode: 'BREAD-1' };
    expect(await done('show-payment', { dealerCode, otherTrxCode })).toMatchObject({
      paymentRequest: names,
    });
    expect(await done('show-payment-request', { dealerCode, otherTrxCode })).toMatchObject(names);
    expect(await done('list-payments', { dealerCode })).toMatchObject({ payments: [names] });
    const { header, rows } = (await done('export-payments', { dealerCode })) as {
      header: string;
      rows: readonly string[];
    };
    expect(header.split(',').slice(-2)).toEqual(['userPosLinkId', 'linkCode']);
    expect(rows[0]?.split(',').slice(-2)).toEqual([String(UserPosLinkId), 'BREAD-1']);
    expect(await done('list-payment-requests', { dealerCode })).toMatchObject({ paymentRequests: [] });
    expect(await done('list-payment-requests', { dealerCode, linkCode: 'BREAD-1' })).toMatchObject({
      paymentRequests: [{ otherTrxCode, state: 'paid' }],
    });
    expect(await done('show-link', { dealerCode, linkCode: 'BREAD-1' })).toMatchObject({
      counts: { opened: 1, started: 1, paid: 1, sums: [{ currency: 'TL', paid: 27.5, givenBack: 0 }] },
    });
  });
});
