import type { DeliveryView, Everything, PageState, RecordedRequest, ShownPayment } from '../request-view.ts';
import { showDesk } from './desk-people.ts';
import { byId } from './elements.ts';
import { showDelivery, showPayment } from './happening.ts';
import { forgetRequests, showRequests, tendFilter } from './request-list.ts';
import { fillFacts, tendOperations } from './try-operation.ts';

const follow = (page: PageState): void => {
  let run: string | undefined;
  const events = new EventSource('/front/events');
  const on = (name: string, show: (data: unknown) => void): void =>
    events.addEventListener(name, (event: MessageEvent<string>) => show(JSON.parse(event.data)));
  const say = (text: string, isLive: boolean): void => {
    byId('live').textContent = text;
    byId('live').dataset.live = String(isLive);
  };
  events.addEventListener('open', () => say('Live', true));
  events.addEventListener('error', () => say('Not running', false));
  on('all', (data) => {
    const everything = data as Everything;
    if (run !== undefined && run !== everything.run) {
      forgetRequests();
      byId('payments').replaceChildren();
      byId('deliveries').replaceChildren();
    }
    run = everything.run;
    showRequests(everything.requests, page);
    for (const payment of everything.payments) showPayment(payment);
    for (const delivery of everything.deliveries) showDelivery(delivery);
  });
  on('request', (request) => showRequests([request as RecordedRequest], page));
  on('payment', (change) => showPayment((change as { payment: ShownPayment }).payment));
  on('delivery', (change) => showDelivery((change as { delivery: DeliveryView }).delivery));
};

const ASK_AGAIN_MS = 1000;

/** The demo dealer is set up at the end of the start: who is faster than that asks again. */
const readState = async (): Promise<PageState> => {
  for (;;) {
    const page = (await (await fetch('/front/state.json')).json()) as PageState;
    if (page.accounts.length > 0) return page;
    byId('live').textContent = 'Starting…';
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_AGAIN_MS);
    });
  }
};

const begin = async (): Promise<void> => {
  const page = await readState();
  fillFacts(page);
  void showDesk().catch(() => undefined);
  tendOperations(page);
  tendFilter();
  follow(page);
};

begin().catch(() => {
  byId('live').textContent = 'Not running';
});
