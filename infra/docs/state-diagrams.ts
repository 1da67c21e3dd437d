import {
  type AttemptState,
  attemptEventWords,
  attemptStates,
  attemptStateTable,
  isFinal,
} from '../../shared/domain/attempt/states.ts';
import { linkStateTable } from '../../shared/domain/link/link-states.ts';
import { stepStates } from '../../shared/domain/payment/step.ts';
import { isFinalStep, stepEventWords, stepStateTable } from '../../shared/domain/payment/step-states.ts';

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

interface Life {
  readonly states: readonly string[];
  readonly moves: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;
  readonly eventWords: Readonly<Record<string, string>>;
  /** The lines of its beginnings. */
  readonly beginnings: readonly string[];
  readonly finals: readonly string[];
}

/** Every state, and every event with what it means, as a table in the domain has them. */
const lifeDiagram = ({ states, moves, eventWords, beginnings, finals }: Life): string => {
  const renamed = states.filter((state) => nameOf(state) !== state);
  const events = Object.entries(eventWords).map(([event, words]) => `| ${event} | ${words} |`);
  const drawn = diagram([
    ...renamed.map((state) => `  state "${state}" as ${nameOf(state)}`),
    ...beginnings,
    ...arrowsOf(moves),
    ...finals.map((state) => `  ${nameOf(state)} --> [*]`),
  ]);
  return [drawn, '', '| Event | Means |', '|---|---|', ...events].join('\n');
};

const attemptDiagram = (): string => {
  return lifeDiagram({
    states: attemptStates,
    moves: Object.fromEntries(attemptStates.map((state) => [state, attemptStateTable[state].moves])),
    eventWords: attemptEventWords,
    beginnings: Object.entries(BEGINNINGS).map(([state, how]) => `  [*] --> ${nameOf(state)}: ${how}`),
    finals: attemptStates.filter(isFinal),
  });
};

const stepDiagram = (): string => {
  return lifeDiagram({
    states: stepStates,
    moves: Object.fromEntries(stepStates.map((state) => [state, stepStateTable[state].moves])),
    eventWords: stepEventWords,
    beginnings: ['  [*] --> intended: with the bank', '  [*] --> done: pool'],
    finals: stepStates.filter((state) => isFinalStep({ state })),
  });
};

/** Every state and event of a link. That it expires is judged from its time and never written. */
const linkDiagram = (): string => {
  return diagram(['  [*] --> open', ...arrowsOf(linkStateTable), '  open --> expired: its time, never written']);
};

const SECTIONS: Readonly<Record<string, () => string>> = {
  'attempt-states': attemptDiagram,
  'step-states': stepDiagram,
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
