// biome-ignore-all lint/performance/noBarrelFile: the one place that says what is checked: the sources or a package.
// biome-ignore-all lint/performance/noReExportAll: all of it is checked.
export * from '../src/index.ts';
