import { pairsIn } from './posted-form.ts';

/** Most pairs of a form that is read as a request. */
export const MAX_FORM_PAIRS = 2000;
/** Most brackets behind the first name of a pair: the deepest field of a request stands behind so many. */
export const MAX_FORM_DEPTH = 4;

/** Why a form is not read as a request. */
export type FormProblem =
  | 'form-too-many-pairs'
  | 'form-not-text'
  | 'form-name'
  | 'form-reserved-name'
  | 'form-too-deep'
  | 'form-repeated'
  | 'form-mixed'
  | 'form-gap';

/** What is wrong with a form, and with which field. A name that may hold anything is not told. */
export interface RefusedForm {
  readonly problem: FormProblem;
  readonly field?: string;
}

/** A member that is an object would have these from its prototype, so no request may name them. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** What begins with a brace is JSON under the wrong Content-Type: read as a form it would lose its fields silently. */
const NAME = /^(?!\s*\{)[^[\]]+(?:\[[^[\]]*\])*$/;
/** Names that a message may repeat: no card number fits into one. */
const TELLABLE = /^[A-Za-z]{1,64}(?:\[(?:[A-Za-z]{1,64}|\d{0,4})\])*$/;

type Shape = 'members' | 'numbered' | 'appended';

/** An object or a list while it grows. A list has its entries under their numbers. */
interface Branch {
  shape?: Shape;
  readonly children: Map<string, Node>;
}
type Node = string | Branch;

const newBranch = (): Branch => ({ children: new Map() });

const shapeOf = (step: string): Shape => {
  if (step === '') return 'appended';
  return /^\d+$/.test(step) ? 'numbered' : 'members';
};

/** True where the value that the path leads to is there already, so that `a[][b]` begins another entry. */
const isTaken = (node: Node | undefined, [step = '', ...rest]: readonly string[]): boolean => {
  if (node === undefined || typeof node === 'string' || step === '') return false;
  const child = node.children.get(step);
  return rest.length === 0 ? typeof child === 'string' : isTaken(child, rest);
};

/** The key of the child that a step leads to: an entry of a list without numbers goes on until a value repeats. */
const keyOf = ({ children }: Branch, step: string, rest: readonly string[]): string => {
  if (step !== '') return step;
  const last = children.get(String(children.size - 1));
  const isNext = last === undefined || rest.length === 0 || isTaken(last, rest);
  return String(isNext ? children.size : children.size - 1);
};

const put = (branch: Branch, [step = '', ...rest]: readonly string[], value: string): FormProblem | undefined => {
  const shape = shapeOf(step);
  branch.shape ??= shape;
  if (branch.shape !== shape) return 'form-mixed';
  const key = keyOf(branch, step, rest);
  const child = branch.children.get(key);
  if (rest.length > 0) {
    if (typeof child === 'string') return 'form-mixed';
    const next = child ?? newBranch();
    branch.children.set(key, next);
    return put(next, rest, value);
  }
  if (child !== undefined) return typeof child === 'string' ? 'form-repeated' : 'form-mixed';
  branch.children.set(key, value);
  return undefined;
};

/** A list whose numbers leave one out may have lost an entry on the way, so it is refused. */
const hasGap = ({ shape, children }: Branch): boolean =>
  (shape === 'numbered' &&
    !Array.from(children.keys(), (_key, index) => String(index)).every((key) => children.has(key))) ||
  children.values().some((child) => typeof child !== 'string' && hasGap(child));

const nodeValue = (node: Node): unknown => {
  if (typeof node === 'string') return node;
  const { shape, children } = node;
  if (shape === 'members')
    return Object.fromEntries(children.entries().map(([name, child]) => [name, nodeValue(child)]));
  // Programs write an empty list as one pair without a value: a[]=
  if (children.size === 1 && children.get('0') === '') return [];
  return Array.from(children.keys(), (_key, index) => nodeValue(children.get(String(index)) ?? ''));
};

const stepsOf = (name: string): readonly string[] => {
  const [first = '', ...others] = name.split('[');
  return [first, ...others.map((step) => step.slice(0, -1))];
};

const problemOfName = (name: string): FormProblem | undefined => {
  if (!NAME.test(name)) return 'form-name';
  const steps = stepsOf(name);
  if (steps.length > MAX_FORM_DEPTH + 1) return 'form-too-deep';
  return steps.some((step) => RESERVED.has(step)) ? 'form-reserved-name' : undefined;
};

const strictly = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * Reads an `application/x-www-form-urlencoded` body as the JSON object that it stands for (decisions: tolerant reading).
 * `a[b]=1` is a member of an object, `a[0][b]=1` of an entry with a number. Entries `a[][b]=1` follow each other: the
 * next one begins with the first value that the entry has already. Every value is text. The form is UTF-8; its size is
 * the caller's to check. What could be read in two ways is refused.
 */
export const readForm = (form: Buffer): { readonly value: Readonly<Record<string, unknown>> } | RefusedForm => {
  const pairs = pairsIn(form);
  if (pairs.length > MAX_FORM_PAIRS) return { problem: 'form-too-many-pairs' };
  const root: Branch = { shape: 'members', children: new Map() };
  for (const [nameBytes, valueBytes] of pairs) {
    const name = strictly(nameBytes);
    const value = strictly(valueBytes);
    if (name === undefined || value === undefined) return { problem: 'form-not-text' };
    const problem = problemOfName(name) ?? put(root, stepsOf(name), value);
    if (problem !== undefined) return TELLABLE.test(name) ? { problem, field: name } : { problem };
  }
  return hasGap(root) ? { problem: 'form-gap' } : { value: nodeValue(root) as Readonly<Record<string, unknown>> };
};
