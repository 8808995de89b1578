import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A child process that responds to requests. */
export interface Child<Answers extends Record<string, (value: never) => unknown>> {
  ask<Name extends keyof Answers & string>(
    name: Name,
    value: Parameters<Answers[Name]>[0],
  ): Promise<Awaited<ReturnType<Answers[Name]>>>;
  stop(): Promise<void>;
}

interface Question {
  readonly number: number;
  readonly name: string;
  readonly value: unknown;
}

interface Answer {
  readonly number: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Starts a script of this folder in a process of its own; the script responds through {@link answerParent}. */
export function startChild<Answers extends Record<string, (value: never) => unknown>>(
  name: string,
): Child<Answers> {
  const child = fork(new URL(name, import.meta.url), { serialization: 'advanced' });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let number = 0;
  child.on('message', (answer: Answer) => {
    const one = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (answer.error === undefined) one?.resolve(answer.value as never);
    else one?.reject(new Error(`${name}: ${answer.error}`));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with code ${code}`));
  });
  return {
    ask: (question, value) =>
      new Promise((resolve, reject) => {
        number++;
        waiting.set(number, { resolve, reject });
        child.send({ number, name: question, value } satisfies Question);
      }),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Responds to requests of the parent process. */
export function answerParent(answers: Record<string, (value: never) => unknown>): void {
  process.on('message', async ({ number, name, value }: Question) => {
    const send = (answer: Answer): void => void process.send?.(answer);
    try {
      send({ number, value: await answers[name]?.(value as never) });
    } catch (error) {
      send({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
