import type { Explanation, PageState, RecordedRequest } from '../request-view.ts';
import { asCurl, replayable } from '../snippets.ts';
import { button, byId, codeBlock, copy, element, pretty, timeOf } from './elements.ts';

// The last requests, each with its masked bodies, and why it was refused.

const MOST_REQUESTS = 200;

const isRefused = ({ code, status }: RecordedRequest): boolean =>
  code === undefined ? status >= 400 : code !== 'Success';

const listOf = (entries: readonly (Node | string)[]): HTMLElement =>
  element('ul', {}, ...entries.map((entry) => element('li', {}, entry)));

const reasonsOf = ({ reasons }: Explanation): readonly Node[] =>
  reasons.length === 0
    ? []
    : [
        element('h3', {}, 'This code is answered where'),
        ...reasons.map(({ step, condition, advice }) =>
          element(
            'div',
            { class: 'reason' },
            element('p', {}, element('b', {}, `${step}: `), condition.replaceAll('`', '')),
            element('p', { class: 'mend' }, element('b', {}, 'Mend it: '), advice),
          ),
        ),
      ];

const fieldsOf = ({ fields }: Explanation): readonly Node[] =>
  fields.length === 0
    ? []
    : [
        element('h3', {}, 'What was sent'),
        ...fields.map(({ name, sent, says }) =>
          element(
            'div',
            { class: 'reason' },
            element(
              'p',
              {},
              element('code', {}, `${name}: ${sent === undefined ? 'not given' : JSON.stringify(sent)}`),
            ),
            element('p', { class: 'soft' }, says.replaceAll('`', '')),
          ),
        ),
      ];

const explained = (explanation: Explanation): HTMLElement =>
  element(
    'div',
    { class: 'explained' },
    ...(explanation.findings.length === 0 ? [] : [element('h3', {}, 'Found'), listOf(explanation.findings)]),
    ...(explanation.hashed === undefined
      ? []
      : [element('h3', {}, 'The text that CheckKey is the SHA-256 of'), codeBlock(explanation.hashed, 'Text to hash')]),
    ...fieldsOf(explanation),
    ...reasonsOf(explanation),
  );

const bodies = (request: RecordedRequest): HTMLElement => {
  const block = (title: string, value: unknown): HTMLElement =>
    element('div', {}, element('h3', {}, title), codeBlock(typeof value === 'string' ? value : pretty(value), title));
  return element(
    'div',
    { class: 'bodies' },
    ...(request.request === undefined ? [] : [block('Request, masked', request.request)]),
    ...(request.answer === undefined ? [] : [block('Answer, masked', request.answer)]),
  );
};

const replayButton = (request: RecordedRequest, { accounts, cards }: PageState): readonly Node[] => {
  const body = replayable(request.request, {
    accounts,
    cards: cards.map(({ number }) => number),
  });
  if (body === undefined) return [];
  const text = asCurl(`${location.origin}${request.path}`, JSON.stringify(body));
  const press = button('Copy as curl, to send again', () => void copy(text, press));
  return [
    press,
    element('p', { class: 'soft' }, 'Signed with a demo account; test values stand where secrets were hidden.'),
  ];
};

const entryOf = (request: RecordedRequest, page: PageState): HTMLElement => {
  const refused = isRefused(request);
  const details = element('details', {});
  const code = request.code ?? `HTTP ${request.status}`;
  details.append(
    element(
      'summary',
      {},
      element('time', {}, timeOf(request.atMs)),
      element('span', { class: 'what' }, request.operation ?? `${request.method} ${request.path}`),
      element('span', { class: `mark ${refused ? 'bad' : 'good'}` }, code.slice(code.lastIndexOf('.') + 1)),
      element('span', { class: 'soft ms' }, `${request.durationMs} ms`),
    ),
  );
  // Two hundred bodies are laid out when somebody looks at them.
  details.addEventListener(
    'toggle',
    () =>
      details.append(
        element('p', {}, element('code', {}, `${request.method} ${request.path}`), ` HTTP ${request.status}`),
        ...(refused && request.code !== undefined
          ? [element('p', { class: 'sentence' }, element('code', {}, request.code), ` ${request.message ?? ''}`)]
          : []),
        ...(request.explanation === undefined ? [] : [explained(request.explanation)]),
        bodies(request),
        ...replayButton(request, page),
      ),
    { once: true },
  );
  const entry = element('li', {}, details);
  entry.dataset.kind = [request.operation === undefined ? 'page' : 'operation', refused ? 'refused' : 'good'].join(' ');
  return entry;
};

type Filter = 'only-operations' | 'only-refused' | 'all-requests';
const SELECTORS: Readonly<Record<Filter, string>> = {
  'only-operations': '[data-kind~="operation"], [data-kind~="refused"]',
  'only-refused': '[data-kind~="refused"]',
  'all-requests': '*',
};
let filter: Filter = 'only-operations';

const applyFilter = (): void => {
  let shown = 0;
  for (const entry of byId('requests').children) {
    if (!(entry instanceof HTMLElement)) continue;
    entry.hidden = !entry.matches(SELECTORS[filter]);
    if (!entry.hidden) shown += 1;
  }
  byId('no-requests').hidden = shown > 0;
};

const known = new Set<number>();

/** Shows requests, the newest first, each once. */
export const showRequests = (requests: readonly RecordedRequest[], page: PageState): void => {
  for (const request of requests) {
    if (known.has(request.id)) continue;
    known.add(request.id);
    byId('requests').prepend(entryOf(request, page));
  }
  while (byId('requests').children.length > MOST_REQUESTS) byId('requests').lastElementChild?.remove();
  applyFilter();
};

/** Forgets what another run of the service showed. */
export const forgetRequests = (): void => {
  known.clear();
  byId('requests').replaceChildren();
};

export const tendFilter = (): void => {
  for (const id of Object.keys(SELECTORS) as Filter[]) {
    byId(id).addEventListener('click', () => {
      filter = id;
      for (const one of Object.keys(SELECTORS)) byId(one).setAttribute('aria-pressed', String(one === id));
      applyFilter();
    });
  }
};
