import { type Html, html } from '../../pages/html.ts';
import { type ArrivedResult, resultFieldNames } from '../arrived-result.ts';
import type { Candidate, Verdict, Verification } from '../verify-result.ts';
import { type ArrivedAt, arrivedTable } from './arrived-table.ts';
import { layout, type ShopPage } from './layout.ts';
import { type VerdictWords, verdictHead } from './verdict-head.ts';

export interface ResultView {
  readonly arrived: ArrivedResult;
  /** Absent where the shop does not know CodeForHash: the payment was made by somebody else's call. */
  readonly verification?: Verification | undefined;
  /** True where the person at the browser gave CodeForHash: it may be shown to that person again. */
  readonly given: boolean;
  /** True where the order had the other result already. */
  readonly contradicts: boolean;
  readonly inFrame: boolean;
}

const arrivedAt: ArrivedAt = {
  path: '/shop/result',
  only: 'only the hash tells',
  notes: {
    hashValue: 'decides: nobody can make it without CodeForHash',
    resultCode: 'empty where it was paid, else the bank code of the last decline',
    resultMessage: 'the words to it, for the log',
    trxCode: 'VirtualPosOrderId: names the charge at the bank',
    OtherTrxCode: 'the shop finds its order by it',
  },
};

const verdicts: Readonly<Record<Verdict, VerdictWords>> = {
  paid: { title: 'Paid', says: 'The hash proves that the payment succeeded. The shop ships the order.' },
  'not-paid': { title: 'Not paid', says: 'The hash proves that the payment failed. The shop offers to try again.' },
  forged: {
    title: 'Not proved',
    says: 'The hash fits neither outcome of this order. The shop changes nothing, whatever the other fields say.',
  },
};

/** By a CodeForHash that somebody gave, no order of the shop changes. */
const givenVerdicts: Readonly<Record<Verdict, VerdictWords>> = {
  paid: { title: 'Paid', says: 'The hash proves that the payment with this CodeForHash succeeded.' },
  'not-paid': { title: 'Not paid', says: 'The hash proves that the payment with this CodeForHash failed.' },
  forged: { title: 'Not proved', says: 'The hash fits neither outcome of the payment with this CodeForHash.' },
};

const contradiction: VerdictWords = {
  title: 'Not proved',
  says: 'The order had the other result before, and its CodeForHash was shown then. The first result counts.',
};

const notVerified: VerdictWords = {
  title: 'A result has arrived',
  says: 'Nothing is proved yet: its hash has to be verified.',
};

const wordsOf = ({ verification, given, contradicts }: ResultView): VerdictWords => {
  if (verification === undefined) return notVerified;
  if (contradicts) return contradiction;
  return (given ? givenVerdicts : verdicts)[verification.verdict];
};

const candidateBox = ({ letter, text, digest, matches }: Candidate): Html =>
  html`<div class="try${matches ? html` hit` : undefined}"><p><b>${letter}</b> ${letter === 'T' ? 'true: paid' : 'false: not paid'}</p>
<dl><dt>string</dt><dd><code>${text.slice(0, -1)}<mark>${letter}</mark></code></dd>
<dt>SHA-256</dt><dd><code>${digest}</code></dd></dl></div>`;

/** Who read the hashes could post one of them: they are as secret as CodeForHash. */
const hiddenBox = html`<div class="try"><p>Not shown: whoever saw one of the two hashes could post it as a result.</p></div>`;

const comparison = (
  { candidates }: Verification,
  shown: boolean,
): Html => html`<div class="wide"><table class="facts"><tbody>
${candidates.map(({ letter, digest, matches }) => html`<tr><th scope="row">with <b>${letter}</b></th><td>${shown ? html`<code>${digest}</code>` : undefined}<small class="${matches ? 'yes' : 'no'}">${matches ? 'the same' : 'another one'}</small></td></tr>`)}
</tbody></table></div><p class="soft">Compared in constant time, so that nobody learns the hash digit by digit.</p>`;

const stepsOf = (verification: Verification, view: ResultView): Html => {
  const { arrived, given, contradicts } = view;
  const { verdict, candidates } = verification;
  const { hashValue, OtherTrxCode } = arrived.fields;
  const fits = candidates.find(({ matches }) => matches);
  const shown = given || fits !== undefined;
  const found = given
    ? html`You gave the <code>CodeForHash</code> of the payment.`
    : html`By <code>OtherTrxCode</code> <code>${OtherTrxCode}</code> the shop finds the <code>CodeForHash</code> that the service answered when the payment was made. Until its result no browser has seen it.`;
  const usedUp = html`<p class="soft">CodeForHash is shown because it is used up: the order has its result, and takes no other. A real shop never shows it.</p>`;
  return html`<section><h2>How the shop verified it</h2><ol class="steps">
<li><h3>Find the secret</h3><p>${found}</p></li>
<li><h3>Add a letter, and hash</h3><p>CodeForHash with <mark>T</mark> behind it, and with <mark>F</mark>, each through SHA-256:</p>
${shown ? candidates.map(candidateBox) : hiddenBox}${shown && !given ? usedUp : undefined}</li>
<li><h3>Compare</h3><p><code>hashValue</code> is <code>${hashValue === '' ? 'empty' : hashValue}</code>.</p>${comparison(verification, shown)}</li>
<li><h3>Decide</h3><p><strong>${fits === undefined ? 'Neither fits.' : `${fits.letter} fits.`}</strong> ${wordsOf(view).says}</p></li></ol>
${fits === undefined || contradicts || verdict === 'forged' ? undefined : html`<details><summary>The same in a terminal</summary><pre tabindex="0">printf %s '${fits.text}' | sha256sum</pre></details>`}</section>`;
};

/** Asks for what only the maker of the payment knows. */
const askForSecret = ({ fields }: ArrivedResult): Html => html`<section><h2>Verify it</h2>
<p>This shop did not make the payment, so it does not know the <code>CodeForHash</code>. It stands in the answer to the call that did.</p>
<form method="post" action="/shop/verify" autocomplete="off">
${resultFieldNames.map((name) => html`<input type="hidden" name="${name}" value="${fields[name]}">\n`)}<label>CodeForHash<input name="codeForHash" maxlength="200" required autofocus></label>
<button>Verify</button></form></section>`;

/** The POST that arrived, and how its hash is verified step by step. */
export const resultPage = (view: ResultView): ShopPage => {
  const { arrived, verification, contradicts, inFrame } = view;
  const { title, says } = wordsOf(view);
  return layout({
    title: `${title} – demo shop`,
    inFrame,
    content: html`${verdictHead(contradicts ? 'forged' : (verification?.verdict ?? 'open'), { title, says })}
${verification === undefined ? html`${askForSecret(arrived)}${arrivedTable(arrived, arrivedAt)}` : html`${arrivedTable(arrived, arrivedAt)}${stepsOf(verification, view)}`}
<p><a class="back" href="/shop">Back to the shop</a></p>`,
  });
};
