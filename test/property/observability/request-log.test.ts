import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWords } from '../../../infra/local/front/operation-words.ts';
import { recorded } from '../../../infra/local/front/recorded-request.ts';
import { RequestLog } from '../../../infra/local/front/requests.ts';
import type { Exchange } from '../../../infra/local/gateway.ts';
import { refusalAdvice } from '../../../shared/domain/refusal-advice.ts';

const words = readWords();
const operations = [...words.operations.values()];
const DEMO = { called: 'the demo dealer', dealerCode: '1001', username: 'apiuser', password: 'apipass' };

const exchangeOf = (path: string, body: string, answer: unknown = {}): Exchange => ({
  atMs: 0,
  method: 'POST',
  target: path,
  routeKey: `POST ${path}`,
  functionName: 'one',
  contentType: 'application/json',
  body: Buffer.from(body),
  status: 200,
  answerType: 'application/json',
  answer: Buffer.from(JSON.stringify(answer)),
  durationMs: 1,
});

const withCheckDigit = (digits: string): string => {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .map((digit) => (digit > 9 ? digit - 9 : digit))
    .reduce((total, digit) => total + digit, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

const secretText = fc.stringMatching(/^S3[a-z0-9]{18}$/);
/** A secret as a text, or hidden in whatever else JSON has. */
const secretIn = (secret: string) =>
  fc.constantFrom<unknown>(secret, [secret], { a: secret }, { Amount: { b: [secret] } }, { [secret]: 1 });
const cardNumber = fc.stringMatching(/^4[1-9][0-9]{13}$/).map(withCheckDigit);

const SECRET_NAMES = [
  'Password',
  'CheckKey',
  'CodeForHash',
  'CvcNumber',
  'ExpMonth',
  'ExpYear',
  'CVV',
  'CustomerPassword',
];

/** A body that holds a secret in every place where one may stand, and a card number where one may be sent. */
const scenes = fc
  .record({
    operation: fc.constantFrom(...operations),
    secret: secretText,
    card: cardNumber,
    grouped: fc.boolean(),
    order: fc.integer({ min: 0, max: 3 }),
  })
  .chain((scene) => fc.record({ scene: fc.constant(scene), value: secretIn(scene.secret) }));

const memberNames = (schema: unknown): readonly string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

const bodyOf = ({
  scene,
  value,
}: {
  scene: Parameters<Parameters<typeof scenes.chain>[0]>[0]['scene'];
  value: unknown;
}) => {
  const { operation, secret, card, grouped } = scene;
  const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, value]));
  const shownCard = grouped ? card.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : card;
  const inPlaces = memberNames(operation.members[operation.requestBlock]).map((name) => [
    name,
    [{ ...secrets, [secret]: value, more: { further: value } }],
  ]);
  const [block = ''] = operation.authenticationBlocks;
  return {
    [block]: { DealerCode: '1001', Username: 'apiuser', ...secrets, [secret]: value },
    [operation.requestBlock]: {
      ...Object.fromEntries(inPlaces),
      ...secrets,
      CardNumber: shownCard,
      BinNumber: card,
      Description: `Card ${shownCard}.`,
      [secret]: card,
    },
    [secret]: value,
    Unknown: secrets,
  };
};

