import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkKeyOf } from '../../../shared/http/check-key.ts';
import { type DemoDealer, readDemoDealer } from '../demo-dealer.ts';
import type { Exchange } from '../gateway.ts';
import type { OwnPage } from '../own-pages.ts';
import type { KnownAccount } from './check-key-findings.ts';
import { EventStreams } from './event-streams.ts';
import { frontPages } from './front-pages.ts';
import { shownCards } from './listed-cards.ts';
import { Live, rowsReader } from './live.ts';
import type { Words } from './operation-words.ts';
import { recorded } from './recorded-request.ts';
import type { DeskView, PageState, SignedAccount } from './request-view.ts';
import { RequestLog } from './requests.ts';

export interface Front {
  readonly pages: readonly OwnPage[];
  /** Takes a request that was answered. */
  readonly note: (exchange: Exchange) => void;
  /** Takes records of the table's stream. */
  readonly changed: (records: readonly unknown[]) => void;
  /** Says where the rows are, once the engine runs. */
  readonly connect: (engineEndpoint: string, tableName: string) => void;
  readonly stop: () => void;
}

const signedAccount = ({ DealerCode, Username, Password, CheckKey }: ShownAccount): SignedAccount => ({
  DealerCode,
  Username,
  Password,
  CheckKey,
});

/** An account with which the page signs requests. */
interface ShownAccount extends SignedAccount {
  readonly called: string;
}

const demoAccounts = (demo: DemoDealer): readonly ShownAccount[] =>
  [
    { called: 'the demo dealer', ...demo },
    { called: 'the second demo dealer', ...demo.SecondDealer },
  ].map(({ called, DealerCode, Username, Password }) => ({
    called,
    DealerCode,
    Username,
    Password,
    CheckKey: checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password }),
  }));

const knownAccounts = (demo: DemoDealer | undefined): readonly KnownAccount[] =>
  demo === undefined
    ? []
    : demoAccounts(demo).map(({ called, DealerCode, Username, Password }) => ({
        called,
        dealerCode: DealerCode,
        username: Username,
        password: Password,
      }));

/** Read at the first need: they are made from every contract, which would slow the start. */
const onceRead = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read());
};

/** What the page shows that does not change while it is open. */
const stateOf = async (words: Words, demo: DemoDealer | undefined): Promise<PageState> => {
  const [{ sampleRequests }, { tagOf }] = await Promise.all([
    import('./sample-requests.ts'),
    import('../../docs/tags.ts'),
  ]);
  const samples = demo === undefined ? [] : sampleRequests(demo);
  return {
    accounts: demo === undefined ? [] : demoAccounts(demo).map(signedAccount),
    cards: shownCards(),
    operations: samples.map((sample) => {
      const { title = '', description = '' } = words.operations.get(sample.path) ?? {};
      return { ...sample, title, description, group: tagOf(sample.path) };
    }),
  };
};

const deskOf = async (demo: DemoDealer | undefined): Promise<DeskView | undefined> => {
  if (demo?.Desk === undefined) return undefined;
  const { codeNow } = await import('../demo-code.ts');
  const { Manager, Cashier } = demo.Desk;
  return {
    people: [
      { role: 'Manager', email: Manager.Email, password: Manager.Password, hasCode: true },
      { role: 'Cashier', email: Cashier.Email, password: Cashier.Password, hasCode: false },
    ],
    code: codeNow(Manager.CodeSecret, Date.now()),
  };
};

/**
 * The front page of one machine: what a developer sees first, and whatever happened since the start. All of it lives in
 * memory, and it answers a local Host and Origin alone (rule 49).
 */
export const createFront = (dataDir: string): Front => {
  const words = onceRead(async () => (await import('./operation-words.ts')).readWords());
  const demo = (): DemoDealer | undefined => {
    const path = join(dataDir, 'demo-dealer.json');
    return existsSync(path) ? readDemoDealer(readFileSync(path, 'utf8')) : undefined;
  };
  const log = new RequestLog(async (exchange) => recorded(exchange, await words(), knownAccounts(demo())));
  let readRows: ConstructorParameters<typeof Live>[0] = async () => [];
  const streams = new EventStreams();
  const live = new Live(
    (pk) => readRows(pk),
    () => streams.isFollowed,
  );
  log.listen((request) => streams.send('request', request));
  live.listen((change) => streams.send(change.kind, change));
  const everything = async () => {
    await live.readChanged();
    return { requests: await log.list(), payments: live.payments(), deliveries: live.deliveries() };
  };
  return {
    pages: frontPages({
      state: async () => stateOf(await words(), demo()),
      desk: () => deskOf(demo()),
      follow: async (request, response) => {
        streams.open(request, response, await everything());
        // What changed since then.
        await live.readChanged();
      },
    }),
    note: (exchange) => log.note(exchange),
    changed: (records) => live.changed(records),
    connect: (engineEndpoint, tableName) => {
      readRows = rowsReader(engineEndpoint, tableName);
    },
    stop: () => streams.close(),
  };
};
