// A leak that the soak test has to find. The test loads it into a process, where it repeatedly adds callbacks
// to a promise that never ends, so that the promise keeps them and their timers in memory.
const forever = new Promise<void>(() => undefined);
const plant = (): void => {
  for (let count = 0; count < 100; count++) {
    const timer = setTimeout(() => undefined);
    void forever.then(() => clearTimeout(timer));
  }
};
setInterval(plant, 50).unref();
