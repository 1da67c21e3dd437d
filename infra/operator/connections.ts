import { LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';

/** Where a function is invoked. Without an endpoint it is AWS, with the credentials of the environment. */
export interface Target {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: NonNullable<LambdaClientConfig['credentials']>;
}

/** Clients of Lambda by their target, kept open between commands. */
export interface Connections {
  to(target: Target): LambdaClient;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 3_000;
// Longer than the function may run, so that its own answer comes first.
const REQUEST_TIMEOUT_MS = 32_000;
// A command is applied once per id, so a second try cannot apply it twice.
const MAX_ATTEMPTS = 2;

/** A shell keeps its connections open from command to command; a command that is started alone closes them. */
export const newConnections = (): Connections => {
  const clients = new Map<string, LambdaClient>();
  return {
    to: (target) => {
      // A service that was started again listens elsewhere.
      const name = `${target.endpoint} ${target.region}`;
      const known = clients.get(name);
      if (known !== undefined) return known;
      const requestHandler = {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      };
      const client = new LambdaClient({ ...target, maxAttempts: MAX_ATTEMPTS, requestHandler });
      clients.set(name, client);
      return client;
    },
    close: () => {
      for (const client of clients.values()) client.destroy();
      clients.clear();
    },
  };
};
