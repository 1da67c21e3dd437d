import {
  type AttemptState,
  attemptEventWords,
  attemptStates,
  attemptStateTable,
  isFinal,
} from '../../shared/domain/attempt/states.ts';
import { linkStateTable } from '../../shared/domain/link/link-states.ts';

/** How an attempt begins: these states alone have no other state before them. */
const BEGINNINGS: Readonly<Partial<Record<AttemptState, string>>> = {
  authenticating: 'with 3D',
  charging: 'without 3D',
};

const nameOf = (state: string): string => state.replaceAll('-', '_');

/** One line for each pair of states, with all events that lead from the one to the other. */
const arrowsOf = (table: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>): readonly string[] => {
  return Object.entries(table).flatMap(([from, moves]) => {
    const events = Map.groupBy(Object.keys(moves), (event) => moves[event] ?? '');
    return [...events].map(([to, by]) => `  ${nameOf(from)} --> ${nameOf(to)}: ${by.join(', ')}`);
  });
};

const diagram = (lines: readonly string[]): string => {
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
};

/** Every state of an attempt, and every event with what it means, as the table in the domain has them. */
const attemptDiagram = (): string => {
  const renamed = attemptStates.filter((state) => nameOf(state) !== state);
  const moves = Object.fromEntries(attemptStates.map((state) => [state, attemptStateTable[state].moves]));
  const events = Object.entries(attemptEventWords).map(([event, words]) => `| ${event} | ${words} |`);
  const drawn = diagram([
    ...renamed.map((state) => `  state "${state}" as ${nameOf(state)}`),
    ...Object.entries(BEGINNINGS).map(([state, how]) => `  [*] --> ${nameOf(state)}: ${how}`),
    ...arrowsOf(moves),
    ...attemptStates.filter(isFinal).map((state) => `  ${nameOf(state)} --> [*]`),
  ]);
  return [drawn, '', '| Event | Means |', '|---|---|', ...events].join('\n');
};

/** Every state and event of a link. That it expires is judged from its time and never written. */
const linkDiagram = (): string => {
  return diagram(['  [*] --> open', ...arrowsOf(linkStateTable), '  open --> expired: its time, never written']);
};

const SECTIONS: Readonly<Record<string, () => string>> = {
  'attempt-states': attemptDiagram,
  'link-states': linkDiagram,
};

/** A document with its generated sections as they should be. Throws where a section is missing. */
export const withDiagrams = (document: string): string => {
  return Object.entries(SECTIONS).reduce((text, [name, content]) => {
    const [start, end] = [`<!-- generated:${name} -->\n`, '\n<!-- /generated -->'];
    const from = text.indexOf(start);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`the document has no section ${name}`);
    return `${text.slice(0, from)}${start}${content()}${text.slice(to)}`;
  }, document);
};
