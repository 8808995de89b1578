import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { isGenerated } from './is-generated.ts';

export interface TextFile {
  /** The path from the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

export interface Comment {
  readonly text: string;
  readonly first_line: number;
  readonly last_line: number;
}

export interface CodeFile extends TextFile {
  readonly source: ts.SourceFile;
  readonly comments: readonly Comment[];
  /** The workspace the file belongs to, or null for the folders of the root (`e2e`, `scripts`, ...). */
  readonly workspace: Workspace | null;
  /** Whether it is a test or support code for tests. */
  readonly is_test: boolean;
}

/** One package of the repository: a folder with its own package.json. */
export interface Workspace {
  /** For instance `packages/core`. */
  readonly folder: string;
  /** For instance `@guichet/core`. */
  readonly name: string;
  readonly exports: Readonly<Record<string, string | object>>;
  /** Names of the packages that it lists, including the project's own. */
  readonly dependencies: ReadonlySet<string>;
}

export interface Tree {
  readonly files: readonly TextFile[];
  /** The paths of all files and folders; those of folders have no trailing slash. */
  readonly paths: ReadonlySet<string>;
  readonly code: readonly CodeFile[];
  readonly workspaces: readonly Workspace[];
  /** The dependencies in the root's package.json. */
  readonly root_dependencies: ReadonlySet<string>;
}

/** A broken rule. `line` counts from one. */
export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

const skipped_folders = new Set(['node_modules', 'dist', 'coverage', 'generated']);
const read_hidden_folders = new Set(['.ci', '.github']);
const text_names = /(\.(ts|tsx|mts|js|mjs|cjs|css|html|sql|sh|md|json|yml|yaml)|^run)$/;
/** Only `src` of the client is published; the rest builds, uses or checks the package. */
const test_paths =
  /\.test\.tsx?$|^(e2e|simulation|drill|soak)\/|(^|\/)(test-support|testing|conformance|hostile)(\/|\.ts$)|^packages\/client\/(?!src\/)/;
const code_names = /\.(ts|tsx|mts|js|mjs|cjs)$/;

/** Reads every text file of the repository. Code is parsed when its source is first used. */
export async function readTree(root: string): Promise<Tree> {
  const all_paths = await listFiles(root, '');
  const paths = all_paths.filter((path) => text_names.test(basename(path))).sort();
  const files = await Promise.all(paths.map((path) => readText(root, path)));
  const manifests = files.filter((file) => basename(file.path) === 'package.json');
  const workspaces = manifests.filter((file) => file.path.includes('/')).map(readWorkspace);
  const root_manifest = manifests.find((file) => file.path === 'package.json');
  return {
    files,
    paths: new Set(all_paths.flatMap(withFolders)),
    code: files
      .filter(({ path }) => code_names.test(path) && !isGenerated(path))
      .map((file) => describeCode(file, workspaces)),
    workspaces,
    root_dependencies: root_manifest ? readWorkspace(root_manifest).dependencies : new Set(),
  };
}

/** Returns the line of a position in a file, counted from one. */
export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** Makes a breach at a node of a file. */
export function breachAt(file: CodeFile, node: ts.Node, message: string): Breach {
  return { path: file.path, line: lineOf(file.source, node.getStart(file.source)), message };
}

/** Calls `visit` with every node below `node`, parents first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child);
    walk(child, visit);
  });
}

/** Returns the comments on a node's line or the line above, where an exception states its reason. */
export function commentsNear(file: CodeFile, node: ts.Node): readonly Comment[] {
  const line = lineOf(file.source, node.getStart(file.source));
  return file.comments.filter((comment) => comment.first_line <= line && comment.last_line >= line - 1);
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isFile()) found.push(path);
    if (!entry.isDirectory() || skipped_folders.has(entry.name)) continue;
    if (entry.name.startsWith('.') && !read_hidden_folders.has(entry.name)) continue;
    found.push(...(await listFiles(root, path)));
  }
  return found;
}

/** Returns a path with the folders that contain it. */
function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

async function readText(root: string, path: string): Promise<TextFile> {
  const text = await readFile(join(root, path), 'utf8');
  const ends = text.split('\n').length - 1;
  return { path, text, lines: text.endsWith('\n') ? ends : ends + 1 };
}

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, string | object>>;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly peerDependencies?: object;
  readonly optionalDependencies?: object;
}

function readWorkspace(file: TextFile): Workspace {
  const manifest: Manifest = JSON.parse(file.text);
  const lists = [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.peerDependencies,
    manifest.optionalDependencies,
  ];
  return {
    folder: dirname(file.path),
    name: manifest.name ?? '',
    exports: manifest.exports ?? {},
    dependencies: new Set(lists.flatMap((list) => Object.keys(list ?? {}))),
  };
}

function describeCode(file: TextFile, workspaces: readonly Workspace[]): CodeFile {
  let source: ts.SourceFile | undefined;
  let comments: readonly Comment[] | undefined;
  return {
    ...file,
    get source() {
      source ??= ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
      return source;
    },
    get comments() {
      comments ??= readComments(this.source);
      return comments;
    },
    workspace: workspaces.find((workspace) => file.path.startsWith(`${workspace.folder}/`)) ?? null,
    is_test: test_paths.test(file.path),
  };
}

function readComments(source: ts.SourceFile): readonly Comment[] {
  const { text } = source;
  const starts = Array.from(text.matchAll(/\/[/*]/g), (match) => match.index);
  const comments = new Map<number, Comment>();
  const keep = ({ pos, end }: ts.CommentRange) => {
    comments.set(pos, {
      text: text.slice(pos, end),
      first_line: lineOf(source, pos),
      last_line: lineOf(source, end),
    });
  };
  const visit = (node: ts.Node) => {
    // Most nodes contain no comment, and splitting them into tokens is slow.
    if (!starts.some((start) => node.pos <= start && start < node.end)) return;
    // Text between tags contains no comments, even if it contains two slashes.
    if (ts.isJsxText(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    // The comments after the previous token, then the comments above this one.
    ts.getTrailingCommentRanges(text, node.pos)?.forEach(keep);
    ts.getLeadingCommentRanges(text, node.pos)?.forEach(keep);
  };
  visit(source);
  return [...comments.values()];
}
