import { describe, expect, test } from 'vitest';
import { startReusableLink } from '../../../../functions/reusable-link/start-reusable-link/start-reusable-link.ts';
import { dynamoReusableLinks } from '../../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import type { FormField } from '../../../../shared/domain/form-field.ts';
import type { ReusableLink } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { FORM_LIFE_MS, newFormValue, random128 } from '../../../../shared/http/one-time-form.ts';
import { textsOfLinks } from '../../../../shared/pages/texts-of-links.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { asks, openAmount, reusableLinkWith } from '../../../support/link/reusable-links.ts';
import type { PortsInMemory } from '../../../support/operations/ports-in-memory.ts';
import { serviceInMemory } from '../../../support/operations/service-in-memory.ts';
import { pageCall, shownBy } from '../../../support/payment/page-calls.ts';
import { itemsOfLink, linksAmong } from '../../../support/payment/stored-payments.ts';

const words = textsOfLinks.en;
const browser = random128();

/** A reusable link whose pages post to the function, over a table in memory. */
const sceneOf = async (changes: Partial<ReusableLink> = {}) => {
  const clock = new FakeClock();
  const service = await serviceInMemory({ gateway: 'https://bank.example', bank: {} as PortsInMemory['bank'], clock });
  const { ports, table, dealer, definition } = service;
  const template = {
    dealerCustomerTypeId: definition.dealerCustomerTypeId,
    isThreeD: 1,
    installmentNumber: 1,
    setInstallmentBy: 1,
    commissionByDealer: 1,
  };
  const link = reusableLinkWith({ dealerCode: dealer.dealerCode, createdAtMs: clock.now(), ...changes, template });
  await dynamoReusableLinks(table, ports.paymentNames).create(link);
  const start = startReusableLink({
    ...ports,
    looks: { of: async () => ({ accent: '#123456' }) },
    counters: { count: async () => ({ kind: 'counted', isNear: false }) },
    load: { linkNearLimit: () => undefined },
  });
  /** Posts a form of this browser, with this value of the form. */
  const post = async (
    value: string,
    fields: readonly FormField[] = [],
    cookies: readonly string[] = [`link-browser=${browser}`],
  ) => {
    const answer = await start(
      pageCall({ parameters: { token: link.token }, posted: [['form', value], ...fields], cookies }),
    );
    return { ...shownBy(answer), cookies: 'cookies' in answer ? answer.cookies : undefined };
  };
  return {
    clock,
    link,
    post,
    start,
    newValue: (of = browser) => newFormValue(link, { browser: of, nowMs: clock.now() }),
    requests: () => linksAmong(table.rows()),
    pay: async () => {
      const [request] = linksAmong(table.rows());
      if (request !== undefined)
        await service.put(itemsOfLink({ ...request, state: 'paid', version: request.version + 1 }));
    },
  };
};

