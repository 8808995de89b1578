import { Worker } from 'node:worker_threads';

/** Paints an SVG as a PNG. */
export type Paint = (svg: string) => Promise<Uint8Array>;

/** The time after which an idle painter is stopped: it keeps fonts and a module of 2.5 MB in memory. */
const idle_ms = 60_000;
/** Pictures that wait at most; more are refused, because each takes a tenth of a second of a processor. */
const waiting_max = 20;

interface Waiting {
  resolve(png: Uint8Array): void;
  reject(error: Error): void;
}

/** Too many pictures are being painted. */
export class PainterBusy extends Error {}

/**
 * Makes the function that paints in a thread of its own, so that no other request waits for a picture. The thread
 * starts with the first picture, and stops after a minute without one.
 */
export function makePaint(): Paint & { stop(): Promise<void> } {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const waiting: Waiting[] = [];

  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./worker.ts', import.meta.url));
    started.unref();
    started.on('message', (png: Uint8Array | null) => {
      const first = waiting.shift();
      if (png === null) first?.reject(new Error('a picture could not be painted'));
      else first?.resolve(png);
      if (waiting.length === 0) idle = setTimeout(() => void stop(), idle_ms).unref();
    });
    started.on('error', (error: Error) => {
      if (worker === started) worker = null;
      for (const one of waiting.splice(0)) one.reject(error);
    });
    return started;
  };
  const paint: Paint = (svg) => {
    if (waiting.length >= waiting_max) return Promise.reject(new PainterBusy());
    clearTimeout(idle);
    worker ??= start();
    const painter = worker;
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      painter.postMessage(svg);
    });
  };
  return Object.assign(paint, { stop });
}
