import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { functionDefinitions } from '../../../infra/functions/all-functions.ts';
import { accessKeyOf } from '../../../infra/local/function-environment.ts';
import { closeServer, listenOnLoopback, readBody } from '../../../infra/local/http-body.ts';
import { beyondRole, rightsNeeded } from './beyond-role.ts';
import { BODY_LIMIT_BYTES, forward, send } from './fault-proxy.ts';

/** Stands between the functions of an app and its store, which asks nobody for rights, and notes what AWS would refuse. */
export interface RoleWatch {
  readonly inFrontOf: (engineEndpoint: string) => string;
  /** What functions asked for beyond their roles: each once. */
  readonly beyond: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Whatever functions asked of the store, their roles let them ask. */
export const refuseBeyondRoles = ({ beyond }: Pick<RoleWatch, 'beyond'>): void => {
  if (beyond().length > 0) throw new Error(`beyond the roles of functions: ${beyond().join('; ')}`);
};

const ACCESS_KEY = /Credential=([^/]+)\//;

export const startRoleWatch = async (): Promise<RoleWatch> => {
  // The local stage puts its prefix before the names of functions.
  const byKey = new Map(
    functionDefinitions.map((one) => [accessKeyOf(`payment-link-local-${one.name}`), one] as const),
  );
  const beyond = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  let target: string | undefined;

  const note = ({ headers }: IncomingMessage, body: string): void => {
    const [, key = ''] = ACCESS_KEY.exec(headers.authorization ?? '') ?? [];
    const operation = String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');
    const definition = byKey.get(key);
    if (definition === undefined) {
      beyond.add(`nobody who has a role: ${operation} by ${key}`);
      return;
    }
    for (const needed of rightsNeeded(operation, body)) {
      const found = beyondRole(definition, needed);
      if (found !== undefined) beyond.add(found);
    }
  };

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(incoming, BODY_LIMIT_BYTES);
    if (target === undefined || body === 'too-large') throw new Error('nothing can be forwarded');
    note(incoming, body.toString('utf8'));
    send(response, await forward(target, agent, incoming, body));
  };

  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => incoming.socket.destroy());
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
  return {
    inFrontOf: (engineEndpoint) => {
      target = engineEndpoint;
      return address;
    },
    beyond: () => [...beyond].toSorted(),
    stop: async () => {
      server.closeAllConnections();
      await closeServer(server, 0);
      agent.destroy();
    },
  };
};
