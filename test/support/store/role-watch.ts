import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { functionDefinitions } from '../../../infra/functions/all-functions.ts';
import { accessKeyOf } from '../../../infra/local/function-environment.ts';
import { closeServer, listenOnLoopback, readBody } from '../../../infra/local/http-body.ts';
import { beyondRole, rightsNeeded } from './beyond-role.ts';
import { BODY_LIMIT_BYTES, forward, operationOf, type SeenRequest, send } from './fault-proxy.ts';

/** Notes the requests of functions to their store that their roles do not allow. The embedded store itself checks no rights. */
export interface RoleWatch {
  /** Notes a request if AWS would refuse it. */
  readonly heard: (request: Pick<SeenRequest, 'headers' | 'body'>) => void;
  /** What functions asked for beyond their roles: each once. */
  readonly beyond: () => readonly string[];
}

/** Whatever functions asked of the store, their roles let them ask. */
export const refuseBeyondRoles = ({ beyond }: Pick<RoleWatch, 'beyond'>): void => {
  if (beyond().length > 0) throw new Error(`beyond the roles of functions: ${beyond().join('; ')}`);
};

const ACCESS_KEY = /Credential=([^/]+)\//;

export const newRoleWatch = (): RoleWatch => {
  // The local stage puts its prefix before the names of functions.
  const byKey = new Map(
    functionDefinitions.map((one) => [accessKeyOf(`payment-link-local-${one.name}`), one] as const),
  );
  const beyond = new Set<string>();
  return {
    heard: ({ headers, body }) => {
      const [, key = ''] = ACCESS_KEY.exec(headers.authorization ?? '') ?? [];
      const operation = operationOf(headers);
      const definition = byKey.get(key);
      if (definition === undefined) {
        beyond.add(`nobody who has a role: ${operation} by ${key}`);
        return;
      }
      for (const needed of rightsNeeded(operation, body)) {
        const found = beyondRole(definition, needed);
        if (found !== undefined) beyond.add(found);
      }
    },
    beyond: () => [...beyond].toSorted(),
  };
};

/** A watch that stands between the functions of an app and its store. */
export const startRoleWatch = async () => {
  const watch = newRoleWatch();
  const agent = new Agent({ keepAlive: true });
  let target: string | undefined;

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(incoming, BODY_LIMIT_BYTES);
    if (target === undefined || body === 'too-large') throw new Error('nothing can be forwarded');
    watch.heard({ headers: incoming.headers, body: body.toString('utf8') });
    send(response, await forward(target, agent, incoming, body));
  };

  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => incoming.socket.destroy());
  });
  const address = `http://127.0.0.1:${await listenOnLoopback(server, 0)}`;
  return {
    ...watch,
    inFrontOf: (engineEndpoint: string): string => {
      target = engineEndpoint;
      return address;
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await closeServer(server, 0);
      agent.destroy();
    },
  };
};
