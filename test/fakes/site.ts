import {
  type PublicSite,
  type SiteRequest,
  type SiteResponse,
  SiteUnreachable,
} from '../../shared/ports/public-site.ts';

/** What an address of the fake answers; `silent` never does, `endless` without an end. */
export type FakeAnswer = SiteResponse | 'silent' | 'endless';

/** A stage whose answers a test decides. */
export class FakeSite implements PublicSite {
  readonly asked: SiteRequest[] = [];
  readonly #baseUrl: string;
  readonly #answer: (request: SiteRequest) => FakeAnswer;

  constructor(baseUrl: string, answer: (request: SiteRequest) => FakeAnswer) {
    this.#baseUrl = baseUrl;
    this.#answer = answer;
  }

  ask(request: SiteRequest): Promise<SiteResponse> {
    if (URL.parse(request.address)?.origin !== new URL(this.#baseUrl).origin) {
      return Promise.reject(new SiteUnreachable('foreign'));
    }
    this.asked.push(request);
    const answer = this.#answer(request);
    if (answer === 'silent') return Promise.reject(new SiteUnreachable('time-out'));
    if (answer === 'endless') return Promise.reject(new SiteUnreachable('too-long'));
    return Promise.resolve(answer);
  }
}
