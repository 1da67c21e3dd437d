import { createHash, type Hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './check-kinds.ts';
import { projectFiles } from './project-files.ts';

/** Something that is proven, and all that it depends on besides Node and the installed packages. */
export interface ProofSubject {
  readonly name: string;
  /** Whether it depends on a file of the project, by its path from the project's folder. */
  readonly reads: (path: string) => boolean;
  /** What it depends on that stands in no file, such as the version of another program. */
  readonly facts?: readonly string[];
}

/** Whether a proof of the same content was kept, and how to keep one. */
export interface KeptProof {
  readonly isKept: boolean;
  /** Keeps the proof, unless a file has changed since the digest was taken: then nobody knows which content was proven. */
  readonly keep: () => void;
}

/** Kept with the installed packages, so that a fresh installation proves everything anew. */
const FOLDER = 'node_modules/.cache/payment-link/proofs';
/** npm writes here what is installed, which may differ from what the lockfile wants. */
const INSTALLED = 'node_modules/.package-lock.json';

const addText = (hash: Hash, text: string | Buffer): void => {
  hash.update(`${Buffer.byteLength(text)}\n`).update(text);
};

/** A digest of Node, the machine's kind, the installed packages, the subject's facts and the files that it reads. */
const digestOf = (root: string, { name, reads, facts = [] }: ProofSubject): string => {
  const hash = createHash('sha256');
  for (const fact of [name, process.version, process.platform, process.arch, ...facts]) addText(hash, fact);
  for (const path of [INSTALLED, ...projectFiles(root).filter(reads).toSorted()]) {
    addText(hash, path);
    addText(hash, existsSync(join(root, path)) ? readFileSync(join(root, path)) : '');
  }
  return hash.digest('hex');
};

/** The proof of this content. A proof is kept until another one of the same name takes its place. */
export const keptProof = (subject: ProofSubject, root: string = PROJECT_ROOT): KeptProof => {
  const file = join(root, FOLDER, subject.name.replaceAll(/\W+/g, '-'));
  const digest = digestOf(root, subject);
  return {
    isKept: existsSync(file) && readFileSync(file, 'utf8') === digest,
    keep: () => {
      if (digestOf(root, subject) !== digest) return;
      mkdirSync(join(root, FOLDER), { recursive: true });
      // Another run may read the file at this moment: it finds the old digest or the new one, never half of one.
      const making = `${file}.${process.pid}`;
      writeFileSync(making, digest);
      renameSync(making, file);
    },
  };
};
