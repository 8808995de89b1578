import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { signWebhook } from '@guichet/client';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSnippets, type Snippet } from './guides/read-snippets.ts';

/** This folder is inside the repository, so that packages resolve as in a reader's project. */
const here = import.meta.dirname;
const guides = join(here, '../docs/guides');
const pages = [
  'README.md',
  'packages/client/README.md',
  ...(await readdir(guides)).map((name) => `docs/guides/${name}`),
];
const snippets = (await Promise.all(pages.map(readSnippets))).flat();
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(here, '.snippets-'));
  for (const [index, { code, prelude }] of snippets.entries()) {
    await writeFile(fileOf(index), `${prelude}\nexport {};\n${code}`);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileOf = (index: number): string => join(folder, `snippet-${index}.mts`);
const nameOf = ({ page, line }: Snippet): string => `${page}:${line}`;

test('the guides contain snippets to compile', () => {
  expect(snippets.length).toBeGreaterThan(15);
});

test('every snippet compiles as strict TypeScript', { timeout: 120_000 }, () => {
  const program = ts.createProgram(
    snippets.map((_, index) => fileOf(index)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      types: ['node'],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    },
  );
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const snippet = snippets.find((_, index) => file?.fileName === fileOf(index));
    const where = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line - 1 : 0;
    const name = snippet ? `${snippet.page}:${snippet.line + where}` : (file?.fileName ?? '');
    return `${name} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(problems).toEqual([]);
});

/** Sends a genuine webhook and a forged one to a receiver. @returns the status of each */
async function tryReceiver(receive: (body: string, headers: Record<string, string>) => Promise<number>) {
  const body = JSON.stringify({
    id: 'evt_1',
    event: 'payment.successful',
    sequence: 1,
    data: { id: 'pay_1', amount: 5 },
  });
  const headers = { ...(await signWebhook(body, secret)), 'content-type': 'application/json' };
  return { real: await receive(body, headers), forged: await receive(body.replace('5', '6'), headers) };
}

describe.each(snippets.flatMap((snippet, index) => (snippet.kind === 'runs' ? [{ snippet, index }] : [])))(
  'a receiver: $snippet.heading',
  ({ snippet, index }) => {
    let child: ChildProcess;
    let port: number;
    afterAll(async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    });

    test(`${nameOf(snippet)} accepts genuine webhooks and refuses forged ones`, async () => {
      port = await freePort();
      child = spawn(process.execPath, [fileOf(index)], {
        env: { ...process.env, PORT: String(port), GUICHET_WEBHOOK_SECRET: secret },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const url = `http://localhost:${port}/webhook`;
      await expect
        .poll(
          () =>
            fetch(url).then(
              () => true,
              () => false,
            ),
          { timeout: 15_000 },
        )
        .toBe(true);
      const answers = await tryReceiver(
        async (body, headers) => (await fetch(url, { method: 'POST', headers, body })).status,
      );
      expect(answers).toEqual({ real: 200, forged: 401 });
    });

    test(`${nameOf(snippet)} still responds after a request that broke off`, async () => {
      const head = 'POST /webhook HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
      const half = connect(port, 'localhost').end(`${head}content-length: 100\r\n\r\n{`);
      // The receiver closes the connection once it has noticed that the rest of the body is missing.
      await once(half.resume(), 'close');
      const response = await fetch(`http://localhost:${port}/webhook`, { method: 'POST' });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(child.exitCode).toBeNull();
    });
  },
);

test.each(snippets.flatMap((snippet, index) => (snippet.kind === 'exports' ? [{ snippet, index }] : [])))(
  'a receiver: $snippet.heading accepts genuine webhooks and refuses forged ones',
  async ({ index }) => {
    process.env.GUICHET_WEBHOOK_SECRET = secret;
    const module = await import(pathToFileURL(fileOf(index)).href);
    const handle: (request: Request) => Promise<Response> = module.POST ?? module.default.fetch;
    const answers = await tryReceiver(async (body, headers) => {
      const request = new Request('http://localhost/webhook', { method: 'POST', headers, body });
      return (await handle(request)).status;
    });
    expect(answers).toEqual({ real: 200, forged: 401 });
  },
);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address) resolve(address.port);
        else reject(new Error('no port was given'));
      });
    });
  });
}