describe('The log of requests of one machine (rule 49)', () => {
  test('whatever a body and its answer hold, no secret and no whole card number is kept', () => {
    fc.assert(
      fc.property(scenes, (one) => {
        const { operation, secret, card } = one.scene;
        const body = bodyOf(one);
        const Data = { ...body, ...body[operation.requestBlock], CodeForHash: one.value };
        const codes = ['Success', ...operation.refusals.map(({ code }) => code)];
        const ResultCode = codes[one.scene.order % codes.length];
        const envelope = { Data, ResultCode, ResultMessage: 'CardNumber, CvcNumber and ExpMonth.', Exception: null };
        const kept = recorded(exchangeOf(operation.path, JSON.stringify(body), envelope), words, [DEMO]);
        const text = JSON.stringify(kept);
        expect(text).not.toContain(secret);
        expect(text.replaceAll(/[\s-]/g, '')).not.toContain(card);
        expect(text).not.toContain(card.slice(0, 9));
        expect(kept).toMatchObject({ operation: operation.operation, code: ResultCode });
      }),
      { numRuns: 150 },
    );
  });

  test('a body that is no JSON, and a path that is none, leave nothing but their length', () => {
    fc.assert(
      fc.property(secretText, fc.nat(40), (secret, cut) => {
        const body = JSON.stringify({ DealerAuthentication: { Password: secret } }).slice(0, 35 + (cut % 20));
        const broken = recorded(
          exchangeOf('/DealerSale/GetSale', body, { ResultCode: 'x', ResultMessage: 'y' }),
          words,
          [],
        );
        const unknown = recorded({ ...exchangeOf(`/x/${secret}?a=${secret}`, body), routeKey: '$default' }, words, []);
        const page = recorded({ ...exchangeOf(`/pay/${secret}`, body), routeKey: 'POST /pay/{token}' }, words, []);
        for (const kept of [broken, unknown, page]) expect(JSON.stringify(kept)).not.toContain(secret.slice(0, 8));
        expect(page.path).toBe('/pay/{token}');
      }),
      { numRuns: 50 },
    );
  });

  test('members of a contract are shown as they were sent; an unknown one names what was probably meant', () => {
    const request = { OtherTrxCode: 'N-1', amount: 27.5, Amount: 27.5, DealerCustomerTypeId: '26', ReturnHash: true };
    const body = { DealerAuthentication: { DealerCode: '1001', Password: '' }, PaymentUserPosRequest: request };
    const kept = recorded(exchangeOf('/PaymentUserPos/CreateUserPosPayment', JSON.stringify(body)), words, []);
    expect(kept.request).toEqual({
      DealerAuthentication: { DealerCode: '1001', Password: '‹hidden, empty›' },
      PaymentUserPosRequest: {
        OtherTrxCode: 'N-1',
        '‹unknown member 1, did you mean Amount?›': '‹number of 4 characters›',
        Amount: 27.5,
        DealerCustomerTypeId: '26',
        ReturnHash: true,
      },
    });
  });

  test('a card number that fails its check digit is masked too, and what is none shows as type and length', () => {
    const request = {
      CardNumber: '4111 1111-1111 1112',
      CustomerInformation: 'some text',
      Amount: { a: 1 },
      SubDealer: '',
    };
    const body = { PaymentDealerRequest: request };
    const kept = recorded(exchangeOf('/PaymentDealer/DoDirectPayment', JSON.stringify(body)), words, []);
    expect(kept.request).toEqual({
      PaymentDealerRequest: {
        CardNumber: '411111******1112',
        CustomerInformation: '‹text of 9 characters›',
        Amount: '‹object of 1 member›',
        SubDealer: '',
      },
    });
    const typed = { PaymentDealerRequest: { CardNumber: '41111x', BinNumber: 1 } };
    const other = recorded(exchangeOf('/PaymentDealer/DoDirectPayment', JSON.stringify(typed)), words, []);
    expect(other.request).toMatchObject({ PaymentDealerRequest: { CardNumber: '‹text of 6 characters›' } });
  });

  test('a refusal is explained by its conditions, its advice, and the fields that its message names', () => {
    const body = { PaymentDealerRequest: { InstallmentNumber: 13, CvcNumber: '123' } };
    const answer = {
      Data: null,
      ResultCode: 'PaymentDealer.DoDirectPayment.ThisInstallmentNumberNotAvailableForVirtualPos',
      ResultMessage: 'InstallmentNumber must be 1, 2 or 3; CvcNumber too.',
      Exception: null,
    };
    const { explanation } = recorded(
      exchangeOf('/PaymentDealer/DoDirectPayment', JSON.stringify(body), answer),
      words,
      [],
    );
    expect(explanation?.fields).toMatchObject([
      { name: 'CvcNumber', sent: '‹hidden›' },
      { name: 'InstallmentNumber', sent: 13 },
    ]);
    expect(explanation?.reasons[0]).toMatchObject({
      condition: expect.stringContaining('does not take this number of installments'),
      advice: refusalAdvice.ThisInstallmentNumberNotAvailableForVirtualPos,
    });
  });

  test('where JSON breaks is told by line and column, and nothing of it is quoted', () => {
    const answer = { ResultCode: 'DealerSale.GetSale.InvalidRequest', ResultMessage: 'x' };
    const { explanation, request } = recorded(
      exchangeOf('/DealerSale/GetSale', '{\n  "a": 1 "b": 2 }', answer),
      words,
      [],
    );
    expect(explanation?.findings).toEqual(['The request body is not valid JSON. It breaks at line 2, column 10.']);
    expect(request).toBe('‹19 bytes›');
  });

  test('the last 200 are kept, in their order, and a listener hears of each', async () => {
    const log = new RequestLog(async (exchange) => ({
      ...recorded(exchange, words, []),
      durationMs: exchange.durationMs,
    }));
    const heard: number[] = [];
    const stop = log.listen(({ id }) => heard.push(id));
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 150; index += 1) log.note(exchangeOf('/DealerSale/GetSale', '{}'));
      await log.list();
    }
    const kept = await log.list();
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id, heard.length]).toEqual([200, 101, 300, 300]);
    stop();
    log.note(exchangeOf('/DealerSale/GetSale', '{}'));
    await log.list();
    expect(heard).toHaveLength(300);
  });
});
