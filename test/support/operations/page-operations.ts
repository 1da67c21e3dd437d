import { answerPayer as answerStoredCard } from '../../../functions/payer/pay-with-stored-card/answer-payer.ts';
import { contract as storedCardContract } from '../../../functions/payer/pay-with-stored-card/contract.ts';
import { payWithStoredCard } from '../../../functions/payer/pay-with-stored-card/pay-with-stored-card.ts';
import { contract as quoteContract } from '../../../functions/payer/quote-installments/contract.ts';
import { quoteInstallments } from '../../../functions/payer/quote-installments/quote-installments.ts';
import { contract as redirectContract } from '../../../functions/payer/redirect-payer/contract.ts';
import { redirectPayer } from '../../../functions/payer/redirect-payer/redirect-payer.ts';
import { contract as receiptContract } from '../../../functions/payer/send-receipt/contract.ts';
import { sendReceipt } from '../../../functions/payer/send-receipt/send-receipt.ts';
import { contract as qrContract } from '../../../functions/payer/show-link-qr/contract.ts';
import { showLinkQr } from '../../../functions/payer/show-link-qr/show-link-qr.ts';
import { contract as pageContract } from '../../../functions/payer/show-payment-page/contract.ts';
import { showPaymentPage } from '../../../functions/payer/show-payment-page/show-payment-page.ts';
import { answerPayer as answerStart } from '../../../functions/payer/start-payment/answer-payer.ts';
import { contract as startContract } from '../../../functions/payer/start-payment/contract.ts';
import { withQuoteLimits } from '../../../functions/payer/start-payment/limit-quotes.ts';
import { startPayment } from '../../../functions/payer/start-payment/start-payment.ts';
import { contract as showLinkContract } from '../../../functions/reusable-link/show-reusable-link/contract.ts';
import { showReusableLink } from '../../../functions/reusable-link/show-reusable-link/show-reusable-link.ts';
import { contract as startLinkContract } from '../../../functions/reusable-link/start-reusable-link/contract.ts';
import { startReusableLink } from '../../../functions/reusable-link/start-reusable-link/start-reusable-link.ts';
import { answerPayer as answerCallback } from '../../../functions/three-d-payment/complete-3d/answer-payer.ts';
import { complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { contract as completeContract } from '../../../functions/three-d-payment/complete-3d/contract.ts';
import { answerPayer as answerBox } from '../../../functions/three-d-payment/open-3d-payment/answer-payer.ts';
import { beginAttempt } from '../../../functions/three-d-payment/open-3d-payment/begin-attempt.ts';
import { contract as boxContract } from '../../../functions/three-d-payment/open-3d-payment/contract.ts';
import { answerPayer as answerStoredBox } from '../../../functions/three-d-payment/open-stored-card-payment/answer-payer.ts';
import { beginWithStoredCard } from '../../../functions/three-d-payment/open-stored-card-payment/begin-with-stored-card.ts';
import { contract as storedBoxContract } from '../../../functions/three-d-payment/open-stored-card-payment/contract.ts';
import { dynamoDealerLooks } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoLinkRequestCounters } from '../../../shared/adapters/dynamodb/limit/link-request-counters.ts';
import { dynamoQuoteCounters } from '../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { dynamoBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import { doubleBoxOpener } from '../../../shared/adapters/vault/box-vault.ts';
import type { HttpContract } from '../../../shared/http/contract.ts';
import { type PageHandlerOptions, pageHandler } from '../../../shared/http/page-handler.ts';
import { listedTestCards } from '../../../shared/nestpay/listed-test-cards.ts';
import { offeredCards } from '../../../shared/payment-flow/offered-cards.ts';
import { openBox } from '../../../shared/payment-flow/open-box.ts';
import { closedGateBreaker } from '../../fakes/breaker.ts';
import { FakeMetrics } from '../../fakes/log.ts';
import type { PortsInMemory } from './ports-in-memory.ts';
import type { ServedOperation } from './served-operation.ts';

/** More requests a minute than a test makes of one reusable link. */
const REQUESTS_PER_MINUTE = 600;

/** What pages take beside the ports of operations. */
const pagePorts = (ports: PortsInMemory, table: Table) => ({
  ...ports,
  looks: dynamoDealerLooks(table),
  quotes: dynamoQuoteCounters(table),
  gateBreaker: closedGateBreaker,
  boxes: dynamoBoxes(table),
  boxOpener: doubleBoxOpener(ports.opener),
  counters: dynamoLinkRequestCounters(table, { requestsPerMinute: REQUESTS_PER_MINUTE, pick: () => 0 }),
  load: { linkNearLimit: () => undefined },
  sendsReceipts: true,
});

const payerPages = (ports: ReturnType<typeof pagePorts>) => {
  const start = withQuoteLimits(startPayment(ports), ports);
  const offered: Parameters<typeof answerStart>[0]['offered'] = async (link) =>
    offeredCards(link, await ports.dealerOf(link.dealerCode), ports);
  return [
    [pageContract, showPaymentPage(ports)],
    [startContract, answerStart({ ...ports, start, offered })],
    [quoteContract, quoteInstallments(ports)],
    [storedCardContract, answerStoredCard({ ...ports, pay: payWithStoredCard(ports), offered })],
    [redirectContract, redirectPayer(ports)],
    [receiptContract, sendReceipt({ ...ports, messages: ports.joiningMessages })],
    [qrContract, showLinkQr(ports)],
    [showLinkContract, showReusableLink(ports)],
    [startLinkContract, startReusableLink(ports)],
  ] as const;
};

const threeDPages = (ports: ReturnType<typeof pagePorts>) => {
  const open = openBox({ ...ports, begin: (opened) => beginAttempt(opened, ports) });
  const openStored = openBox({ ...ports, begin: (opened) => beginWithStoredCard(opened, ports) });
  return [
    [completeContract, answerCallback(complete3D(ports))],
    [boxContract, answerBox({ ...ports, open })],
    [storedBoxContract, answerStoredBox({ ...ports, open: openStored })],
  ] as const;
};

/** What every page of the app in memory is framed and noted with. */
export const framingOf = ({
  clock,
  log,
  baseUrl,
  sandbox,
}: Pick<PortsInMemory, 'clock' | 'log' | 'baseUrl' | 'sandbox'>) => ({
  serviceName: 'Payment Links (local)',
  sandbox,
  testCards: listedTestCards,
  edgeSecretHashes: [],
  clock,
  log,
  baseUrl,
});

/** The pages of payers, composed as in their handlers, over ports in memory. */
export const pageOperations = (composed: PortsInMemory, table: Table): readonly ServedOperation[] => {
  const ports = pagePorts(composed, table);
  const options = framingOf(ports);
  const served = ({ name, routes }: HttpContract, show: PageHandlerOptions['show']): ServedOperation => ({
    name,
    routeKeys: routes.map(({ method, path }) => `${method} ${path}`),
    handle: pageHandler({ ...options, metrics: new FakeMetrics(), name, show }),
  });
  return [...payerPages(ports), ...threeDPages(ports)].map(([contract, show]) => served(contract, show));
};
