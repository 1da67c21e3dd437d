import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import { dynamoDeskSessions } from '../dynamodb/desk/desk-sessions.ts';
import { pageRuntime } from './page.ts';

/** Where the desk answers, and to whom. Throws when the variables are missing, which stops the function's start. */
const readDeskPlace = (
  variables: NodeJS.ProcessEnv,
): { readonly deskUrl: string; readonly allowedNetworks: 'any address' | readonly string[] } => {
  const { DESK_URL: deskUrl, DESK_NETWORKS: networks } = variables;
  if (deskUrl === undefined) throw new Error('environment variable DESK_URL is missing');
  return { deskUrl, allowedNetworks: networks === undefined ? 'any address' : networks.split(',') };
};

/** The parts that every function of the desk is built from: a page's, and who is signed in. */
export const deskRuntime = (variables: NodeJS.ProcessEnv) => {
  const runtime = pageRuntime(variables);
  const dealers = dynamoDealers(runtime.store);
  return { ...runtime, ...readDeskPlace(variables), sessions: dynamoDeskSessions(runtime.store, dealers) };
};
