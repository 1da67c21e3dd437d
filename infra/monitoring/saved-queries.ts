import { tryFieldNames, tryMetricNames } from '../../shared/observability/plan-metrics.ts';

/** A question to the log that an operator asks, as a saved query of CloudWatch Logs Insights. */
export interface SavedQuery {
  readonly name: string;
  /**
   * Whose log it asks: of the functions of the api stack, of the records stack, of the workers, of the desk, or the access log
   * of the API or of the desk.
   */
  readonly asks: 'called' | 'records' | 'workers' | 'desk' | 'access' | 'desk access';
  readonly text: string;
}

/** Lines of one order: its calls to the bank, and the answers that held one. Put the order in the quotes. */
const OF_AN_ORDER = `fields @timestamp, operation, call, gateway, answer, code, unusable, BankCallMs, OwnTimeMs, bankMs, correlationId
| filter orderId = "ORDER-"
| sort @timestamp asc
| limit 200`;

const ERRORS = `filter level = "ERROR"
| stats count(*) as errors, latest(@timestamp) as latest by service, message, errorName, errorDetail
| sort errors desc`;

/** What Lambda itself writes about a call that threw, crashed, or ran out of time or memory. The log's name ends with the function's. */
const FAILED_CALLS = `filter type = "platform.report" and record.status != "success"
| stats count(*) as calls, latest(@timestamp) as latest by @log, record.status
| sort calls desc`;

/** A question to all functions that dealers call. They have more log groups than one query may ask, so it is saved twice. */
const ofDealers = (name: string, text: string): readonly SavedQuery[] => [
  { name, asks: 'called', text },
  { name: `${name} (records)`, asks: 'records', text },
];

const THROTTLED = `filter status = "429" and integrationStatus = "-"
| stats count(*) as requests by routeKey
| sort requests desc`;

/** The saved queries of a stage. The runbook names them; each field is one that a line really has (template test). */
export const savedQueries: readonly SavedQuery[] = [
  { name: 'payment by order id', asks: 'called', text: OF_AN_ORDER },
  { name: 'payment by order id (workers)', asks: 'workers', text: OF_AN_ORDER },
  ...ofDealers('errors by function', ERRORS),
  { name: 'errors by function (workers)', asks: 'workers', text: ERRORS },
  ...ofDealers('failed calls by function', FAILED_CALLS),
  { name: 'failed calls by function (workers)', asks: 'workers', text: FAILED_CALLS },
  ...ofDealers(
    'refusals by code',
    `filter message = "answered" and code != "Success" and code not like /^[23]/
| stats count(*) as answers by operation, code
| sort answers desc`,
  ),
  {
    name: 'declines by bank and code',
    asks: 'called',
    text: `filter answer in ["declined", "not-sent", "failed"]
| stats count(*) as declines by gateway, call, code
| sort declines desc`,
  },
  {
    name: 'charges without an answer',
    asks: 'called',
    text: `filter answer = "unknown"
| fields @timestamp, gateway, call, orderId, BankCallMs
| sort @timestamp desc
| limit 200`,
  },
  ...ofDealers(
    'slow calls',
    `filter message = "answered"
| stats count(*) as answers, pct(OwnTimeMs, 50) as own50, pct(OwnTimeMs, 99) as own99, pct(bankMs, 99) as bank99 by operation
| sort own99 desc`,
  ),
  ...ofDealers(
    'requests of a dealer',
    `filter message = "answered" and dealerCode = "1001"
| fields @timestamp, operation, code, OwnTimeMs, bankMs, orderId, correlationId
| sort @timestamp desc
| limit 200`,
  ),
  ...ofDealers(
    'one request by correlation id',
    `filter correlationId = ""
| fields @timestamp, service, level, message, operation, code, errorName, errorDetail, OwnTimeMs, bankMs, orderId
| sort @timestamp asc`,
  ),
  {
    name: 'plans not charged by dealer',
    asks: 'workers',
    text: `filter message in ["payment plan not charged", "payment plan not put off"]
| stats count(*) as plans, latest(@timestamp) as latest by dealerCode, errorName
| sort plans desc`,
  },
  {
    name: 'ends of tries of payment plans',
    asks: 'workers',
    text: `filter ispresent(PlanTriesVirtualPos)
| stats ${Object.values({ ...tryMetricNames, ...tryFieldNames })
      .map((name) => `sum(${name}) as ${name.slice('PlanTries'.length)}`)
      .join(', ')}`,
  },
  { name: 'throttled requests by route', asks: 'access', text: THROTTLED },
  { name: 'errors by function (desk)', asks: 'desk', text: ERRORS },
  { name: 'failed calls by function (desk)', asks: 'desk', text: FAILED_CALLS },
  { name: 'payment by order id (desk)', asks: 'desk', text: OF_AN_ORDER },
  { name: 'throttled requests by route (desk)', asks: 'desk access', text: THROTTLED },
];

/** The name under which CloudWatch shows a query. A slash makes a folder there. */
export const queryNameOf = (stage: string, { name }: Pick<SavedQuery, 'name'>): string =>
  `payment-link/${stage}/${name}`;
