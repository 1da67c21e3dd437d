import type { OperationView, PageState, SampleCall } from '../request-view.ts';
import { asCurl, asTypeScript, fillIn } from '../snippets.ts';
import { button, byId, codeBlock, copy, element, fieldById, pretty } from './elements.ts';

// Shows one operation with a request that works, sends it, and shows the answer.

const MOST_WAITS = 20;
const WAIT_MS = 1000;

interface Envelope {
  readonly ResultCode?: unknown;
  readonly Data?: unknown;
}

let shown: OperationView | undefined;
let state: PageState | undefined;
let code = '';
let sending = false;

const newCode = (): string => `try-${crypto.randomUUID().slice(0, 13)}`;

const signedAccount = (): Readonly<Record<string, string>> => {
  const { DealerCode = '', Username = '', Password = '', CheckKey = '' } = state?.accounts[0] ?? {};
  return { DealerCode, Username, Password, CheckKey };
};

const bodyOf = (call: SampleCall): Readonly<Record<string, unknown>> => ({
  [call.authenticationBlock]: signedAccount(),
  [call.requestBlock]: call.request,
});

const addressOf = (path: string): string => `${location.origin}${path}`;

const problem = (text: string): void => {
  byId('problem').textContent = text;
  byId('problem').hidden = text === '';
};

/** The body as it stands in the field; undefined, and the reason shown, where it is no JSON object. */
const typedBody = (): Record<string, unknown> | undefined => {
  try {
    const typed: unknown = JSON.parse(fieldById('body').value);
    if (typeof typed !== 'object' || typed === null || Array.isArray(typed)) throw new SyntaxError('no object');
    problem('');
    return typed as Record<string, unknown>;
  } catch {
    problem('The request is not a JSON object. It can be sent as it is, to see the refusal.');
    return undefined;
  }
};

const post = async (path: string, body: string): Promise<{ status: number; text: string; envelope: Envelope }> => {
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const text = await response.text();
  try {
    return { status: response.status, text, envelope: JSON.parse(text) as Envelope };
  } catch {
    return { status: response.status, text, envelope: {} };
  }
};

const isSuccess = ({ ResultCode }: Envelope): boolean => ResultCode === 'Success';

/** Sends what the request builds on. Answers the filled request, or undefined where a call before it was refused. */
const sendBefore = async ({ before, path }: OperationView): Promise<readonly unknown[] | undefined> => {
  const answers: unknown[] = [];
  for (const call of before) {
    const { envelope, status, text } = await post(call.path, JSON.stringify(fillIn(bodyOf(call), code, answers)));
    if (!isSuccess(envelope)) {
      showAnswer({ status, text, envelope }, `${call.operation}, which ${path} builds on, was refused`);
      return undefined;
    }
    answers.push(envelope);
  }
  return answers;
};

const pageLinks = (data: unknown): readonly HTMLElement[] => {
  const url = typeof data === 'object' && data !== null ? (data as { Url?: unknown }).Url : data;
  return typeof url === 'string' && url.startsWith(`${location.origin}/`)
    ? [element('a', { href: url, target: '_blank', rel: 'noopener', class: 'open' }, 'Open the payer’s page')]
    : [];
};

/** Leads to the newest refusal of the log, which explains itself. */
const whyLink = (): HTMLElement => {
  const link = element('a', { href: '#log', class: 'open' }, 'See why, and how to mend it');
  link.addEventListener('click', () => {
    document.querySelector('#requests > [data-kind~="refused"] details')?.setAttribute('open', '');
  });
  return link;
};

const showAnswer = ({ status, text, envelope }: Awaited<ReturnType<typeof post>>, title = 'Answer'): void => {
  const codeText = typeof envelope.ResultCode === 'string' ? envelope.ResultCode : `HTTP ${status}`;
  const why = isSuccess(envelope) ? [] : [whyLink()];
  byId('answer').replaceChildren(
    element('h3', {}, title),
    element('p', { class: `code ${isSuccess(envelope) ? 'good' : 'bad'}` }, codeText),
    codeBlock(Object.keys(envelope).length === 0 ? text : pretty(envelope), 'Answer'),
    ...pageLinks(envelope.Data),
    ...why,
  );
};

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, WAIT_MS);
  });

/** Whether the answer tells that something has not happened yet that happens by itself. */
const mustWait = ({ waitsWhile }: OperationView, { ResultCode }: Envelope): boolean =>
  waitsWhile !== undefined && typeof ResultCode === 'string' && ResultCode.endsWith(waitsWhile);

const sendShown = async (operation: OperationView): Promise<void> => {
  const answers = await sendBefore(operation);
  if (answers === undefined) return;
  const body = fillIn(fieldById('body').value, code, answers);
  fieldById('body').value = body;
  let answer = await post(operation.path, body);
  for (let waits = 0; waits < MOST_WAITS && mustWait(operation, answer.envelope); waits += 1) {
    await pause();
    answer = await post(operation.path, body);
  }
  showAnswer(answer);
};