describe('A form of a reusable link that is posted (rule 52)', () => {
  test('makes a request, leads to it, and lets the browser remember it for this link alone', async () => {
    const { post, newValue, requests, link } = await sceneOf();
    const { location, cookies } = await post(newValue());
    const [request] = requests();
    expect(request).toMatchObject({ madeOf: { name: link.name }, terms: { amount: 2500 } });
    expect(location).toBe(`/pay/${request?.token}?lang=en`);
    expect(cookies).toEqual([expect.stringMatching(`^link-request=${request?.token}; Path=/link/${link.token};`)]);
  });

  test('twice makes one request while that is open, and another one once it is paid', async () => {
    const { post, newValue, requests, pay } = await sceneOf();
    const value = newValue();
    const first = await post(value);
    expect((await post(value)).location).toBe(first.location);
    expect(requests()).toHaveLength(1);
    await pay();
    expect((await post(value)).location).not.toBe(first.location);
    expect(requests()).toHaveLength(2);
  });

  test('by a browser that has lost its cookie makes a request each time, and gets a new cookie', async () => {
    const { post, newValue, requests } = await sceneOf();
    const value = newValue();
    await post(value);
    const { cookies } = await post(value, [], []);
    await post(value, [], [`link-browser=${random128()}`]);
    expect(requests()).toHaveLength(3);
    expect(cookies).toEqual([expect.stringMatching(/^link-browser=[\w-]{22}; Path=\/link;/), expect.any(String)]);
  });

  test.each<[string, (value: string) => string, number]>([
    ['that is an hour old', (value) => value, FORM_LIFE_MS],
    ['whose value was made up', (value) => `${value.slice(0, -1)}${value.endsWith('A') ? 'Q' : 'A'}x`, 0],
    ['without a value', () => '', 0],
  ])('%s is shown again, and makes nothing', async (_what, change, ageMs) => {
    const { post, newValue, requests, clock } = await sceneOf({ questions: [asks('FullName')] });
    const value = change(newValue());
    clock.advance(ageMs);
    const { statusCode, markup } = await post(value, [['answer0', 'Ada Lovelace']]);
    expect([statusCode, requests()]).toEqual([200, []]);
    expect(markup).toContain(words.oldForm.sentence);
    expect(markup).toContain('value="Ada Lovelace"');
    expect(markup).toContain('#123456');
  });

  test('with a wrong answer is shown again with what was typed, and makes nothing', async () => {
    const { post, newValue, requests } = await sceneOf({ questions: [asks('FullName'), asks('Email')] });
    const { markup } = await post(newValue(), [
      ['answer0', 'Ada Lovelace'],
      ['answer1', 'nobody'],
    ]);
    expect(requests()).toEqual([]);
    expect(markup).toContain('value="Ada Lovelace"');
    expect(markup).toContain('value="nobody"');
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).not.toContain(words.oldForm.sentence);
    const { location } = await post(newValue(), [
      ['answer0', 'Ada Lovelace'],
      ['answer1', 'ada@example.com'],
    ]);
    expect(location).toContain('/pay/');
    expect(requests()).toHaveLength(1);
  });

  test('at an address that no link has, and of a link that takes no payment, makes nothing', async () => {
    const { start, post, newValue, requests } = await sceneOf({ active: false });
    expect(shownBy(await start(pageCall({ parameters: { token: 'unknown' } })))).toMatchObject({ statusCode: 404 });
    expect(shownBy(await start(pageCall({ parameters: {} })))).toMatchObject({ statusCode: 404 });
    const { markup } = await post(newValue());
    expect([markup.includes(words.stops.inactive.sentence), requests()]).toEqual([true, []]);
  });
});

describe('An amount that the payer chooses (rule 52)', () => {
  const open = { amount: openAmount({ suggested: [5000, 10_000] }) } as const;

  test('is paid only once the payer was shown what was read of it', async () => {
    const { post, newValue, requests } = await sceneOf(open);
    const read = await post(newValue(), [['amount', '75.50']]);
    expect([read.kind, requests()]).toEqual(['link-step', []]);
    expect(read.markup).toMatch(/name="shown" value="7550"/);
    expect(
      (
        await post(newValue(), [
          ['amount', '75.50'],
          ['shown', '755'],
        ])
      ).kind,
    ).toBe('link-step');
    expect(requests()).toEqual([]);
    expect(
      (
        await post(newValue(), [
          ['amount', '75.50'],
          ['shown', '7550'],
        ])
      ).location,
    ).toContain('/pay/');
    expect(requests()).toMatchObject([{ terms: { amount: 7550 } }]);
  });

  test('goes into the form where a suggested one is pressed, and back into it where it is to be changed', async () => {
    const { post, newValue, requests } = await sceneOf(open);
    const suggested = await post(newValue(), [
      ['suggested', '5000'],
      ['amount', '1'],
      ['shown', '100'],
    ]);
    expect(suggested.kind).toBe('link');
    expect(suggested.markup).toMatch(/<input(?=[^>]* name="amount")[^>]* value="50"/);
    const changed = await post(newValue(), [
      ['change', ''],
      ['amount', '75.50'],
      ['shown', '7550'],
    ]);
    expect(changed.kind).toBe('link');
    expect(changed.markup).toMatch(/<input(?=[^>]* name="amount")[^>]* value="75\.50"/);
    for (const text of ['', '5000x', 'x5000', '123456789012']) {
      expect(
        (
          await post(newValue(), [
            ['suggested', text],
            ['amount', '75.50'],
          ])
        ).kind,
      ).toBe('link-step');
    }
    expect(requests()).toEqual([]);
  });

  test('of a link with an amount of its own is not read', async () => {
    const { post, newValue, requests } = await sceneOf();
    await post(newValue(), [
      ['amount', '1.00'],
      ['shown', '100'],
    ]);
    expect(requests()).toMatchObject([{ terms: { amount: 2500 } }]);
  });
});
