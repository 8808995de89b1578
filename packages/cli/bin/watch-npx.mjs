const ask_every_ms = 500;

/**
 * Notices the end of npx. npx starts a shell that starts the command, and passes signals on to that shell alone.
 * If the shell is dash (Debian, Ubuntu), a signal kills it, and the command would live on with its port and its
 * database. A process that loses its parent gets a new one: `onEnd` is called once when that happens. A command
 * that was not started by npx is not watched, because a service may well be started by a shell that ends.
 */
export function watchNpx(onEnd) {
  if (process.env.npm_lifecycle_event !== 'npx') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, ask_every_ms);
  timer.unref();
}
