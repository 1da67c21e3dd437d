import { createGateway } from '../../infra/local/gateway.ts';
import { closeServer, listenOnLoopback } from '../../infra/local/http-body.ts';
import { routeMatcher } from '../../infra/local/routes.ts';
import { newBankDealer } from '../support/bank-merchants.ts';
import { formFor, openPage, payThroughBank, payWith, postForm, quoteFor } from '../support/payer.ts';
import type { StackAddress } from '../support/stack-address.ts';
import { startTap, takenMs } from '../support/wire-tap.ts';
import { aimed, fixed, median, percentile, print, type Row, timed, timeInTurn, total } from './figures.ts';
import { bundled, type Lab, newInstance, type Stack, startStack } from './lab.ts';
import { newOperations, usualLink } from './operations.ts';

const GZIP_AIM_BYTES = 10_000;
const STEPS = ['page view', '3D start', '3D finish', 'result page'] as const;
/** What a page names that a browser loads with it. */
const LOADED = /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc=|<link\b[^>]*\shref=|url\(|@import/g;

/** Every kind of page that a payer sees of the service. */
const pagesIn = async (stack: StackAddress, language: 'tr' | 'en') => {
  const dealer = await newBankDealer({ stack });
  const open = async (fields: object = {}) =>
    openPage(`${(await dealer.newLink({ ...usualLink(), ...fields })).url}?lang=${language}`, language);
  const first = await open();
  const form = await quoteFor(first, 'approved');
  const paid = await open({ RedirectUrl: '', Email: 'elif@example.com' });
  await payThroughBank(paid, 'approved');
  const declined = await payThroughBank(await open(), 'insufficient-funds');
  return {
    'asks for the first digits': first,
    'card form, 12 installment counts': form,
    'hand-over to the bank': await payWith(form, 'approved'),
    'result, passed on to the dealer': await payThroughBank(await open(), 'approved'),
    receipt: await openPage(paid.address, language),
    'declined, to try again': declined,
    'given up, passed on to the dealer': await postForm(formFor(declined, 'give-up'), {}, language),
    'unknown link': await openPage(`${stack.baseUrl}/pay/${'A'.repeat(22)}`, language),
  };
};

const printSizes = async (stack: StackAddress): Promise<void> => {
  const rows: Row[] = [];
  for (const language of ['tr', 'en'] as const) {
    for (const [name, { headers, markup }] of Object.entries(await pagesIn(stack, language))) {
      if (headers.get('content-encoding') !== 'gzip') throw new Error(`The page "${name}" came uncompressed.`);
      const bytes = Number(headers.get('content-length'));
      const requests = 1 + (markup.match(LOADED)?.length ?? 0);
      const sizes = [Buffer.byteLength(markup), bytes, ...aimed(bytes, GZIP_AIM_BYTES)];
      rows.push([name, language, ...sizes, requests, ...aimed(requests, 1)]);
    }
  }
  print(
    "Size of the payer's pages",
    'Bytes of the page and of what goes over the wire; requests are the page itself and what it names.',
    'page, language, raw bytes, gzip bytes, aim, met, requests, aim, met',
    rows,
  );
};

/** Starts a handler that reads one item and answers an empty page, behind a gateway as the app has it. */
const bareRequest = async (lab: Lab, stack: Stack): Promise<() => Promise<number>> => {
  const handler = newInstance(lab, await bundled(lab, 'bare-page.ts'), stack.environmentOf('show-payment-page'));
  const match = routeMatcher([{ routeKey: 'GET /', functionName: 'bare' }]);
  const address = { host: '127.0.0.1', port: 80 };
  const gateway = createGateway(() => ({ address, match, invoke: (_, payload) => handler.invoke(payload) }));
  const url = `http://127.0.0.1:${await listenOnLoopback(gateway, 0)}`;
  lab.resources.defer(() => closeServer(gateway, 0));
  return () => timed(async () => (await fetch(url)).text());
};

/** Prints the sizes of the payer's pages, and the time of a payer's way through them beside a bare handler. */
export const pages = async (lab: Lab): Promise<void> => {
  const stack = await startStack(lab);
  await printSizes(stack);
  const bank = lab.resources.use(await startTap());
  const operations = await newOperations(stack, bank.inFrontOf(stack.baseUrl));
  const steps = STEPS.map((name) => async () => {
    const call = await operations[name]();
    bank.takeCalls();
    return (await timed(call)) - takenMs(bank);
  });
  const subjects = [...steps, await bareRequest(lab, stack)];
  await timeInTurn(subjects, 5);
  const times = await timeInTurn(subjects, lab.amount(150));
  const bareMs = median(times.pop() ?? []);
  const whole = (times[0] ?? []).map((_, round) => total(times.map((ofStep) => ofStep[round] ?? Number.NaN)));
  const rowOf = (name: string, ms: readonly number[], least: number): Row => [
    name,
    ...fixed(median(ms), percentile(ms, 0.9), least, median(ms) / least),
  ];
  print(
    "Time of a payer's way through the pages",
    `${lab.amount(150)} links paid with 3D over HTTP, without the bank's share, which is measured at the wire, and in turn with the\n` +
      'steps a request to a bare handler (one read, an empty page) behind a gateway of the same kind. No aim is set.',
    'step, p50 ms, p90 ms, bare ms, ratio',
    [
      ...STEPS.map((name, index) => rowOf(name, times[index] ?? [], bareMs)),
      rowOf('whole path', whole, STEPS.length * bareMs),
    ],
  );
};
