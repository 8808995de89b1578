const ask_every_ms = 500;

/**
 * The end of npx, noticed. npx starts a shell that starts the command, and passes signals on to that shell alone. Where
 * the shell is dash (Debian, Ubuntu), it dies of them, and the command would live on with its port and its database.
 * Whoever loses a parent gets another one: `onEnd` is called once when that happens. A command that was not started by
 * npx is not watched, because a service may well be started by a shell that ends.
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
