import { failureResponse, type HttpResponse } from '../../../shared/http/envelope.ts';

/**
 * Operations of the interface that the service leaves out on purpose, by their paths. They are answered as a dealer is who
 * may not call an operation: clients read the envelope, and throw on 404 (decisions: paths).
 */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['/Dealer/CreateDirectDealer', 'Dealer.CreateDirectDealer'],
  ['/Dealer/UpdateDealer', 'Dealer.UpdateDealer'],
]);

const SENTENCE =
  'Dealers and sub-dealers are entered and changed by the operators of this service. No program can do it: ask them.';

/** The answer at the path of an operation that is left out; undefined at any other path. It is the same for everybody. */
export const leftOutAnswer = (path: string): HttpResponse | undefined => {
  const prefix = LEFT_OUT.get(path);
  if (prefix === undefined) return undefined;
  return failureResponse({ code: `${prefix}.NoAllowedToUseThisWebService`, sentence: SENTENCE });
};
