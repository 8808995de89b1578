import { expect, test } from 'vitest';
import { StopError, stopInOrder } from './stop-in-order.ts';

function makeParts() {
  const stopped: string[] = [];
  const part = (name: string, stop: () => Promise<void> = async () => {}) => ({
    name,
    stop_max_ms: 50,
    stop: () => {
      stopped.push(name);
      return stop();
    },
  });
  return { stopped, part };
}

test('parts stop one after another, the last started first', async () => {
  const { stopped, part } = makeParts();
  await stopInOrder([part('database'), part('jobs'), part('requests')]);
  expect(stopped).toEqual(['requests', 'jobs', 'database']);
});

test.each([
  ['fails', () => Promise.reject(new Error('away')), 'away'],
  ['hangs', () => new Promise<void>(() => {}), 'Not stopped within 0.05 s and cut off: requests.'],
])('a part that %s does not prevent others from stopping, and is reported', async (_how, stop, message) => {
  const { stopped, part } = makeParts();
  const stopping = stopInOrder([part('database'), part('jobs'), part('requests', stop)]);
  await expect(stopping).rejects.toThrow(message);
  expect(stopped).toEqual(['requests', 'jobs', 'database']);
});

test('the first of several failures is reported', async () => {
  const { part } = makeParts();
  const hang = () => new Promise<void>(() => {});
  const stopping = stopInOrder([
    part('database', () => Promise.reject(new Error('away'))),
    part('jobs', hang),
  ]);
  await expect(stopping).rejects.toThrow(StopError);
});