const send = async (): Promise<void> => {
  const operation = shown;
  if (operation === undefined || sending) return;
  sending = true;
  byId('send').setAttribute('aria-disabled', 'true');
  try {
    typedBody();
    await sendShown(operation);
  } catch {
    byId('answer').replaceChildren(
      element('p', { class: 'problem' }, 'The service does not answer. Is npm start still running?'),
    );
  } finally {
    sending = false;
    byId('send').removeAttribute('aria-disabled');
  }
};

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Puts the right CheckKey of whatever account stands in the field. */
const sign = async (): Promise<void> => {
  const body = typedBody();
  const block = body?.[shown?.authenticationBlock ?? ''] as Record<string, unknown> | undefined;
  if (body === undefined || typeof block !== 'object') return;
  const text = `${String(block.DealerCode)}MK${String(block.Username)}PD${String(block.Password)}`;
  block.CheckKey = hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  fieldById('body').value = pretty(body);
};

const showBefore = ({ before }: OperationView): void => {
  byId('before').hidden = before.length === 0;
  const calls = before.map((call) => element('li', {}, element('code', {}, call.path)));
  byId('before')
    .querySelector('ol')
    ?.replaceChildren(...calls);
};

/** Shows an operation with a request that nothing has sent yet. */
const show = (operation: OperationView): void => {
  shown = operation;
  code = newCode();
  byId('try-title').textContent = operation.title;
  byId('path').textContent = `POST ${operation.path}`;
  byId('about').textContent = operation.description.replaceAll(/`|\*\*/g, '');
  fieldById('body').value = pretty(fillIn(bodyOf(operation), code, []));
  problem('');
  byId('answer').replaceChildren();
  showBefore(operation);
  for (const one of document.querySelectorAll<HTMLElement>('#operations a')) {
    if (one.dataset.operation === operation.operation) one.setAttribute('aria-current', 'true');
    else one.removeAttribute('aria-current');
  }
  (byId('operation') as HTMLSelectElement).value = operation.operation;
};

const choose = (operation: OperationView): void => {
  show(operation);
  history.replaceState(undefined, '', `#${operation.operation}`);
};

const fillNavigation = (operations: readonly OperationView[]): void => {
  for (const group of new Set(operations.map((one) => one.group))) {
    const members = operations.filter((one) => one.group === group);
    const links = members.map((one) => {
      const link = element('a', { href: `#${one.operation}`, 'data-operation': one.operation }, one.title);
      link.addEventListener('click', (event) => {
        event.preventDefault();
        choose(one);
      });
      return element('li', {}, link);
    });
    byId('operations').append(element('h3', {}, group), element('ul', {}, ...links));
    const options = members.map((one) => element('option', { value: one.operation }, one.title));
    byId('operation').append(element('optgroup', { label: group }, ...options));
  }
};

const tendCopies = (): void => {
  const offer = (id: string, text: (path: string) => string | undefined): void => {
    const pressed = byId(id);
    pressed.addEventListener('click', () => {
      const copied = shown === undefined ? undefined : text(shown.path);
      if (copied !== undefined) void copy(copied, pressed);
    });
  };
  offer('curl', (path) => asCurl(addressOf(path), fieldById('body').value));
  offer('typescript', (path) => {
    const body = typedBody();
    return body === undefined ? undefined : asTypeScript(addressOf(path), body);
  });
};

/** Fills account, cards and operations, and tends the buttons. */
export const tendOperations = (page: PageState): void => {
  state = page;
  fillNavigation(page.operations);
  byId('operation').addEventListener('change', (event) => {
    const chosen = page.operations.find(({ operation }) => operation === (event.target as HTMLSelectElement).value);
    if (chosen !== undefined) choose(chosen);
  });
  byId('send').addEventListener('click', () => void send());
  byId('sign').addEventListener('click', () => void sign());
  byId('reset').addEventListener('click', () => {
    if (shown !== undefined) show(shown);
  });
  fieldById('body').addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
  });
  tendCopies();
  const named = page.operations.find(({ operation }) => `#${operation}` === location.hash);
  const [first] = page.operations;
  const begin = named ?? first;
  if (begin !== undefined) show(begin);
};

/** The account and the test cards, each value with a button that copies it. */
export const fillFacts = ({ accounts, cards }: PageState): void => {
  const [account] = accounts;
  if (account === undefined) return;
  for (const name of ['DealerCode', 'Username', 'Password', 'CheckKey'] as const) {
    const value = account[name];
    const press = button(value, () => void copy(value, press), { class: 'value', title: `Copy ${name}` });
    byId('account').append(element('div', {}, element('dt', {}, name), element('dd', {}, press)));
  }
  for (const { number, does } of cards) {
    const grouped = number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    const press = button(grouped, () => void copy(number, press), { class: 'value', title: 'Copy the number' });
    byId('cards').append(element('li', {}, press, element('span', {}, does)));
  }
};
