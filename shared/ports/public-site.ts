/** A request to the stage's own public address. */
export interface SiteRequest {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly body?: { readonly type: 'application/json' | 'application/x-www-form-urlencoded'; readonly text: string };
}

export interface SiteResponse {
  readonly status: number;
  /** Target of a redirect. Nobody follows it but the caller. */
  readonly location?: string;
  readonly text: string;
}

/**
 * Why there is no answer: `foreign` is an address of another host, which is never called; `too-long` is an answer of more
 * than 256 kB; `time-out` and `no-answer` concern the network.
 */
export type SiteProblem = 'foreign' | 'time-out' | 'no-answer' | 'too-long';

export class SiteUnreachable extends Error {
  override readonly name = 'SiteUnreachable';
  readonly problem: SiteProblem;

  constructor(problem: SiteProblem) {
    super(`the public address gave no answer (${problem})`);
    this.problem = problem;
  }
}

/** The stage as dealers and payers see it. */
export interface PublicSite {
  /** Sends one request, within the time given. Throws SiteUnreachable. */
  ask(request: SiteRequest, time: { readonly timeoutMs: number }): Promise<SiteResponse>;
}
