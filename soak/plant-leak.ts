// What a soak has to find: loaded into a service by the test, it waits again and again for a promise that lives as long
// as the process, which keeps every wait.
const forever = new Promise<void>(() => undefined);
const plant = (): void => {
  for (let count = 0; count < 100; count++) {
    const timer = setTimeout(() => undefined);
    void forever.then(() => clearTimeout(timer));
  }
};
setInterval(plant, 50).unref();
