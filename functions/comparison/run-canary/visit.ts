import type { Clock } from '../../../shared/ports/clock.ts';
import {
  type PublicSite,
  type SiteRequest,
  type SiteResponse,
  SiteUnreachable,
} from '../../../shared/ports/public-site.ts';
import { filledIn, formsIn, type PageForm } from './page-forms.ts';

/** Longest time of one request: more than a charge takes at a bank that answers. */
const REQUEST_MS = 25_000;
/** A request is begun only with this much time left. */
const LEAST_MS = 1_000;
const MAX_REDIRECTS = 3;

/** The steps of a run, by the names in its log line. */
export type CanaryStep =
  | 'look-up'
  | 'create-link'
  | 'open-page'
  | 'cancel-link'
  | 'pay-by-card'
  | 'pass-3d'
  | 'finish-payment'
  | 'verify-result'
  | 'look-up-link';

/** A step did not end as it should. `code` holds no text of an answer: a code of ours, a status or a cause. */
export class CanaryFailure extends Error {
  override readonly name = 'CanaryFailure';
  readonly step: CanaryStep;
  readonly code: string;

  constructor(step: CanaryStep, code: string) {
    super(`the canary failed at ${step} (${code})`);
    this.step = step;
    this.code = code;
  }
}

/** A page as a payer without script sees it. */
export interface VisitedPage {
  readonly address: string;
  readonly markup: string;
  readonly forms: readonly PageForm[];
}

export interface VisitOptions {
  readonly site: PublicSite;
  readonly clock: Clock;
  /** When the run must be over. */
  readonly deadlineMs: number;
}

const FORM = 'application/x-www-form-urlencoded';

/** One visitor of the stage: every request is bounded by its own time and by the run's. */
export const visitor = ({ site, clock, deadlineMs }: VisitOptions) => {
  const ask = async (step: CanaryStep, request: SiteRequest): Promise<SiteResponse> => {
    const timeoutMs = Math.min(REQUEST_MS, deadlineMs - clock.now());
    if (timeoutMs < LEAST_MS) throw new CanaryFailure(step, 'no time left');
    try {
      return await site.ask(request, { timeoutMs });
    } catch (error) {
      throw error instanceof SiteUnreachable ? new CanaryFailure(step, error.problem) : error;
    }
  };

  const pageAt = async (step: CanaryStep, request: SiteRequest): Promise<VisitedPage> => {
    let asked = request;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { status, location, text } = await ask(step, asked);
      if (status === 200) return { address: asked.address, markup: text, forms: formsIn(text, asked.address) };
      const target = location === undefined ? null : URL.parse(location, asked.address);
      if (status !== 302 && status !== 303) throw new CanaryFailure(step, `HTTP ${status}`);
      if (target === null) throw new CanaryFailure(step, 'no redirect target');
      asked = { method: 'GET', address: target.href };
    }
    throw new CanaryFailure(step, 'too many redirects');
  };

  return {
    ask,
    open: (step: CanaryStep, address: string): Promise<VisitedPage> => pageAt(step, { method: 'GET', address }),
    /** Posts a form as a browser does, and follows redirects to the next page. */
    post: (
      step: CanaryStep,
      form: PageForm | undefined,
      typed: Readonly<Record<string, string>> = {},
    ): Promise<VisitedPage> => {
      if (form === undefined) throw new CanaryFailure(step, 'no form');
      const body = { type: FORM, text: filledIn(form, typed) } as const;
      return pageAt(step, { method: 'POST', address: form.action, body });
    },
  };
};

export type Visitor = ReturnType<typeof visitor>;
